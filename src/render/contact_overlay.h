// Contacts and their forces on top of a picture: points by what they do, arrows for normal force and friction.
#pragma once

#include "render/contact_arrows.h"
#include "render/overlay.h"
#include "render/renderer.h"

namespace stiction {

// Points at all contacts, arrows for the forces on body b where there are any.
void draw_contacts(const Frame& frame, const PictureSetting& setting, const ForceStyle& style, Image& image);

// "t = 1.25 s" in the lower left corner; with a scale of forces in the lower right one.
void draw_time(double time, const PictureSetting& setting, Image& image);
void draw_force_legend(const PictureSetting& setting, const ForceStyle& style, Image& image);

}  // namespace stiction

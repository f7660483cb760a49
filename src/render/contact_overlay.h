// Contacts and their forces on top of a picture: points by what they do, arrows for normal force and friction.
#pragma once

#include <vector>

#include "render/overlay.h"
#include "render/renderer.h"

namespace stiction {

// How long arrows are: found from the forces of the frames of the pictures, the same for all of them.
class ForceScale {
 public:
  void add(const Frame& frame);
  // The usual large force gets an arrow of 0.22 radii. 0 if there were no forces.
  double metres_per_newton(double radius) const;

 private:
  std::vector<float> forces_;  // [N]
};

// Points at all contacts, arrows for the force on body b where there is one.
void draw_contacts(const Frame& frame, const PictureSetting& setting, double metres_per_newton, Image& image);

// "t = 1.25 s" in the lower left corner; with a scale of forces in the lower right one.
void draw_time(double time, const PictureSetting& setting, Image& image);
void draw_force_legend(const PictureSetting& setting, double metres_per_newton, Image& image);

}  // namespace stiction

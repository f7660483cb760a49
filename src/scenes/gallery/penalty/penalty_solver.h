// The penalty method in gallery scenes. Internal to the gallery.
#pragma once

#include "scenes/gallery.h"

namespace stiction::building {

// The parameter `baseline` of scenes that run with either method, and what it says.
GalleryParameter baseline_parameter();
bool is_baseline(const GalleryValues& values);

// The solver `penalty`: as it is, or as the baseline, the method that it improves on: forces on contact points alone,
// without what their partners are owed (PF eq. 6), and dynamic friction at all times (PF eq. 7).
void set_penalty_solver(Scene& scene, const GalleryValues& values);

}  // namespace stiction::building

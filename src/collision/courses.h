// How bodies move in a step, for searches that are to find only contacts that matter to such motion.
#pragma once

#include <vector>

#include "model/deformable.h"

namespace stiction {

// Of one body: its points keep their velocities for the step.
struct BodyCourse {
  bool is_known = false;  // if not, all contacts of the body are of interest
  SurfaceMotion motion;   // of a rigid body without rates
  // Of a rigid body: is it another course than the first one? If not it tells nothing new.
  bool strays = true;
  double pulled = 0;  // by what forces other than gravity take it off the first course in the step, at most [m]
};

// Contacts are of interest whose gap is at most `near` [m], now or at the end of the step on any of the courses: gap +
// step * (normal velocity).
struct Courses {
  double near = 0;
  std::vector<std::vector<BodyCourse>> courses;  // each: one entry for every body of the model
};

}  // namespace stiction

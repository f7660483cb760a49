// Courses of two shapes, as they come.
#pragma once

#include <random>

#include "collision/mesh/meshes.h"
#include "collision/pair_courses.h"

namespace stiction::test {

// One to four, that move points near `middle` by about `way` [m].
inline PairCourses random_courses(const Vec3& middle, double way, std::mt19937& random) {
  PairCourses courses;
  courses.near = 0.1 * way;
  courses.count = 1 + static_cast<int>(random() % PairCourses::kMost);
  for (int i = 0; i < courses.count; ++i) {
    const Vec3 turn = way * random_vector(random), at_middle = way * random_vector(random);
    courses.course[i] = {at_middle - turn.cross(middle), turn};
  }
  return courses;
}

}  // namespace stiction::test

// How two rigid bodies move past each other in a step, and which of their contacts that makes of interest.
#pragma once

#include <algorithm>
#include <array>

#include "base/types.h"

namespace stiction {

// Of the second body against the first in a step, where both are at x: shift + turn x x [m].
struct PairCourse {
  Vec3 shift = Vec3::Zero(), turn = Vec3::Zero();

  Vec3 at(const Vec3& x) const { return shift + turn.cross(x); }
  bool operator==(const PairCourse& other) const { return shift == other.shift && turn == other.turn; }
};

// Contacts are of interest whose gap is at most `near` [m], now or at the end of the step on one of the courses.
struct PairCourses {
  static constexpr int kMost = 4;

  double near = 0;  // [m]
  int count = 0;    // none: not known, and all contacts are of interest
  std::array<PairCourse, kMost> course;

  // A contact at a point, with the normal from the first body to the second.
  bool concern(const Vec3& point, const Vec3& normal, double gap) const {
    if (count == 0 || gap <= near) return true;
    return std::any_of(course.begin(), course.begin() + count,
                       [&](const PairCourse& own) { return gap + normal.dot(own.at(point)) <= near; });
  }
  // In coordinates with x = rotation * (own coordinates) + position.
  PairCourses seen_from(const Mat3& rotation, const Vec3& position) const {
    PairCourses seen = *this;
    for (int i = 0; i < count; ++i) {
      seen.course[i] = {rotation.transpose() * course[i].at(position), rotation.transpose() * course[i].turn};
    }
    return seen;
  }
  // Of the first body against the second.
  PairCourses reversed() const {
    PairCourses other = *this;
    for (int i = 0; i < count; ++i) other.course[i] = {-course[i].shift, -course[i].turn};
    return other;
  }
};

}  // namespace stiction

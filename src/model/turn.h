// Rotation vectors: axis times angle [rad].
#pragma once

#include <cmath>

#include "base/types.h"

namespace stiction {

inline Quat turned_by(const Vec3& turn) {
  const double angle = turn.norm();
  return angle > 0 ? Quat(Eigen::AngleAxisd(angle, turn / angle)) : Quat::Identity();
}

// Rotation vector of a unit quaternion, at most half a turn.
inline Vec3 turn_of(const Quat& rotation) {
  const double sign = rotation.w() < 0 ? -1 : 1;
  const double sine = rotation.vec().norm();
  if (sine == 0) return Vec3::Zero();
  return sign * 2 * std::atan2(sine, sign * rotation.w()) / sine * rotation.vec();
}

}  // namespace stiction

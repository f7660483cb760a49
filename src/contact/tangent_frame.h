// Tangents of a contact from its normal.
#pragma once

#include "base/types.h"

namespace stiction {

// Rows: normal, tangent 1, tangent 2 (right-handed). The frame changes smoothly with the normal except where
// |n_x| passes 0.8, so that contacts with axis-parallel normals keep their tangents whatever the round-off.
inline Mat3 tangent_frame(const Vec3& normal) {
  const Vec3 axis = std::abs(normal.x()) <= 0.8 ? Vec3::UnitX() : Vec3::UnitY();
  const Vec3 t1 = (axis - normal * normal.dot(axis)).normalized();
  Mat3 frame;
  frame.row(0) = normal;
  frame.row(1) = t1;
  frame.row(2) = normal.cross(t1);
  return frame;
}

}  // namespace stiction

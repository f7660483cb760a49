// What animals are made of: distances to a part, in the units of the animal.
#pragma once

#include "geometry/solids/primitives.h"

namespace stiction::solid_kinds {

inline double ball(const Vec3& p, const Vec3& centre, double radius) {
  return (p - centre).norm() - radius;
}

// A lower bound.
inline double egg(const Vec3& p, const Vec3& centre, const Vec3& semi_axes) {
  return ellipsoid_distance(p - centre, semi_axes);
}

inline double limb(const Vec3& p, const Vec3& a, double radius_a, const Vec3& b, double radius_b) {
  return tapered_capsule_distance(p, a, radius_a, b, radius_b);
}

// Both sides of an animal are the same: every part off the middle is built on the left and sees the point mirrored.
inline Vec3 on_the_left(const Vec3& p) {
  return {p.x(), p.y() < 0 ? -p.y() : p.y(), p.z()};
}

}  // namespace stiction::solid_kinds

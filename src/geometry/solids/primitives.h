// Signed distances that several kinds of solids are made of: exact unless said otherwise. Lengths in metres.
#pragma once

#include "base/types.h"

namespace stiction {

// The box about the origin with these half lengths of its edges.
double box_distance(const Vec3& p, const Vec3& half);
// A rectangle about the origin with corners rounded by `rounding`, at most the smaller half.
double rectangle_distance(const Vec2& p, const Vec2& half, double rounding);
// Lower bound of the distance to an ellipsoid about the origin with these semi-axes.
double ellipsoid_distance(const Vec3& p, const Vec3& semi_axes);
// The hull of two spheres; |radius_a - radius_b| < |a - b|.
double tapered_capsule_distance(const Vec3& p, const Vec3& a, double radius_a, const Vec3& b, double radius_b);
// Lower bound of the distance to a hexagonal prism along z, -half_height <= z <= half_height, flats at distance
// `apothem` from the axis, two of them facing +-x.
double hexagonal_prism_distance(const Vec3& p, double apothem, double half_height);

}  // namespace stiction

// Signed distances of simple solids about the origin: exact unless said otherwise. Lengths in metres.
#pragma once

#include "base/types.h"

namespace stiction {

double box_distance(const Vec3& p, const Vec3& half);
double capsule_distance(const Vec3& p, double radius, double length);
double cylinder_distance(const Vec3& p, double radius, double length);
double torus_distance(const Vec3& p, double radius, double thickness);
// Lower bound of the distance to an ellipsoid with these semi-axes.
double ellipsoid_distance(const Vec3& p, const Vec3& semi_axes);
// The hull of two spheres; |radius_a - radius_b| < |a - b|.
double tapered_capsule_distance(const Vec3& p, const Vec3& a, double radius_a, const Vec3& b, double radius_b);
// Lower bound of the distance to a hexagonal prism along z, -half_height <= z <= half_height, flats at distance
// `apothem` from the axis, two of them facing +-x.
double hexagonal_prism_distance(const Vec3& p, double apothem, double half_height);

}  // namespace stiction

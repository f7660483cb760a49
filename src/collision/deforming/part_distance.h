// How far a point is from a rigid part, at least.
#pragma once

#include "collision/placed_shapes.h"

namespace stiction {

// A lower bound on the signed distance [m].
double distance_bound(const PlacedPart& part, const Vec3& point);
// The largest signed distance from the planes of a polyhedron's faces: a lower bound outside, exact inside [m].
double highest_over_faces(const WorldConvex& convex, const Vec3& point);

}  // namespace stiction

// How far a point is from a rigid part, at least.
#pragma once

#include "collision/placed_shapes.h"

namespace stiction {

// A lower bound on the signed distance [m].
double distance_bound(const PlacedPart& part, const Vec3& point);

}  // namespace stiction

// A sitting bunny that looks along +x, z up, within about `radius` of the origin. A 1-Lipschitz lower bound.
#pragma once

#include "base/types.h"

namespace stiction {

double bunny_distance(const Vec3& p, double radius);
// Holds every point whose bunny_distance is at most `level` [m].
Aabb bunny_bounds(double radius, double level);

}  // namespace stiction

// Rocks and logs: smooth bodies displaced by noise. All are 1-Lipschitz lower bounds of the distance.
#pragma once

#include "geometry/solids/solid.h"

namespace stiction {

double rock_distance(const Solid& rock, const Vec3& p);
// Holds every point whose rock_distance is at most `level` [m]; same below.
Aabb rock_bounds(const Solid& rock, double level);

double log_distance(const Solid& log, const Vec3& p);
Aabb log_bounds(const Solid& log, double level);

}  // namespace stiction

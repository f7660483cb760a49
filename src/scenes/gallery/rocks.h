// Rocks for scenes: a few meshes that many bodies share. Internal to this room.
#pragma once

#include <vector>

#include "geometry/shape.h"

namespace stiction::building {

// `kinds` different rocks of about this radius [m]; spacing of the surface samples radius / 4.
std::vector<MeshShape> make_rocks(int kinds, double radius, unsigned seed);

}  // namespace stiction::building

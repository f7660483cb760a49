// Rocks for scenes: a few meshes that many bodies share. Internal to this room.
#pragma once

#include <vector>

#include "geometry/shape.h"

namespace stiction::building {

// `kinds` different rocks of about this radius [m]; meshes with edges of a third of it, samples half of it apart.
// thickness [m]: with a flat top and bottom that far apart; 0 for whole rocks.
std::vector<MeshShape> make_rocks(int kinds, double radius, unsigned seed, double thickness = 0);

}  // namespace stiction::building

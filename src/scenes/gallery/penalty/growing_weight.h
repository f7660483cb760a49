// Bodies that are set down gently. Internal to the gallery.
//
// Soft bodies that get all their weight at once bounce on each other for long, and what bounces slides where it would
// stick. So their weight comes slowly: the ground and all that is on it start upwards together, and the ground slows
// down, at first as things do that are thrown, which have no weight, until it stands. With weights that grow as
// s = 3 x^2 - 2 x^3, x = t / T, it slows down by g (1 - s):
//
//   speed    g T (1/2 - x + x^3 - x^4 / 2)
//   height   -g T^2 ((1 - x) / 2 - (1 - x^2) / 2 + (1 - x^4) / 4 - (1 - x^5) / 10)
#pragma once

#include "model/model.h"

namespace stiction::building {

// Until `time` [s] the body "ground", which is fixed, moves so, and all bodies begin lower, with its speed: after that
// they are where they would have been. step: of the scene [s]; every one has a speed of its own.
void let_weight_grow(Model& model, double time, double step);

}  // namespace stiction::building

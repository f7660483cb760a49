// That nothing but what a scene says acts on its bodies. Internal to the gallery.
#pragma once

#include "scenes/expectation.h"

namespace stiction::building {

// The linear momentum of all bodies stays what it was at the start, to this share of the sum of its sizes over the
// bodies: for scenes without gravity and fixed bodies.
Expectation expect_momentum_kept(double share);

}  // namespace stiction::building

// Where a bent beam is, for scenes that compare it with a closed form.
#pragma once

#include "scenes/expectation.h"

namespace stiction::building {

// Height of the beam's middle line at x in the undeformed body, from the vertices nearest to it [m].
double height_at(const Moment& moment, int body, double x);

}  // namespace stiction::building

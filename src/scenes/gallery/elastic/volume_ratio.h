// That bodies which bend far do not turn inside out. Internal to the gallery.
#pragma once

#include "scenes/expectation.h"

namespace stiction::building {

// The volume ratio of the bodies that a pattern names never falls to `least` or below where it is watched, see
// smallest_volume_ratio.
Expectation expect_not_inside_out(const std::string& bodies, double least = 0);

}  // namespace stiction::building

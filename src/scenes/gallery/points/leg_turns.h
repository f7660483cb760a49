// Legs that slide in turns. Internal to the gallery.
#pragma once

#include <string>

#include "scenes/expectation.h"

namespace stiction::building {

// When fore or hind legs slide alone: both tips of a pair are faster than `slide` downhill [m/s] and carry at least
// `carried` [N] together (else they hop), while the others are slower than `halt` [m/s].
struct LegTurns {
  int times = 0;  // the pairs take turns at least so often: fore alone, then hind alone, or the other way round
  double slide = 0, halt = 0, carried = 0;
};
// Of a body with four legs on the body "ground", downhill along its x.
Expectation expect_legs_take_turns(const std::string& body, const LegTurns& turns);

}  // namespace stiction::building

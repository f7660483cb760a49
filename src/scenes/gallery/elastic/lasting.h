// What must hold however long a scene runs. Internal to the gallery.
#pragma once

#include "scenes/expectation.h"

namespace stiction::building {

// When bodies count as having come to rest, and what is asked of them from then on. A body rests once its centre of
// mass has been slower than `speed` for as long as `calm`.
struct Rest {
  std::string bodies = "*";  // pattern
  double speed = 1e-4;       // [m/s]
  double calm = 0.2;         // [s]
  double by = 10;            // all of them rest then [s]; runs that end sooner do not show it
};

// Bodies that have come to rest stay within `displacement` [m] of there.
Expectation expect_stays_at_rest(const Rest& rest, double displacement);

// Penetration is at most `impact` [m] until all bodies rest, and `resting` [m] afterwards.
Expectation expect_penetration_until_rest(const Rest& rest, double impact, double resting);

// From `from` [s] on the total energy never exceeds its least value since then by more than `rise` [J]: for scenes that
// nothing drives, or no longer.
Expectation expect_energy_falls(double rise, double from = 0);

// From `from` [s] on, later than the start, the largest penetration of a step never exceeds its least value since then
// by more than `rise` [m].
Expectation expect_penetration_falls(double rise, double from);

}  // namespace stiction::building

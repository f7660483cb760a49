// What is expected of chairs on a plane that inclines. Internal to this room.
#pragma once

#include "scenes/expectation.h"

namespace stiction {

// All of bodies "chair*" on the body "ground", over it and in its own coordinates, whose x leads downhill. Times [s].
struct ChairWindow {
  double from = 0, to = 0;
};

// How far any foot of any chair gets over the ground from where it is when the window opens: at most this [m].
Expectation expect_feet_stick(const ChairWindow& window, double at_most);
// How far the feet of every chair get: more than this [m].
Expectation expect_feet_slide(const ChairWindow& window, double more_than);
// The downhill speed of leg tips against that of their chair, less its mean over the window: the root of the mean
// square over the legs of a chair is within [min, max] for every chair [m/s].
Expectation expect_legs_swing(const ChairWindow& window, double min, double max);
// How often a leg tip, all in all, comes to a halt after it has slid, at least, for every chair: slower than `halt`
// after faster than `slide` [m/s].
Expectation expect_legs_stick_and_slip(const ChairWindow& window, int times, double halt, double slide);

}  // namespace stiction

// What is expected of chairs on a plane that inclines. Internal to this room.
#pragma once

#include "scenes/expectation.h"

namespace stiction {

// All of bodies "chair*" on the body "ground", over it and in its own coordinates, whose x leads downhill. Times [s].
struct ChairWindow {
  double from = 0, to = 0;
};

// Every chair has a foot that gets at most this far over the ground from where it is when the window opens [m]. The
// others may follow as those that carry the chair bend.
Expectation expect_chairs_stick(const ChairWindow& window, double at_most);
// All feet of every chair get farther than this [m].
Expectation expect_chairs_slide(const ChairWindow& window, double more_than);
// The downhill speed of leg tips against that of their chair, less its mean over the window: the root of the mean
// square over the legs of a chair is within [min, max] for every chair [m/s].
Expectation expect_legs_swing(const ChairWindow& window, double min, double max);
// How often a leg tip, all in all, comes to a halt after it has slid, at least, for every chair: slower than `halt`
// after faster than `slide` [m/s].
Expectation expect_legs_stick_and_slip(const ChairWindow& window, int times, double halt, double slide);

}  // namespace stiction

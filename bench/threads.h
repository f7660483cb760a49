// What a second thread brings: steps of scenes, and a loop that has nothing to wait for, in the same minutes.
#pragma once

#include <string>

namespace stiction::bench {

// Slices of steps on one and on two threads take turns, with slices of the plain loop between them, so that whatever
// else the machine does falls on all alike; figures are medians over slices. seconds: wall time per scene [s].
// One JSON object, a member per scene.
std::string threads_json(double seconds);

}  // namespace stiction::bench

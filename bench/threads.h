// What a second thread brings: steps of scenes, and a loop that has nothing to wait for, in the same minutes.
#pragma once

#include <string>

namespace stiction::bench {

// Slices of steps on one and on two threads take turns, with slices of the plain loop between them. A round counts if
// the plain loop found two processors free before and after the steps on two threads and if no thread had to wait for
// one; figures are medians over these rounds, or over all if there are fewer than five. seconds: wall time per scene
// [s]. One JSON object, a member per scene.
std::string threads_json(double seconds);

}  // namespace stiction::bench

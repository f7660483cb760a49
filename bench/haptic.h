// The scene `haptic` in real time: steps paced by a clock, on one thread, with a budget for every solve.
#pragma once

#include <string>

namespace stiction::bench {

// Runs every case for `seconds` of wall time; one JSON object.
std::string haptic_json(double seconds);
// The same among elastic blocks.
std::string soft_haptic_json(double seconds);

}  // namespace stiction::bench

// A long recording of a large pile, made up rather than simulated: what writing, opening and showing one costs.
#pragma once

#include <cstdint>
#include <string>

namespace stiction::bench {

struct LongRecording {
  int bodies = 2000;
  std::int64_t frames = 6000;
  double every = 0.1;     // simulated time from frame to frame [s]
  double pouring = 60;    // the bodies fall in one after the other during this time [s]
  int contacts_each = 4;  // of a body that lies
};

// Bodies of the scene `pile` fall, bounce not, and lie; what lies differs from frame to frame by rounding noise, in
// poses, velocities and forces. Returns one JSON object: size, times, peak memory.
std::string long_recording_json(const LongRecording& wanted, const std::string& path);

}  // namespace stiction::bench

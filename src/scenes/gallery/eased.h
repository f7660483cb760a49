// Smooth scripted ways. Internal to this room.
#pragma once

#include <algorithm>

namespace stiction::building {

// From 0 to 1 between two times, without a jump of velocity or acceleration; the largest one is kEasedPeak / time^2.
inline constexpr double kEasedPeak = 5.7735;
inline double eased(double from, double to, double time) {
  const double s = std::clamp((time - from) / (to - from), 0.0, 1.0);
  return s * s * s * (10 + s * (6 * s - 15));
}

}  // namespace stiction::building

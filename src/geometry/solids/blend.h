// Sharp and smooth combinations of two signed distances.
#pragma once

#include <algorithm>
#include <cmath>

namespace stiction {

// The minimum, lowered by at most width / 4 where a and b differ by less than `width` [m]: a quadratic blend,
// continuously differentiable. Its gradient is a convex combination of those of a and b, so that 1-Lipschitz functions
// stay so.
inline double smooth_min(double a, double b, double width) {
  if (width <= 0) return std::min(a, b);
  const double overlap = std::max(width - std::abs(a - b), 0.0) / width;
  return std::min(a, b) - 0.25 * width * overlap * overlap;
}

inline double smooth_max(double a, double b, double width) {
  return -smooth_min(-a, -b, width);
}

}  // namespace stiction

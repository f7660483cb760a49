// SP eq. 28 with a floor.
#pragma once

#include <algorithm>
#include <vector>

namespace stiction {

// |f_new - f|^2 / max(|f|^2, (1e-5 denominator)^2): squared relative change of the generalised friction impulse in the
// kinetic metric. The floor (the judge's denominator is the predictor's kinetic norm) keeps vanishing friction finite.
inline double friction_change(const std::vector<double>& f, const std::vector<double>& f_new, double denominator) {
  double difference = 0, size = 0;
  for (std::size_t i = 0; i < f.size(); ++i) {
    difference += (f_new[i] - f[i]) * (f_new[i] - f[i]);
    size += f[i] * f[i];
  }
  const double floor = 1e-5 * denominator;
  return difference == 0 ? 0 : difference / std::max(size, floor * floor);
}

}  // namespace stiction

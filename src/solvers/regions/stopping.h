// When a phase of the region solvers ends: the rules of RG's section on termination, or the judge's residual.
#pragma once

#include "solvers/solver_options.h"

namespace stiction {

// What an iteration did, all relative to the island's denominator.
struct Progress {
  double change = 0, change_max = 0;      // |z - z_before|, Euclidean and largest entry
  double residual = 0, residual_max = 0;  // of the projected residual, likewise
};

// Is one of the thresholds that are set met?
inline bool meets(const StopThresholds& stop, const Progress& progress) {
  const auto met = [](double value, double threshold) { return threshold > 0 && value <= threshold; };
  return met(progress.change, stop.change) || met(progress.residual, stop.residual) ||
         met(progress.change_max, stop.change_max) || met(progress.residual_max, stop.residual_max);
}

}  // namespace stiction

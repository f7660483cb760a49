// Amplitudes of a signal over frequency.
#pragma once

#include <vector>

namespace stiction::bench {

struct Spectrum {
  double resolution = 0;           // from bin to bin [Hz]
  std::vector<double> amplitudes;  // of sine waves at 0, resolution, 2 resolution, ... Hz; in the signal's unit

  // Where the amplitude is largest at or above `from` [Hz], between bins by a parabola.
  double dominant(double from) const;
  double largest(double from) const;
};

// Of samples `step` [s] apart, less their straight line, seen through Hann's window; a sine wave has its own amplitude.
// Frequencies up to `highest` [Hz], bins as far apart as the signal's length allows, over `refine`.
Spectrum spectrum_of(const std::vector<double>& samples, double step, double highest, int refine = 4);

}  // namespace stiction::bench

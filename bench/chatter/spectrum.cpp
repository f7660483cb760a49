#include "chatter/spectrum.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

namespace stiction::bench {
namespace {

// What is left of the samples without the straight line that fits them best.
std::vector<double> without_line(const std::vector<double>& samples) {
  const double n = static_cast<double>(samples.size()), middle = (n - 1) / 2;
  double mean = 0, slope = 0, spread = 0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const double t = static_cast<double>(i) - middle;
    mean += samples[i] / n;
    slope += t * samples[i];
    spread += t * t;
  }
  std::vector<double> rest(samples.size());
  for (std::size_t i = 0; i < samples.size(); ++i) {
    rest[i] = samples[i] - mean - slope / spread * (static_cast<double>(i) - middle);
  }
  return rest;
}

}  // namespace

Spectrum spectrum_of(const std::vector<double>& samples, double step, double highest, int refine) {
  Spectrum spectrum;
  if (samples.size() < 3) return spectrum;
  const double n = static_cast<double>(samples.size());
  std::vector<double> windowed = without_line(samples);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    windowed[i] *= 1 - std::cos(2 * std::numbers::pi * (static_cast<double>(i) + 0.5) / n);
  }
  spectrum.resolution = 1 / (n * step * refine);
  const int bins = static_cast<int>(std::min(highest, 0.5 / step) / spectrum.resolution) + 1;
  for (int bin = 0; bin < bins; ++bin) {
    const double turn = 2 * std::numbers::pi * bin * spectrum.resolution * step;
    std::complex<double> sum = 0;
    for (std::size_t i = 0; i < samples.size(); ++i)
      sum += windowed[i] * std::polar(1.0, -turn * static_cast<double>(i));
    spectrum.amplitudes.push_back(2 * std::abs(sum) / n);
  }
  return spectrum;
}

double Spectrum::largest(double from) const {
  double most = 0;
  for (std::size_t i = 0; i < amplitudes.size(); ++i) {
    if (static_cast<double>(i) * resolution >= from) most = std::max(most, amplitudes[i]);
  }
  return most;
}

double Spectrum::dominant(double from) const {
  const double most = largest(from);
  for (std::size_t i = 1; i + 1 < amplitudes.size(); ++i) {
    if (static_cast<double>(i) * resolution < from || amplitudes[i] != most) continue;
    const double a = amplitudes[i - 1], b = amplitudes[i], c = amplitudes[i + 1], bend = a - 2 * b + c;
    const double shift = bend == 0 ? 0 : 0.5 * (a - c) / bend;
    return (static_cast<double>(i) + shift) * resolution;
  }
  return 0;
}

}  // namespace stiction::bench

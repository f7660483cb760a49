// Smooth noise and random numbers from integer hashes: the same bits on every machine.
#pragma once

#include <cstdint>

#include "base/types.h"

namespace stiction {

// Uniform in [0, 1), the index-th number of a seed.
double hashed_unit(unsigned seed, std::uint64_t index);
inline double hashed_between(unsigned seed, std::uint64_t index, double low, double high) {
  return low + (high - low) * hashed_unit(seed, index);
}
// A unit vector; all directions possible, close to uniform.
Vec3 hashed_direction(unsigned seed, std::uint64_t index);

// Value noise in [-1, 1]: random numbers at the integer points, interpolated with fifth-degree steps (twice
// continuously differentiable).
double value_noise(unsigned seed, const Vec3& p);

// Lipschitz constant of value_noise. With s the step and u = s(t) per axis, the interpolant is the mean of +-1-bounded
// corner values under independent weights u, and Bessel's inequality bounds sum_i u_i (1 - u_i) (df/du_i)^2 by 1. So
// |grad| <= max s'(t) / sqrt(s (1 - s)) = 15/4, taken at t = 1/2.
constexpr double kNoiseSlope = 3.75;

// A sum of `octaves` noises; octave k has frequency * 2^k and amplitude * gain^k.
struct NoiseSum {
  unsigned seed = 1;
  double amplitude = 0;  // of the first octave [m]
  double frequency = 1;  // of the first octave [1/m]
  double gain = 0.5;
  int octaves = 1;

  double at(const Vec3& p) const;
  double max() const;    // bound on |at| [m]
  double slope() const;  // Lipschitz constant
};

}  // namespace stiction

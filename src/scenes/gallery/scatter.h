// Reproducible scatter for scenes with many bodies. Internal to this room.
#pragma once

#include <cmath>
#include <numbers>

#include "base/hash.h"
#include "base/types.h"

namespace stiction::building {

// A number in [0, 1) that depends on both alone.
inline double scattered(std::uint64_t seed, std::uint64_t index) {
  return static_cast<double>(mix_hash(seed, index) >> 11) * 0x1p-53;
}

// A sequence of numbers that depends on its seed alone, the same bits everywhere.
class Scatter {
 public:
  explicit Scatter(std::uint64_t seed) : seed_(seed) {}

  // In [0, 1).
  double unit() { return scattered(seed_, ++count_); }
  double between(double min, double max) { return min + (max - min) * unit(); }
  Vec3 within(double reach) {
    const double x = between(-reach, reach), y = between(-reach, reach);
    return {x, y, between(-reach, reach)};
  }
  // Any orientation, none preferred (Shoemake's method).
  Quat rotation() {
    const double s = unit(), a = 2 * std::numbers::pi * unit(), b = 2 * std::numbers::pi * unit();
    const double p = std::sqrt(1 - s), q = std::sqrt(s);
    return Quat(q * std::cos(b), p * std::sin(a), p * std::cos(a), q * std::sin(b)).normalized();
  }

 private:
  std::uint64_t seed_;
  std::uint64_t count_ = 0;
};

}  // namespace stiction::building

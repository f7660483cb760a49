#include "geometry/solids/noise.h"

#include <cmath>

#include "base/hash.h"

namespace stiction {
namespace {

double step(double t) {
  return t * t * t * (10 + t * (6 * t - 15));
}

double corner_value(unsigned seed, std::int64_t x, std::int64_t y, std::int64_t z) {
  const std::uint64_t xy = mix_hash(static_cast<std::uint64_t>(x), static_cast<std::uint64_t>(y));
  return 2 * hashed_unit(seed, mix_hash(xy, static_cast<std::uint64_t>(z))) - 1;
}

double mixed(double a, double b, double t) {
  return a + (b - a) * t;
}

}  // namespace

double hashed_unit(unsigned seed, std::uint64_t index) {
  return static_cast<double>(mix_hash(index, mix_hash(seed, 0x5eed)) >> 11) * 0x1p-53;
}

Vec3 hashed_direction(unsigned seed, std::uint64_t index) {
  // The first of a sequence of points in the cube that lies in the unit ball's shell.
  for (std::uint64_t attempt = 0; attempt < 32; ++attempt) {
    const std::uint64_t base = mix_hash(index, 3 * attempt);
    const Vec3 p(hashed_between(seed, base, -1, 1), hashed_between(seed, base + 1, -1, 1),
                 hashed_between(seed, base + 2, -1, 1));
    const double length = p.norm();
    if (length > 0.2 && length < 1) return p / length;
  }
  return Vec3::UnitZ();
}

double value_noise(unsigned seed, const Vec3& p) {
  const Vec3 low(std::floor(p.x()), std::floor(p.y()), std::floor(p.z()));
  const auto x = static_cast<std::int64_t>(low.x()), y = static_cast<std::int64_t>(low.y()),
             z = static_cast<std::int64_t>(low.z());
  const double u = step(p.x() - low.x()), v = step(p.y() - low.y()), w = step(p.z() - low.z());
  double layer[2];
  for (int k = 0; k < 2; ++k) {
    const double front = mixed(corner_value(seed, x, y, z + k), corner_value(seed, x + 1, y, z + k), u);
    const double back = mixed(corner_value(seed, x, y + 1, z + k), corner_value(seed, x + 1, y + 1, z + k), u);
    layer[k] = mixed(front, back, v);
  }
  return mixed(layer[0], layer[1], w);
}

double NoiseSum::at(const Vec3& p) const {
  double sum = 0, size = amplitude, scale = frequency;
  for (int k = 0; k < octaves; ++k, size *= gain, scale *= 2) {
    sum += size * value_noise(seed + 7919u * static_cast<unsigned>(k), scale * p);
  }
  return sum;
}

double NoiseSum::max() const {
  double sum = 0, size = amplitude;
  for (int k = 0; k < octaves; ++k, size *= gain) sum += size;
  return sum;
}

double NoiseSum::slope() const {
  double sum = 0, size = amplitude * frequency;
  for (int k = 0; k < octaves; ++k, size *= 2 * gain) sum += size;
  return kNoiseSlope * sum;
}

}  // namespace stiction

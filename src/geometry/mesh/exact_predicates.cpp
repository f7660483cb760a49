#include "geometry/mesh/exact_predicates.h"

#include <array>
#include <cmath>

namespace stiction {
namespace {

constexpr double kUnit = 0x1p-53;  // half a unit in the last place of 1
constexpr double kBound2d = (3 + 16 * kUnit) * kUnit;
constexpr double kBound3d = (7 + 56 * kUnit) * kUnit;

int sign_of(double x) {
  return (x > 0) - (x < 0);
}

// a + b = sum + error, exactly.
struct TwoSum {
  double sum, error;
};
TwoSum two_sum(double a, double b) {
  const double sum = a + b;
  const double b_part = sum - a;
  const double a_part = sum - b_part;
  return {sum, (a - a_part) + (b - b_part)};
}

// The upper 26 bits of a.
double upper_half(double a) {
  const double c = 0x1.0000002p27 * a;  // (2^27 + 1) a
  return c - (c - a);
}

// a * b = sum + error, exactly.
TwoSum two_product(double a, double b) {
  const double product = a * b;
  const double a_high = upper_half(a), b_high = upper_half(b);
  const double a_low = a - a_high, b_low = b - b_high;
  return {product, a_low * b_low - (((product - a_high * b_high) - a_low * b_high) - a_high * b_low)};
}

// A number as a sum of up to N non-overlapping doubles, smallest first, none of them zero.
template <int N>
struct Expansion {
  std::array<double, N> parts;
  int size = 0;

  // Adds one double. Every part passes through the sum once, so that nothing is lost.
  void add(double x) {
    int kept = 0;
    for (int i = 0; i < size; ++i) {
      const TwoSum s = two_sum(x, parts[i]);
      x = s.sum;
      if (s.error != 0) parts[kept++] = s.error;
    }
    if (x != 0) parts[kept++] = x;
    size = kept;
  }
  template <int M>
  void add(const Expansion<M>& other, double sign) {
    for (int i = 0; i < other.size; ++i) add(sign * other.parts[i]);
  }
  int sign() const { return size == 0 ? 0 : sign_of(parts[size - 1]); }
};

Expansion<2> difference(double a, double b) {
  Expansion<2> result;
  const TwoSum s = two_sum(a, -b);
  if (s.error != 0) result.parts[result.size++] = s.error;
  if (s.sum != 0) result.parts[result.size++] = s.sum;
  return result;
}

template <int N, int M>
Expansion<2 * N * M> product(const Expansion<N>& a, const Expansion<M>& b) {
  Expansion<2 * N * M> result;
  for (int i = 0; i < a.size; ++i) {
    for (int j = 0; j < b.size; ++j) {
      const TwoSum p = two_product(a.parts[i], b.parts[j]);
      result.add(p.error);
      result.add(p.sum);
    }
  }
  return result;
}

// a d - b c
Expansion<16> minor_of(const Expansion<2>& a, const Expansion<2>& b, const Expansion<2>& c, const Expansion<2>& d) {
  Expansion<16> result;
  result.add(product(a, d), 1);
  result.add(product(b, c), -1);
  return result;
}

int exact_orient2d(const Vec2& a, const Vec2& b, const Vec2& c) {
  return minor_of(difference(a.x(), c.x()), difference(a.y(), c.y()), difference(b.x(), c.x()),
                  difference(b.y(), c.y()))
      .sign();
}

int exact_orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  std::array<std::array<Expansion<2>, 3>, 3> m;
  const std::array<const Vec3*, 3> points = {&a, &b, &c};
  for (int row = 0; row < 3; ++row) {
    for (int i = 0; i < 3; ++i) m[row][i] = difference((*points[row])[i], d[i]);
  }
  Expansion<192> determinant;
  for (int row = 0; row < 3; ++row) {
    const auto& p = m[(row + 1) % 3];
    const auto& q = m[(row + 2) % 3];
    determinant.add(product(m[row][2], minor_of(p[0], p[1], q[0], q[1])), 1);
  }
  return determinant.sign();
}

struct Estimate {
  double value;
  double error;  // bound on |value - exact|
};

Estimate estimate3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const Vec3 u = a - d, v = b - d, w = c - d;
  const double vw = v.x() * w.y(), wv = w.x() * v.y();
  const double wu = w.x() * u.y(), uw = u.x() * w.y();
  const double uv = u.x() * v.y(), vu = v.x() * u.y();
  const double size = (std::abs(vw) + std::abs(wv)) * std::abs(u.z()) +
                      (std::abs(wu) + std::abs(uw)) * std::abs(v.z()) + (std::abs(uv) + std::abs(vu)) * std::abs(w.z());
  return {u.z() * (vw - wv) + v.z() * (wu - uw) + w.z() * (uv - vu), kBound3d * size};
}

Estimate estimate2d(const Vec2& a, const Vec2& b, const Vec2& c) {
  const double left = (a.x() - c.x()) * (b.y() - c.y());
  const double right = (a.y() - c.y()) * (b.x() - c.x());
  return {left - right, kBound2d * (std::abs(left) + std::abs(right))};
}

int quick_sign(const Estimate& estimate) {
  return std::abs(estimate.value) > estimate.error ? sign_of(estimate.value) : 0;
}

}  // namespace

int quick_orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  return quick_sign(estimate3d(a, b, c, d));
}

int quick_orient2d(const Vec2& a, const Vec2& b, const Vec2& c) {
  return quick_sign(estimate2d(a, b, c));
}

int orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const Estimate estimate = estimate3d(a, b, c, d);
  if (std::abs(estimate.value) > estimate.error) return sign_of(estimate.value);
  if (estimate.error == 0) return 0;  // every product is zero: nothing was rounded
  return exact_orient3d(a, b, c, d);
}

int orient2d(const Vec2& a, const Vec2& b, const Vec2& c) {
  const Estimate estimate = estimate2d(a, b, c);
  if (std::abs(estimate.value) > estimate.error) return sign_of(estimate.value);
  if (estimate.error == 0) return 0;
  return exact_orient2d(a, b, c);
}

std::vector<Vec3> normalised_vertices(const std::vector<Vec3>& vertices) {
  double largest = 0;
  for (const Vec3& v : vertices) largest = std::max(largest, v.cwiseAbs().maxCoeff());
  if (largest == 0) return vertices;
  int exponent = 0;
  std::frexp(largest, &exponent);
  std::vector<Vec3> result = vertices;
  for (Vec3& v : result) {
    for (double& x : v) {
      x = std::ldexp(x, -exponent);
      if (std::abs(x) < 0x1p-300) x = 0;
    }
  }
  return result;
}

}  // namespace stiction

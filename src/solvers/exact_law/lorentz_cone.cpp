#include "solvers/exact_law/lorentz_cone.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiction::lorentz {

Vec3 quotient(const Vec3& a, const Vec3& b) {
  const double first = (a[0] * b[0] - a[1] * b[1] - a[2] * b[2]) / determinant(a);
  return {first, (b[1] - a[1] * first) / a[0], (b[2] - a[2] * first) / a[0]};
}

// Eigenvalue by eigenvalue: z u = tau, z - u = y for numbers.
CentralPair::CentralPair(const Vec3& y, double tau) {
  const double length = y.tail<2>().norm();
  const Vec2 direction = length > 0 ? Vec2(y.tail<2>() / length) : Vec2(1, 0);
  const auto positive_root = [tau](double a) {
    const double root = std::sqrt(a * a + 4 * tau);
    return a > 0 ? (a + root) / 2 : 2 * tau / (root - a);
  };
  const auto vector = [&direction](double less, double more) {
    const Vec2 t = (more - less) / 2 * direction;
    return Vec3((more + less) / 2, t[0], t[1]);
  };
  const double less = y[0] - length, more = y[0] + length;
  z = vector(positive_root(less), positive_root(more));
  u = vector(positive_root(-less), positive_root(-more));
}

Scaling::Scaling(const Vec3& z, const Vec3& u) {
  const double z_length = std::sqrt(determinant(z)), u_length = std::sqrt(determinant(u));
  const Vec3 z_unit = z / z_length, u_unit = u / u_length;
  const double middle = std::sqrt((1 + z_unit.dot(u_unit)) / 2);
  const Vec3 w = (z_unit + Vec3(u_unit[0], -u_unit[1], -u_unit[2])) / (2 * middle);
  const double size = std::sqrt(z_length / u_length);
  const Vec2 t = w.tail<2>();
  W(0, 0) = w[0];
  W.block<1, 2>(0, 1) = t.transpose();
  W.block<2, 1>(1, 0) = t;
  W.block<2, 2>(1, 1) = Mat2::Identity() + t * t.transpose() / (1 + w[0]);
  W_inverse = W / size;
  W_inverse.block<1, 2>(0, 1) *= -1;
  W_inverse.block<2, 1>(1, 0) *= -1;
  W *= size;
}

double largest_step(const Vec3& a, const Vec3& d) {
  // Roots of determinant(a + t d) = A t^2 + 2 B t + C.
  const double A = determinant(d), B = a[0] * d[0] - a[1] * d[1] - a[2] * d[2], C = determinant(a);
  double step = std::numeric_limits<double>::infinity();
  const auto take = [&step](double t) {
    if (t > 0) step = std::min(step, t);
  };
  const double discriminant = B * B - A * C;
  if (A == 0) {
    if (B < 0) take(-C / (2 * B));
  } else if (discriminant >= 0) {
    const double q = -(B + std::copysign(std::sqrt(discriminant), B));
    take(q / A);
    if (q != 0) take(C / q);
  }
  if (d[0] < 0) take(-a[0] / d[0]);
  return step;
}

}  // namespace stiction::lorentz

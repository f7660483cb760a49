#include "solvers/pgs/one_contact.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiction {
namespace {

// Principal axes of a symmetric 2x2 matrix by one rotation.
void principal_axes(const Mat2& S, Vec2& values, Mat2& axes) {
  const double angle = 0.5 * std::atan2(2 * S(0, 1), S(0, 0) - S(1, 1));
  const double c = std::cos(angle), s = std::sin(angle);
  axes << c, -s, s, c;
  values[0] = c * c * S(0, 0) + 2 * c * s * S(0, 1) + s * s * S(1, 1);
  values[1] = s * s * S(0, 0) - 2 * c * s * S(0, 1) + c * c * S(1, 1);
}

}  // namespace

void OneContact::prepare(const Mat3& W, double mu) {
  mu_ = mu;
  inverse_normal_ = W(0, 0) > 0 ? 1 / W(0, 0) : 0;
  const Vec2 w = W.block<2, 1>(1, 0);
  const Mat2 schur = W.block<2, 2>(1, 1) - w * w.transpose() * inverse_normal_;
  principal_axes(schur, stiffness_, axes_);
  // Round-off must not make a direction without inertia negative.
  const double floor = 1e-14 * W.trace();
  stiffness_ = stiffness_.cwiseMax(floor);
  coupling_ = axes_.transpose() * w;
}

Vec2 OneContact::axes_impulse(const Vec2& b, double slowness) const {
  return {-b[0] / (stiffness_[0] + slowness), -b[1] / (stiffness_[1] + slowness)};
}

// Sliding: u_t = -k r_t with a slowness k > 0 at which |r_t| = mu r_n. The impulse is outside the cone for k = 0 and
// inside for large k; between them regula falsi (Illinois) with bisection as a guard.
double OneContact::sliding_slowness(const Vec2& b, double q_n) const {
  const auto outside = [&](double k) {
    const Vec2 r = axes_impulse(b, k);
    return r.norm() - mu_ * normal_impulse(q_n, r);
  };
  double low = 0, high = stiffness_.maxCoeff();
  double f_low = outside(low), f_high = outside(high);
  for (int i = 0; i < 200 && f_high > 0; ++i) {
    low = high, f_low = f_high;
    high *= 8;
    f_high = outside(high);
  }
  for (int i = 0; i < 100 && high - low > 1e-15 * high; ++i) {
    double k = high - f_high * (high - low) / (f_high - f_low);
    if (!(k > low && k < high) || i % 4 == 3) k = 0.5 * (low + high);
    const double f = outside(k);
    if (f > 0) {
      low = k, f_low = f;
      if (i % 2 == 0) f_high *= 0.5;
    } else {
      high = k, f_high = f;
      if (f == 0) break;
      if (i % 2 == 0) f_low *= 0.5;
    }
  }
  return high;
}

Vec3 OneContact::solve(const Vec3& q) const {
  if (q[0] >= 0 || inverse_normal_ == 0) return Vec3::Zero();
  if (mu_ == 0) return {-q[0] * inverse_normal_, 0, 0};
  const Vec2 b = axes_.transpose() * q.tail<2>() - coupling_ * (q[0] * inverse_normal_);
  Vec2 r = axes_impulse(b, 0);
  double normal = normal_impulse(q[0], r);
  if (!(normal >= 0 && r.norm() <= mu_ * normal)) {
    r = axes_impulse(b, sliding_slowness(b, q[0]));
    normal = normal_impulse(q[0], r);
  }
  Vec3 impulse;
  impulse << normal, axes_ * r;
  return impulse;
}

}  // namespace stiction

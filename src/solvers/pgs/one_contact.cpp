#include "solvers/pgs/one_contact.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiction {
namespace {

constexpr double kRoundOff = 1e-15;
constexpr double kNearlyInside = 1e-8;  // squared it is below round-off: one more step of Newton's method is the last

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
  softness_ = stiffness_.cwiseInverse();
  coupling_ = axes_.transpose() * w;
}

Vec2 OneContact::axes_impulse(const Vec2& b, double slowness) const {
  return {-b[0] / (stiffness_[0] + slowness), -b[1] / (stiffness_[1] + slowness)};
}

// Sliding: u_t = -k r_t with a slowness k > 0 at which |r_t| = mu r_n. The impulse is outside the cone for k = 0 and
// inside for large k; between them Newton's method on mu r_n / |r_t| - 1, which is linear in k for a contact without
// coupling and with equal axes, and bisection as a guard.
double OneContact::sliding_slowness(const Vec2& b, double q_n, double first) const {
  double low = 0, high = std::numeric_limits<double>::infinity(), k = first;
  for (int i = 0; i < 200; ++i) {
    const Vec2 r = axes_impulse(b, k);
    const Vec2 r_slope(-r[0] / (stiffness_[0] + k), -r[1] / (stiffness_[1] + k));
    const double length = r.norm(), normal = normal_impulse(q_n, r);
    const double inside = mu_ * normal / length - 1;
    if (std::abs(inside) <= kRoundOff) break;
    (inside < 0 ? low : high) = k;
    const double normal_slope = -coupling_.dot(r_slope) * inverse_normal_, length_slope = r.dot(r_slope) / length;
    double next = k - inside * length * length / (mu_ * (normal_slope * length - normal * length_slope));
    const bool guarded = !(next > low && next < high) || i % 8 == 7;
    if (guarded) next = std::isfinite(high) ? 0.5 * (low + high) : 8 * std::max(k, stiffness_.maxCoeff());
    const bool last = std::abs(next - k) <= kRoundOff * next;
    k = next;
    if (last || (!guarded && std::abs(inside) <= kNearlyInside)) break;
  }
  return k;
}

Vec3 OneContact::solve(const Vec3& q, double& slowness) const {
  if (q[0] >= 0 || inverse_normal_ == 0) return Vec3::Zero();
  if (mu_ == 0) return {-q[0] * inverse_normal_, 0, 0};
  const Vec2 b = axes_.transpose() * q.tail<2>() - coupling_ * (q[0] * inverse_normal_);
  Vec2 r = axes_impulse(b, 0);
  double normal = normal_impulse(q[0], r);
  if (!(normal >= 0 && r.norm() <= mu_ * normal)) {
    slowness = sliding_slowness(b, q[0], slowness);
    r = axes_impulse(b, slowness);
    normal = normal_impulse(q[0], r);
  }
  Vec3 impulse;
  impulse << normal, axes_ * r;
  return impulse;
}

}  // namespace stiction

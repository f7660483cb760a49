// The exact solution of a single contact with Coulomb friction: r with u = W r + q, Signorini's condition, |r_t| <=
// mu r_n, and friction opposite to sliding.
#pragma once

#include <cmath>
#include <limits>

#include "base/types.h"

namespace stiction {

// The operator of one contact, prepared for many right-hand sides: normal eliminated, tangents in principal axes.
class OneContact {
 public:
  // W: symmetric positive semidefinite, rows (normal, tangent, tangent).
  void prepare(const Mat3& W, double mu);
  // The impulse; zero where the contact opens. Of several solutions (possible for strong coupling) one is returned,
  // open first, then sticking. u and r satisfy the law to round-off.
  Vec3 solve(const Vec3& q) const {
    double slowness = 0;
    return solve(q, slowness);
  }
  // The same where right-hand sides follow each other: how slowly the contact slid with the last one is where the
  // search begins, and is replaced; 0: not known.
  Vec3 solve(const Vec3& q, double& slowness) const;
  // The same for right-hand sides that converge: where the contact slides it does so after one step of Newton's method
  // from the last slowness, with the impulse put on the border of the cone. What comes back again and again solves the
  // law.
  Vec3 follow(const Vec3& q, double& slowness) const;

 private:
  double sliding_slowness(const Vec2& b, double q_n, double first) const;
  Vec2 axes_impulse(const Vec2& b, double slowness) const;
  double normal_impulse(double q_n, const Vec2& r) const { return -(q_n + coupling_.dot(r)) * inverse_normal_; }

  double mu_ = 0;
  double inverse_normal_ = 0;      // 1 / W_nn; 0: nothing can react here
  Vec2 coupling_ = Vec2::Zero();   // W_tn in the principal axes
  Vec2 stiffness_ = Vec2::Zero();  // eigenvalues of the tangential Schur complement,
  Vec2 softness_ = Vec2::Zero();   // and their inverses
  Mat2 axes_ = Mat2::Identity();   // columns: principal axes
};

inline Vec3 OneContact::follow(const Vec3& q, double& slowness) const {
  if (q[0] >= 0 || inverse_normal_ == 0) return Vec3::Zero();
  if (mu_ == 0) return {-q[0] * inverse_normal_, 0, 0};
  const Vec2 b(axes_(0, 0) * q[1] + axes_(1, 0) * q[2] - coupling_[0] * (q[0] * inverse_normal_),
               axes_(0, 1) * q[1] + axes_(1, 1) * q[2] - coupling_[1] * (q[0] * inverse_normal_));
  Vec2 r(-b[0] * softness_[0], -b[1] * softness_[1]);
  double normal = normal_impulse(q[0], r);
  if (!(normal >= 0 && r.squaredNorm() <= mu_ * mu_ * normal * normal)) {
    // mu r_n / |r_t| = 1 is almost linear in the slowness k.
    double k = slowness;
    const auto impulse = [&] {
      Vec2 inverse(1 / (stiffness_[0] + k), 1 / (stiffness_[1] + k));
      r = Vec2(-b[0] * inverse[0], -b[1] * inverse[1]);
      normal = normal_impulse(q[0], r);
      return inverse;
    };
    const Vec2 inverse = impulse();
    const Vec2 slope(-r[0] * inverse[0], -r[1] * inverse[1]);
    const double length2 = r.squaredNorm(), length = std::sqrt(length2);
    const double ratio_slope =
        -mu_ * (coupling_.dot(slope) * inverse_normal_ * length2 + normal * r.dot(slope)) / (length2 * length);
    k -= (mu_ * normal / length - 1) / ratio_slope;
    if (!(k >= 0 && k < std::numeric_limits<double>::max())) return solve(q, slowness);
    impulse();
    if (!(normal > 0)) return solve(q, slowness);
    slowness = k;
    r *= mu_ * normal / r.norm();
  }
  return {normal, axes_(0, 0) * r[0] + axes_(0, 1) * r[1], axes_(1, 0) * r[0] + axes_(1, 1) * r[1]};
}

}  // namespace stiction

// The exact solution of a single contact with Coulomb friction: r with u = W r + q, Signorini's condition, |r_t| <=
// mu r_n, and friction opposite to sliding.
#pragma once

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

 private:
  double sliding_slowness(const Vec2& b, double q_n, double first) const;
  Vec2 axes_impulse(const Vec2& b, double slowness) const;
  double normal_impulse(double q_n, const Vec2& r) const { return -(q_n + coupling_.dot(r)) * inverse_normal_; }

  double mu_ = 0;
  double inverse_normal_ = 0;      // 1 / W_nn; 0: nothing can react here
  Vec2 coupling_ = Vec2::Zero();   // W_tn in the principal axes
  Vec2 stiffness_ = Vec2::Zero();  // eigenvalues of the tangential Schur complement
  Mat2 axes_ = Mat2::Identity();   // columns: principal axes
};

}  // namespace stiction

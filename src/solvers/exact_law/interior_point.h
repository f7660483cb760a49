// An interior-point method on the exact friction law: from nothing to a residual of 1e-4 to 1e-5 in 5 to 40 linear
// systems, however irregular the pile.
//
// In the variables Z = (mu z_n, z_t) and U = (u_n / mu + |u_t|, u_t) Coulomb's law is complementarity of two vectors
// of the Lorentz cone. Along the central path
//
//   x = A S Z,   U = S (A^T x + q) + phi(U_t) e_n,   Z o U = tau e,   S = diag(1 / mu, 1, 1)                     (1)
//
// with tau -> 0, and phi(t) = sqrt(|t|^2 + eps^2) - eps, eps ~ sqrt(tau), in place of the kinked |t|. Newton's method
// on (1) with Nesterov and Todd's scaling and Mehrotra's predictor and corrector; de Saxce's shift is part of the
// Newton system, which makes it unsymmetric:
//
//   (I + A S H (I + e_n t^T) S A^T) dx = rhs,  H = W^2,  t = grad phi                                            (2)
//
// The start is a pair on the path of every single contact, Z o U = tau e, with Z - U taken from the impulses given and
// the velocities they cause: a good guess saves the way from afar, and none costs nothing.
//
// The law is not monotone: the path may fold back, and steps become short. Folds are local; with a share of t in (2) at
// the contacts in the fold, which brings the matrix nearer to that of a convex problem, the method gets past most of
// them. What has been reached in the end is a start for ExactLawNewton. Contacts (nearly) without friction take part as
// half-lines. Polygons are treated as disks: the result is then a start as good as the polygon is round.
#pragma once

#include <vector>

#include "base/types.h"
#include "solvers/deadline.h"
#include "solvers/exact_law/law_operator.h"
#include "solvers/exact_law/law_residual.h"

namespace stiction {

class InteriorPoint {
 public:
  // Starts near z (3 per contact, scaled) and replaces it by the best point of the path; stops at a natural map of
  // `target`, after `max_systems` or when the path no longer leads down. Returns the number of linear systems solved.
  int solve(LawOperator& law, double target, int max_systems, const Deadline& deadline, std::vector<double>& z);
  double natural_map() const { return best_natural_map_; }  // of z, relative to the law's denominator

 private:
  void start(const LawOperator& law, const std::vector<double>& z);
  void linearize(const LawOperator& law);
  bool factorize(LawOperator& law);
  void aim_at_boundary();            // predictor: tau = 0
  void aim_at_centre(double sigma);  // corrector
  void direction(LawOperator& law);  // dx_, dU_, dZ_ for centring_
  double step_to_boundary(int contact) const;
  double step_to_boundary() const;
  double step_inside() const;                 // that keeps away from it
  double complementarity(double step) const;  // tau after a step
  bool is_central(double step) const;
  void unbend();      // at a fold
  void straighten();  // after it
  void take(double step);
  void impulse(std::vector<double>& z) const;

  int count_ = 0;
  double tau_ = 0;
  std::vector<Vec3> S_;  // diagonal of S
  std::vector<Vec3> Z_, U_, dZ_, dU_;
  std::vector<Vec3> mismatch_;  // of the second equation of (1)
  std::vector<Vec3> centring_;  // dZ = centring - H dU
  std::vector<Vec2> slope_;     // t
  std::vector<double> slope_share_;
  std::vector<Mat3> W_, W_inverse_, H_, D_;
  std::vector<double> x_, dx_, z_, w_;
  LawResidual residual_;
  double best_natural_map_ = 0;
};

}  // namespace stiction

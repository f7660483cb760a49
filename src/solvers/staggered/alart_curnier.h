// Newton's method on the exact Coulomb law (Alart and Curnier 1991), made proximal: a local polish.
//
//   x - A P(z - rho (A^T x + q)) = 0,  P = (max(y_n, 0), projection of y_t onto the disk of radius mu max(y_n, 0))
//
// Unsymmetric Jacobian I + rho A P' A^T, sparse LU. rho grows after success and is cut after a failed line search.
// Converges fast near a solution, may fail far from one: the caller keeps the better iterate.
#pragma once

#include "solvers/staggered/island_projections.h"

namespace stiction {

class AlartCurnierNewton {
 public:
  // Improves the iterate in place where it can. Disk friction only.
  void polish(const Island& island, Iterate& it);

 private:
  void evaluate(const Island& island, double rho, const std::vector<double>& x);
  bool solve_direction(const Island& island, double rho);
  // Newton at fixed z and rho; false if the line search fails.
  bool inner(const Island& island, double rho, double target);

  std::vector<double> z_, u_, y_, p_, x_, trial_, direction_, gradient_;
  double gradient_norm_ = 0;
};

}  // namespace stiction

// Newton's method on the exact friction law, made proximal: fast near a solution, where the fixed points crawl.
//
//   u^(u) = u + mu |u_t| n                             de Saxce's change of variable, u = A^T x + q               (1)
//   g(x) = x - A P_K(z - rho u^(A^T x + q)) = 0        K the friction cones                                       (2)
//   (I + rho A P' D A^T) dx = -g,  D = d u^ / d u = I + mu n t^T, t = u_t / |u_t|                                 (3)
//
// (3) is unsymmetric: sparse block LU. |g| is decreased by backtracking; there is no convex function behind it, so it
// may fail far from a solution. rho grows after success and is cut after failure. The caller keeps the better iterate.
// The polyhedral cone works alike, with the corner of the polygon farthest along -u_t in place of -t.
#pragma once

#include <vector>

#include "linalg/block_lu.h"
#include "solvers/staggered/deadline.h"
#include "solvers/staggered/island_projections.h"

namespace stiction {

class ExactLawNewton {
 public:
  // Improves the iterate in place where it can. `target`: absolute residual of (2)'s fixed point, scaled units.
  // Gives up at the deadline. Returns the number of linear systems solved.
  int polish(const Island& island, double target, const Deadline& deadline, Iterate& it);

 private:
  // y, p = P_K(y), the gradient and its norm at x.
  double evaluate(const Island& island, double rho, const std::vector<double>& x);
  bool newton_direction(const Island& island, double rho);
  bool inner(const Island& island, double rho, double target);

  BlockLu lu_;
  std::vector<std::pair<int, int>> edges_;
  std::vector<double> z_, u_, y_, p_, x_, trial_, direction_, gradient_, start_x_;
  int systems_ = 0;
};

}  // namespace stiction

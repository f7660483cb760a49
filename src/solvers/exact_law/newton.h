// Newton's method on the exact friction law, made proximal: fast near a solution, where the fixed points crawl.
//
//   u^(u) = u + mu |u_t| n                             de Saxce's change of variable, u = A^T x + q               (1)
//   g(x) = x - A P_K(z - rho u^(A^T x + q)) = 0        K the friction cones                                       (2)
//   (I + rho A P' D A^T) dx = -g,  D = d u^ / d u = I + mu n t^T, t = u_t / |u_t|                                 (3)
//
// (3) is unsymmetric: sparse block LU. |g| is decreased by backtracking; there is no convex function behind it, so it
// may fail far from a solution. rho grows after success and is cut after failure. The best impulses count.
// The polyhedral cone works alike, with the corner of the polygon farthest along -u_t in place of -t.
#pragma once

#include <vector>

#include "solvers/deadline.h"
#include "solvers/exact_law/law_operator.h"
#include "solvers/exact_law/law_residual.h"

namespace stiction {

class ExactLawNewton {
 public:
  struct Goal {
    double target = 0;     // natural map to reach, relative to the law's denominator; or both of:
    double tolerance = 0;  // a natural map no larger than this
    double signorini = 0;  // and a violation of Signorini's condition no larger than this
    double enough = 0;     // natural map below which the first failure or slow gain ends the search
    int max_systems = 400;
    double first_rho = 30;  // in variables in which contacts have a unit mean diagonal
  };
  // Improves z (3 per contact, scaled) in place where it can, never makes it worse. Gives up at the deadline.
  // Returns the number of linear systems solved.
  int polish(LawOperator& law, const Goal& goal, const Deadline& deadline, std::vector<double>& z);
  double natural_map() const { return best_natural_map_; }  // of z

 private:
  // y, p = P_K(y), the gradient and its norm at x.
  double evaluate(const LawOperator& law, double rho, const std::vector<double>& x);
  bool newton_direction(LawOperator& law, double rho);
  bool inner(LawOperator& law, double rho, double target, double useful, const Deadline& deadline);

  LawResidual residual_;
  std::vector<Mat3> derivative_;
  std::vector<double> z_, u_, y_, p_, x_, trial_, direction_, gradient_;
  int systems_ = 0;
  double best_natural_map_ = 0;
};

}  // namespace stiction

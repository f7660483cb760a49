// Convex quadratic programs with a positive SEMIdefinite G: contact-sized forms whose Delassus matrix is singular.
//
// The proximal-point iteration (Rockafellar, SIAM J. Control Optim. 14 (1976) 877-898) on top of the dual active-set
// method:  x_(k+1) = argmin { 1/2 x^T G x + a^T x + delta/2 |x - x_k|_D^2 : constraints },  with D = diag(G) (the mean
// of the diagonal where it is zero), so that nothing depends on units or on how single variables are scaled. One
// QpSolver with the matrix G + delta D serves all rounds, each starting from the last active set: only a changes.
//
// The stationarity residual of x_(k+1) in the original problem is exactly delta D (x_(k+1) - x_k). Once the active set
// is found, the error shrinks by delta / (delta + lambda) per round, lambda the smallest nonzero eigenvalue of G on the
// active face in the metric of D: with delta = 1e-7 two or three rounds. Departure: along a face that is straight and
// hardly inclined (lambda ~ 0) x would drift by the same small piece in each round; it then goes on in that direction
// to the minimum or the next constraint before the next round.
//
// Guarantees: constraints, signs and complementarity as in goldfarb_idnani.h. The solution set may be a face: x is, to
// O(delta), its point nearest to `start` in the metric of D. Stops when the residual is below `tolerance` or no longer
// improves (lambda below ~1e-9): the best round is returned, its residual in `residual`; above 1e-9 (and `tolerance`)
// the status is kIterationLimit.
// `kUnbounded` comes with a direction v: G v = 0, a . v < 0, c_i^T v >= 0 (= 0 for equalities), to round-off.
#pragma once

#include "lcp/goldfarb_idnani.h"

namespace stiction {

struct ConvexQpOptions {
  QpOptions qp;              // of each round
  double delta = 1e-7;       // 1e-10 .. 1e-3: smaller takes fewer rounds, larger is better conditioned
  double tolerance = 1e-12;  // of |G x + a - C lambda| in the metric of D^-1, relative to the largest of its terms
  int max_rounds = 50;
  VecX start;  // n, empty: zero
};

struct ConvexQpResult : QpResult {
  int rounds = 0;
  double residual = 0;  // as in ConvexQpOptions::tolerance
};

// Sums over all rounds: iterations, changes, update_operations.
ConvexQpResult solve_convex_qp(const QpProblem& problem, const ConvexQpOptions& options = {});

}  // namespace stiction

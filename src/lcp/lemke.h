// Linear complementarity problems by Lemke's method, with a lexicographic rule against cycling.
//
//   w = M z + q,   0 <= w  _|_  z >= 0          M any square matrix, n x n
//
// Source: R. W. Cottle, J.-S. Pang, R. E. Stone, "The Linear Complementarity Problem" (1992), section 4.4 (scheme I)
// and 4.9 (lexicographic degeneracy resolution). An artificial z_0 with the covering vector d > 0 makes w = q + d z_0 +
// M z nonnegative; complementary pivots follow until z_0 leaves the basis (solved), or nothing blocks the entering
// variable (a secondary ray). A ray proves that there is no solution where M is copositive-plus (semidefinite, say);
// elsewhere it says nothing.
//
// The basis is kept as its inverse, B^-1, n x n, updated by row operations. Rows of [B^-1 q, B^-1] stay
// lexicographically positive, so that no basis recurs: the method ends in exact arithmetic. The inverse is computed
// afresh every `refresh` pivots and before the answer is taken.
//
// Round-off may lead to a ray or an end without an answer where there should be none: the method then starts again with
// another d, up to `max_attempts` times. First d = 1, then random entries between 1 and 2.
//
// Departures: rows of M and q are scaled (w_i), columns too (z_i), to entries near one.
//
// Guarantees: kSolved is checked against M and q as they were scaled, not against the updated basis, see `residual`.
// Cost: 2 n^2 per pivot, n^3 per refresh; the number of pivots is near n in practice and exponential at worst
// (`max_pivots`). Memory: two n x n matrices.
#pragma once

#include <functional>

#include "base/types.h"
#include "lcp/pivoting/pivoting_status.h"

namespace stiction {

struct LemkeOptions {
  int max_pivots = 0;          // of an attempt; 0: 100 + 20 n
  int max_attempts = 4;        // paths that begin in different directions
  int refresh = 100;           // pivots between fresh inverses; 0: one at the end only
  double tolerance = 1e-9;     // of the natural residual min(z, w), relative to the scaled q: above it kPivotLimit
  std::function<bool()> stop;  // asked before every pivot; true: kStopped, with the last basis
};

struct LemkeResult {
  PivotingStatus status = PivotingStatus::kPivotLimit;  // kSolved, kUnboundedRay, kPivotLimit, kStopped
  VecX z, w;                                            // n; of the last basis, with z_0 left out
  int attempts = 0;
  int pivots = 0;       // of all attempts
  int ties = 0;         // ratio tests that the lexicographic rule decided
  double residual = 0;  // |min(z, w)| in scaled variables, relative to q
};

LemkeResult solve_lemke(const MatX& M, const VecX& q, const LemkeOptions& options = {});

}  // namespace stiction

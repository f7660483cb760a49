// Contact forces without friction by Dantzig's principal pivoting, as Baraff uses it.
//
// Problem (A symmetric positive SEMIdefinite, n x n):
//
//   a = A f + b,   a_i  = 0                          for i < bilateral_count, f_i of any sign
//                  0 <= f_i  _|_  a_i >= 0           otherwise
//
// Source: D. Baraff, "Fast Contact Force Computation for Nonpenetrating Rigid Bodies", SIGGRAPH 1994 (BA), section 4
// and appendix A. Contacts with a_d < 0 are taken one at a time. f_d grows and takes the others along such that a stays
// zero on the clamped set C and f on the unclamped set NC:
//
//   A_CC x = -A_Cd,  df = (x, 0, 1),  da = A df        BA (7) to (9)
//   s = the least of  -a_d / da_d,  f_i / -df_i (i in C, df_i < 0),  a_i / -da_i (i in NC, da_i < 0)     (10) to (12)
//
// until a_d is zero. What limits s changes sets. Contacts that were never driven are in neither set and limit nothing,
// so that there are at most n drives. Bilateral ones are in C from the start and never limit a step.
//
// Departures:
// - Everything is scaled to a unit diagonal, so that tolerances have no unit.
// - The contact with the least a is driven next; ties for s go to the lowest index.
// - Redundant bilateral constraints stay outside C: their a is zero with that of the others, or the problem is
//   infeasible.
// - b need not lie in the column space of A. If da_d = 0 while a_d < 0 (impossible for b in it), then A df = 0, and
//   forces either run into a limit in C, whose exchange makes da_d positive again, or the direction y = df proves that
//   nothing satisfies the conditions: A y = 0, y_i >= 0 for contacts, b . y < 0.
// - At the end f_C is solved for afresh and refined once, and everything is checked again; if round-off spoilt a sign,
//   the problem is solved again with that done after every drive. Factors are made afresh when A_CC f_C + b_C says so.
//
// Guarantees: f_i >= 0 exactly, a_i >= 0 and f_i a_i = 0 to about 1e-12 of b; of contacts that depend on
// others a_i >= 0 to 1e-9 of the terms it is summed from. A and b must be finite, else InputError. C is never singular
// (BA, section 4.4; with the departures for any b). Ends after at most `max_pivots` steps; without degeneracy a proof
// says that no C recurs within a drive (BA, theorem 3). f is one of many solutions where A is singular, a is not.
//
// Cost, multiply-adds: a step k^2 + n k, k = |C|. Memory: two n x n matrices.
#pragma once

#include <cstdint>

#include "base/types.h"
#include "lcp/pivoting/pivoting_status.h"

namespace stiction {

struct DantzigProblem {
  MatX A;                   // n x n
  VecX b;                   // n
  int bilateral_count = 0;  // the first ones of the n
};

struct DantzigOptions {
  int max_pivots = 0;  // steps; 0: 100 + 50 n
};

struct DantzigResult {
  PivotingStatus status = PivotingStatus::kPivotLimit;
  VecX f, a;  // n
  int drives = 0;
  int pivots = 0;  // changes of C
  int zero_steps = 0;
  int refactorisations = 0;
  int redundant_bilaterals = 0;
  // A contact had to be driven that depends on clamped ones. Without that b may still be outside: nobody looked.
  bool outside_column_space = false;
  std::int64_t operations = 0;  // multiply-adds
  VecX certificate;             // infeasible: y (n), see above; else empty
};

DantzigResult solve_dantzig(const DantzigProblem& problem, const DantzigOptions& options = {});

}  // namespace stiction

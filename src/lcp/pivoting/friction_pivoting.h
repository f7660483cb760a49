// Contact forces with static and dynamic friction by Baraff's pivoting method.
//
// Problem: a = A f + b with A symmetric positive semidefinite. Rows: bilateral constraints, then of every contact its
// normal N and its tangent T (planar: 1, spatial: 2 rows). The numbers are those of BA (D. Baraff, SIGGRAPH 1994):
//
//   a_i = 0                                                                     bilateral
//   f_N >= 0,  a_N >= 0,  f_N a_N = 0                                           (15)
//   static:   |f_T| <= mu f_N,  f_T . a_T <= 0,  |a_T| (mu f_N - |f_T|) = 0     (16); (21), (22) in space
//   dynamic:  f_T = -mu f_N e,  e: direction of sliding                         (24)
//
// `a` may as well be the change of velocity in a step, f impulses: every contact is then static.
//
// Method (BA, section 5): conditions are established one at a time by driving a force, first N, then T, and kept
// at all contacts where they were. Sets:
//   N: C (a_N = 0), NC (f_N = 0)          T: CF (a_T = 0), NCF (|f_T| = mu f_N, its direction frozen; planar: NC-, NC+)
// A contact in NCF has f_T = mu f_N dir, so that its column is A_N + mu A_T dir: the matrix of the clamped rows is not
// symmetric (general_factor.h). The step ends where a condition is about to break; on the cone that is a root of
//   |f_T + s df_T|^2 = (mu (f_N + s df_N))^2        (23)
// and the contact changes sets. If a condition that changed sets by a step of length zero is to change again without
// progress in between, it is given up: its force stays as it is, and it is established anew later, after f_T was
// driven to zero (section 5.4). There is no proof that this ends (there, neither): `max_pivots` does. The method then
// starts again, `max_attempts` times in all, and takes the contacts in another order.
//
// Departures:
// - The tangent frame of a contact is turned before its friction is established, x against a_T; the row across
//   is held at zero meanwhile. Among redundant contacts the caller's frames still matter: rows that depend on each
//   other are clamped in their order.
// - In space the paper does not say how a contact returns from NCF to CF when a_T is not zero but only across the
//   frozen direction. Here only the row along that direction is clamped; (21) and (22) still hold. Later the other row
//   is driven to zero or to the limit: we ask for the last condition of (16) in space too.
// - A contact that comes back from NC to C with a_T != 0 enters NCF against a_T at once: f_T = 0 = mu f_N there.
// - Rows that depend on clamped ones stay outside of the sets; they hold with the others, and are looked at again.
//
// Guarantees: kSolved means that all conditions were checked afresh, to about 1e-11 of b and f. In space (21) leaves
// the direction of friction open: a sliding contact may be braked at an angle to its motion (BA, section 5.6). The
// natural map of Coulomb's law, computed elsewhere, tells how far that is from maximal dissipation.
//
// Cost: O(n^2) per change of sets. Memory: three n x n matrices, n the number of rows.
#pragma once

#include <cstdint>
#include <functional>

#include "base/types.h"
#include "lcp/pivoting/pivoting_status.h"

namespace stiction {

struct FrictionProblem {
  MatX A;            // n x n, n = bilateral_count + contact_count (1 + tangents)
  VecX b;            // n
  VecX mu;           // contact_count
  int tangents = 2;  // rows of T: 1 or 2
  int bilateral_count = 0;
  MatX sliding;  // tangents x contact_count: e of contacts with dynamic friction, zero columns: static. Empty: all
                 // static
  VecX start;    // n: forces to begin from; their sets are taken as a guess. Empty: none

  int contact_count() const { return static_cast<int>(mu.size()); }
  int normal_row(int contact) const { return bilateral_count + contact * (1 + tangents); }
};

struct FrictionOptions {
  int max_pivots = 0;          // of an attempt; 0: 200 + 30 n
  int max_attempts = 5;        // the first as described, further ones from nothing in another order of contacts
  std::function<bool()> stop;  // asked before every step; true: kStopped, with the last iterate
};

struct FrictionResult {
  PivotingStatus status = PivotingStatus::kPivotLimit;
  VecX f, a;  // n
  int attempts = 0;
  // Sums over all attempts, `operations` below too:
  int drives = 0;
  int pivots = 0;  // changes of sets
  int zero_steps = 0;
  int given_up = 0;  // how often conditions were
  int refactorisations = 0;
  int redundant_bilaterals = 0;
  std::int64_t operations = 0;  // multiply-adds
  // Unbounded ray: f grows along `ray` (n, largest entry 1) without reaching a limit, driven at `ray_row`. f is where
  // it starts. Infeasible: y as in dantzig.h.
  VecX ray;
  int ray_row = -1;
};

FrictionResult solve_friction(const FrictionProblem& problem, const FrictionOptions& options = {});

}  // namespace stiction

// The linear complementarity problem of Stewart and Trinkle: contact with friction on a polygon.
//
// Source: D. Stewart, J. Trinkle, "An implicit time-stepping scheme for rigid body dynamics with inelastic collisions
// and Coulomb friction", Int. J. Numer. Meth. Eng. 39 (1996) 2673-2691. For every contact: normal impulse alpha, parts
// beta_k >= 0 along directions d_k, and the speed of sliding lambda:
//
//   0 <= alpha   _|_  u_n               >= 0
//   0 <= beta_k  _|_  lambda + d_k . u_t >= 0
//   0 <= lambda  _|_  mu alpha - sum beta >= 0          u = A f + b,  f_n = alpha,  f_t = sum d_k beta_k
//
// i.e. M = [W_nn W_nd 0; W_dn W_dd E; mu -E^T 0]. The polygon is inscribed in the friction disk (planar contacts: two
// directions, exact). M is copositive for mu >= 0, so that Lemke's method solves it whenever b allows any motion.
// Bilateral rows are not part of it.
#pragma once

#include "base/types.h"
#include "lcp/pivoting/friction_pivoting.h"

namespace stiction {

struct StewartTrinkleLcp {
  MatX M;  // size contact_count (2 + directions): all alpha, then all beta, then all lambda
  VecX q;
  int directions = 8;  // even
};

// `problem` without bilateral rows and sliding directions. Planar problems have two directions whatever is asked for.
StewartTrinkleLcp stewart_trinkle(const FrictionProblem& problem, int directions);
// The impulses f of a solution z.
VecX impulses_of(const FrictionProblem& problem, const StewartTrinkleLcp& lcp, const VecX& z);

}  // namespace stiction

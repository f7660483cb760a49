// Sharpens a solution of contacts that stick or stay open, a structure at rest, to what round-off allows.
//
// Newton's method on the natural map F(z) = z - P_K(z - u), u = A^T A z + q, K the friction cones, where de Saxce's
// shift, mu |u_t|, vanishes with u_t; made proximal, since redundant contacts leave a choice:
//   dz = -rho P' (u + A^T dx) - (I - P') F,   dx = A dz                                                        (1)
//   (I + rho A P' A^T) dx = -A (rho P' u + (I - P') F)                                                         (2)
// Everything in (1) and (2) is of the size of the error, not of the impulses: rho does not amplify their round-off, and
// one symmetric system takes a start that is good to 1e-7 to 1e-13 or so. (Projections that compute impulses anew leave
// rho times the round-off; and normal impulses made exact at given friction leave friction wrong, on columns by 1e-7 of
// the load, which kept them swaying.)
//
// Where contacts slip (2) is wrong by the shift, and nothing is gained: impulses change only where the exact law's
// natural map falls.
#pragma once

#include <vector>

#include "contact/island.h"
#include "solvers/staggered/newton_system.h"

namespace stiction {

class StickRefinement {
 public:
  // Takes what memory improve() needs.
  void prepare(const Island& island);
  // Improves z (3 per contact, scaled) in place, by at most so many linear systems, while each gains a factor of ten.
  // Returns the number of systems. `system` is prepared for the island.
  int improve(const Island& island, NewtonSystem& system, int max_systems, std::vector<double>& z);

 private:
  double evaluate(const Island& island, const std::vector<double>& z);  // natural map; sets u_
  bool step(const Island& island, NewtonSystem& system, const std::vector<double>& z);

  std::vector<double> x_, u_, next_, own_, derivative_;
};

}  // namespace stiction

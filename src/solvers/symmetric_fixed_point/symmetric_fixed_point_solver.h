// The symmetrised fixed point of Anitescu and Hart (Mathematical Programming 101, 2004), the solver
// `symmetric-fixed-point`: Coulomb's law by a sequence of convex problems.
//
// What SP section 2 tells of it: the LCP is made symmetric, contact and friction constraints are folded together, and
// their directions tilt away from the normals with mu. Adding mu |u_t| to the non-penetration row of the
// Stewart-Trinkle LCP does that and makes it a convex problem; the same term on the right-hand side, with its last
// value, takes it back at the fixed point: u_n - mu |u_t| >= -mu |u_t|_last. In our notation: cone_projection.h with
//
//   shift_{k+1} = mu |u_t(z_k)|,  z_k the answer for shift_k
//
// Departures: the exact disk by default; the first shift comes from the warm start. Guaranteed: friction inside its
// cone; momentum is conserved. Converges linearly for small mu. What it gets wrong: for larger mu the map is no
// contraction and the iteration cycles (SP: good at mu 0.05, failing at 0.2); Signorini's condition holds only as far
// as it has converged. Given up when the natural map has not fallen for a number of rounds; the best iterate is
// returned. Cost of a round: one convex problem, several sparse factorisations.
#pragma once

#include <vector>

#include "solvers/convex_cone/cone_projection.h"
#include "solvers/exact_law/island_law.h"
#include "solvers/exact_law/law_residual.h"
#include "solvers/islandwise_solver.h"

namespace stiction {

class SymmetricFixedPointDriver : public IslandDriver {
 public:
  explicit SymmetricFixedPointDriver(const SolverOptions& options) : options_(options) {}
  void solve(const Island& island, const DriverStart& start, const Deadline& deadline, DriverResult& result) override;

 private:
  void choose_start(const Island& island, const DriverStart& start);  // z_ and shift_
  SolveStatus iterate(const Deadline& deadline, DriverResult& result);

  SolverOptions options_;
  ConeProjection projection_;
  IslandLaw law_;
  LawResidual residual_;
  std::vector<double> z_, best_, shift_;
};

using SymmetricFixedPointSolver = IslandwiseSolverOf<SymmetricFixedPointDriver>;

}  // namespace stiction

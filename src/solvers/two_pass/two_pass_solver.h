// Friction in two passes, the solver `two-pass`: normal impulses without friction, then friction in disks of these
// normal impulses, and no more (SP section 4 as an example of what falls short).
//
//   c = projection of x onto the contact cone,  f = projection of (x - c) onto the friction set of size mu alpha
//
// i.e. the first half-steps of Staggered Projections from f = 0, both solved as exactly as there. Guaranteed: both
// convex problems have an answer; friction inside its cone; momentum is conserved. What it gets wrong: friction answers
// normal impulses that do not know of it, and pushes bodies into each other (Signorini's condition is violated by as
// much as friction changes normal velocities). Exact where normal and friction impulses are orthogonal in the kinetic
// metric. Status kConverged only where the answer happens to satisfy the law to the tolerance. Cost: two projections.
#pragma once

#include "solvers/islandwise_solver.h"
#include "solvers/staggered/island_projections.h"

namespace stiction {

class TwoPassDriver : public IslandDriver {
 public:
  explicit TwoPassDriver(const SolverOptions& options) : options_(options) {}
  void solve(const Island& island, const DriverStart& start, const Deadline& deadline, DriverResult& result) override;

 private:
  void log(const char* pass, DriverResult& result);

  SolverOptions options_;
  IslandProjections projections_;
  Iterate warm_;
};

using TwoPassSolver = IslandwiseSolverOf<TwoPassDriver>;

}  // namespace stiction

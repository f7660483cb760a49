// Anitescu's convex relaxation, the solver `convex-cone`: impulses in the friction cones that leave the least kinetic
// energy (Anitescu 2006; the contact model of several engines).
//
// Problem: cone_projection.h with shift 0. Guaranteed: an answer always exists and its velocity is unique; friction
// inside its cone; momentum is conserved; energy does not grow. What it gets wrong: contacts that slide at speed |u_t|
// lift off with u_n = mu |u_t|, a gap of h mu |u_t| in every step. Exact where nothing slides. Status kConverged only
// where the answer happens to satisfy the law to the tolerance. Cost: one projection over all three columns.
#pragma once

#include <vector>

#include "solvers/convex_cone/cone_projection.h"
#include "solvers/exact_law/island_law.h"
#include "solvers/exact_law/law_residual.h"
#include "solvers/islandwise_solver.h"

namespace stiction {

class ConvexConeDriver : public IslandDriver {
 public:
  explicit ConvexConeDriver(const SolverOptions& options) : options_(options) {}
  void solve(const Island& island, const DriverStart& start, const Deadline& deadline, DriverResult& result) override;

 private:
  SolverOptions options_;
  ConeProjection projection_;
  IslandLaw law_;
  LawResidual residual_;
  std::vector<double> z_, no_shift_;
};

using ConvexConeSolver = IslandwiseSolverOf<ConvexConeDriver>;

}  // namespace stiction

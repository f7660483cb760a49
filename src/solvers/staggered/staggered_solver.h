// Staggered Projections (Kaufman, Sueda, James, Pai 2008; "SP" in comments), the solver `staggered`.
//
// Problem (contact/contact_problem.h): normal impulses alpha and friction impulses beta such that
//   c = N alpha is the projection of (x - f) onto the contact cone                                  (SP eq. 25)
//   f = D beta  is the projection of (x - c) onto the friction set of size mu alpha                 (SP eq. 24)
// both in the kinetic metric, x = -M v_free. The fixed point is found by staggering the two convex projections,
// `driver: paper` as printed (Algorithm 1), `driver: fast` accelerated. Departures from the paper: exact disk instead
// of a polygon by default, bounds b on normal velocities (gaps, restitution), islands, warm start by contact id.
//
// Guaranteed: Signorini's condition to 1e-9 of the judge's denominator after any number of iterations, unless the
// status is kInfeasible or bodies are wedged so that exact normal impulses take friction far out of its cone (then to
// 1e-6, or 1e-5 where the step did not converge; drivers.h); momentum is conserved. Can fail: convergence of the
// staggering (then status kIterationLimit and the best iterate). Cost per iteration: a few sparse factorisations of 6x6
// blocks and contact sweeps per island; memory linear in contacts plus fill.
#pragma once

#include "solvers/exact_law/law_residual.h"
#include "solvers/islandwise_solver.h"
#include "solvers/staggered/drivers.h"
#include "solvers/staggered/large_driver.h"
#include "solvers/staggered/large_islands.h"

namespace stiction {

// One island by the driver that the options name.
class StaggeredDriver : public IslandDriver {
 public:
  explicit StaggeredDriver(const SolverOptions& options)
      : options_(options), large_islands_(options.tolerance), large_(options) {}
  void solve(const Island& island, const DriverStart& start, const Deadline& deadline, DriverResult& result) override;

 private:
  void solve_steep(const Island& island, double steepest, const DriverStart& start, const Deadline& deadline,
                   DriverResult& result);
  void solve_once(const Island& island, const SolverOptions& options, const DriverStart& start,
                  const Deadline& deadline, DriverResult& result);
  void solve_up_to(double most, const Island& island, double steepest, const DriverStart& start,
                   const Deadline& deadline, DriverResult& result);
  double natural_map_of(const Island& island, const Iterate& it);

  SolverOptions options_;
  IslandProjections projections_;
  PaperDriver paper_;
  FastDriver fast_;
  LargeIslands large_islands_;
  LargeDriver large_;
  Island gentle_;  // with less friction
  DriverResult best_;
  LawResidual residual_;
  std::vector<double> z_, start_;
};

class StaggeredSolver : public IslandwiseSolverOf<StaggeredDriver> {
 public:
  using IslandwiseSolverOf::IslandwiseSolverOf;

 private:
  bool selects_contacts() const override { return options().driver == Driver::kFast && options().decompose; }
};

}  // namespace stiction

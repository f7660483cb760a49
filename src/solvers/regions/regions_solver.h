// Contact regions by projected conjugate gradients and projected Gauss-Seidel: the solvers `regions`, `pcg-pgs` and
// `pcg`.
//
// Problem: contact/contact_problem.h. Source: RG, "region-separated" contact of deformable bodies
// (docs/explanation/regions.md). An island of contacts that share mass points or bodies is a region, a problem of its
// own, in parallel with others; its operator is assembled from 3 x 3 blocks (region_operator.h). Conjugate gradients
// (projected_cg.h) run until their rule is met or for 2 n iterations, n rows; the best impulses they found are where
// sweeps (region_sweeps.h) start, and after some sweeps conjugate gradients again: what one of them is slow at the
// other may be good at. `pcg` leaves the sweeps out, `regions` assembles sparse matrices, the others whatever is
// cheaper.
//
// Departures: connected components instead of Algorithm 1, which misses contacts that join two regions; restarts, and
// phases that take turns (not with restarts=false); the judge's residual decides when a region is solved unless
// thresholds of RG's own rules are set; exact contacts instead of rows in sweeps (key `sweep`). Guaranteed: impulses in
// their cones or squares, momentum. Not guaranteed: convergence; Signorini's condition holds as far as the solver has
// converged.
// Cost of an iteration or sweep: one or two products with the region's operator; memory: its blocks.
#pragma once

#include <memory>
#include <vector>

#include "solvers/islandwise_solver.h"
#include "solvers/regions/projected_cg.h"
#include "solvers/regions/region_sweeps.h"

namespace stiction {

class RegionDriver : public IslandDriver {
 public:
  struct Method {
    Assembly automatic = Assembly::kAuto;  // what the option `auto` stands for
    bool sweeps = true;                    // after conjugate gradients
  };
  RegionDriver(const SolverOptions& options, Method method);
  void solve(const Island& island, const DriverStart& start, const Deadline& deadline, DriverResult& result) override;

 private:
  enum class End { kSolved, kLimit, kNoTime };
  bool choose_start(const DriverStart& start);  // the best so far; false if there are no finite numbers to start from
  // Contacts that are regions of their own: one sweep is the answer.
  End solve_lone_contacts(const Deadline& deadline, DriverResult& result);
  End run_phases(const Deadline& deadline, DriverResult& result);
  // From the best impulses so far.
  End run_conjugate_gradients(double limit, const Deadline& deadline, DriverResult& result);
  // On from z_.
  End run_sweeps(int count, const Deadline& deadline, DriverResult& result);
  bool is_solved(const StopThresholds& stop, double natural_map, const std::vector<double>& z,
                 const std::vector<double>& u) const;
  void log(DriverResult& result, const char* stage, double natural_map) const;

  SolverOptions options_;
  Method method_;
  RegionProblem region_;
  std::unique_ptr<ProjectedCg> cg_;
  RegionSweeps sweeps_;
  std::vector<double> z_, before_, logged_, u_;
};

class RegionsSolver : public IslandwiseSolver {
 public:
  explicit RegionsSolver(const SolverOptions& options);

 private:
  std::unique_ptr<IslandDriver> make_driver() const override;
};

}  // namespace stiction

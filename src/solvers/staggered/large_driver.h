// The driver of islands that are too large for direct linear systems (large_islands.h): no projections.
//
// The exact law by central path and proximal Newton (exact_law/predictor.h), with linear systems solved by iteration
// (linalg/block_krylov.h), from the last step's impulses; where these are far off, after some sweeps over the contacts
// that settle what is local. Of a heap at rest the last solution solves the next step as well, which is found out at
// the price of one look at the contacts. At loose tolerances sweeps are the method, and linear systems what is left
// where they get nowhere near it, or not quite there in islands of few bodies; other heaps are left to the next step.
//
// Guaranteed: impulses in their cones, momentum. A step is converged if its natural map says so; Signorini's condition
// then holds to about that accuracy, and to 1e-9 where the last solution is taken again. Memory is linear in bodies
// and contacts, and so is the cost of a linear system's iteration.
#pragma once

#include <vector>

#include "solvers/exact_law/predictor.h"
#include "solvers/island_driver.h"
#include "solvers/pgs/heap_sweeps.h"
#include "solvers/solver_options.h"

namespace stiction {

class LargeDriver {
 public:
  explicit LargeDriver(const SolverOptions& options) : options_(options) {}
  void solve(const Island& island, const DriverStart& start, const Deadline& deadline, DriverResult& result);

 private:
  void choose_start(const Island& island, const DriverStart& start);
  void sweep(const Island& island, bool again, const Deadline& deadline, DriverResult& result);
  void solve_law(const Island& island, const Deadline& deadline, DriverResult& result);
  void take_stages(DriverResult& result);
  void log(const char* stage, DriverResult& result) const;

  SolverOptions options_;
  HeapSweeps sweeps_;
  LawPredictor predictor_{LawPredictor::Systems::kByIteration};
  LawResidual residual_;
  std::vector<double> z_, zero_;
  double natural_map_ = 0;  // of z_
};

}  // namespace stiction

#include "solvers/staggered/staggered_solver.h"

#include "solvers/staggered/rest.h"

namespace stiction {

void StaggeredDriver::solve(const Island& island, const DriverStart& start, const Deadline& deadline,
                            DriverResult& result) {
  result.motion = Motion::kSolved;
  const auto is_large = [&] {
    // Only at loose tolerances does it matter.
    const bool slow = is_loose(options_.tolerance) && start.problem != nullptr && is_slow(*start.problem, island);
    return large_islands_.include(island, slow);
  };
  if (options_.driver == Driver::kFast && is_large()) {
    large_.solve(island, start, deadline, result);
    return;
  }
  projections_.prepare(island, options_);
  if (options_.driver == Driver::kPaper) {
    paper_.solve(projections_, options_, deadline, start, result);
  } else {
    fast_.solve(projections_, options_, deadline, start, result);
  }
  result.newton_steps = projections_.newton_steps();
  result.form = projections_.form();
}

}  // namespace stiction

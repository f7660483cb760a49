#include "solvers/staggered/staggered_solver.h"

#include <algorithm>

#include "solvers/exact_law/island_law.h"
#include "solvers/staggered/rest.h"

namespace stiction {
namespace {

// Friction above this is solved at this value first.
constexpr double kGentleFriction = 20;
constexpr double kLeastTolerance = 1e-10;

}  // namespace

void StaggeredDriver::solve(const Island& island, const DriverStart& start, const Deadline& deadline,
                            DriverResult& result) {
  const double steepest = island.mu.empty() ? 0 : std::ranges::max(island.mu);
  if (options_.driver == Driver::kFast && steepest > kGentleFriction) {
    solve_steep(island, steepest, start, deadline, result);
  } else {
    solve_once(island, options_, start, deadline, result);
  }
}

// The methods become ill-conditioned with mu. Contacts that stick or open at a smaller coefficient do so at a larger
// one: where all do, the answer is that of the island, if sticking is as exact as the larger coefficient asks for.
// Otherwise it is a start. The better of the two answers is returned.
void StaggeredDriver::solve_steep(const Island& island, double steepest, const DriverStart& start,
                                  const Deadline& deadline, DriverResult& result) {
  gentle_ = island;
  for (double& mu : gentle_.mu) mu = std::min(mu, kGentleFriction);
  SolverOptions exact = options_;
  exact.tolerance =
      std::max(std::min(kLeastTolerance, options_.tolerance), options_.tolerance * kGentleFriction / steepest);
  solve_once(gentle_, exact, start, deadline, result);
  const double natural_map = natural_map_of(island, result.solution);
  const bool solved = natural_map <= kIslandShare * options_.tolerance;
  if (solved || deadline.passed()) {
    result.status = solved ? SolveStatus::kConverged : SolveStatus::kBudgetCut;
    return;
  }
  std::swap(result, gentle_result_);
  gentle_result_.solution.get_impulse(z_);
  DriverStart next = start;
  next.impulse = &z_;
  next.is_solution = false;
  solve_once(island, options_, next, deadline, result);
  result.newton_steps += gentle_result_.newton_steps;
  result.iterations += gentle_result_.iterations;
  result.log.insert(result.log.begin(), gentle_result_.log.begin(), gentle_result_.log.end());
  if (result.status == SolveStatus::kConverged || natural_map_of(island, result.solution) <= natural_map) return;
  result.solution = gentle_result_.solution;
  result.warm_start = gentle_result_.warm_start;
  result.motion = gentle_result_.motion;
}

double StaggeredDriver::natural_map_of(const Island& island, const Iterate& it) {
  IslandLaw law;
  law.set_island(island);
  it.get_impulse(z_);
  return residual_(law, z_);
}

void StaggeredDriver::solve_once(const Island& island, const SolverOptions& options, const DriverStart& start,
                                 const Deadline& deadline, DriverResult& result) {
  result.motion = Motion::kSolved;
  const auto is_large = [&] {
    // Only at loose tolerances does it matter.
    const bool slow = is_loose(options.tolerance) && start.problem != nullptr && is_slow(*start.problem, island);
    return large_islands_.include(island, slow);
  };
  if (options.driver == Driver::kFast && is_large()) {
    large_.solve(island, start, deadline, result);
    return;
  }
  projections_.prepare(island, options);
  if (options.driver == Driver::kPaper) {
    paper_.solve(projections_, options, deadline, start, result);
  } else {
    fast_.solve(projections_, options, deadline, start, result);
  }
  result.newton_steps = projections_.newton_steps();
  result.form = projections_.form();
}

}  // namespace stiction

#include "solvers/staggered/staggered_solver.h"

#include <algorithm>
#include <limits>

#include "solvers/exact_law/island_law.h"
#include "solvers/staggered/rest.h"

namespace stiction {
namespace {

// Friction above the first is solved at that value first, then at this multiple of it, and so on.
constexpr double kGentleFriction = 20, kSteeper = 5;
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
// Otherwise it is the start of the next coefficient. The best of all answers is returned.
void StaggeredDriver::solve_steep(const Island& island, double steepest, const DriverStart& start,
                                  const Deadline& deadline, DriverResult& result) {
  const double enough = kIslandShare * options_.tolerance;
  DriverStart next = start;
  double least = std::numeric_limits<double>::infinity();  // natural map
  int newton_steps = 0, iterations = 0;
  for (double most = kGentleFriction;; most *= kSteeper) {
    solve_up_to(std::min(most, steepest), island, steepest, next, deadline, result);
    newton_steps += result.newton_steps;
    iterations += result.iterations;
    const double natural_map = natural_map_of(island, result.solution);  // fills z_
    if (natural_map < least || most == kGentleFriction) {
      least = natural_map;
      best_ = result;
    }
    if (least <= enough || most >= steepest || deadline.passed()) break;
    start_.swap(z_);
    next.impulse = &start_;
    next.is_solution = false;
  }
  best_.status = least <= enough     ? SolveStatus::kConverged
                 : deadline.passed() ? SolveStatus::kBudgetCut
                                     : result.status;
  std::swap(result, best_);
  result.newton_steps = newton_steps;
  result.iterations = iterations;
}

// With coefficients of `most` at the most, so exactly that sticking will do for the steepest one.
void StaggeredDriver::solve_up_to(double most, const Island& island, double steepest, const DriverStart& start,
                                  const Deadline& deadline, DriverResult& result) {
  if (most == steepest) return solve_once(island, options_, start, deadline, result);
  gentle_ = island;
  for (double& mu : gentle_.mu) mu = std::min(mu, most);
  SolverOptions exact = options_;
  exact.tolerance =
      std::max(std::min(kLeastTolerance, options_.tolerance), options_.tolerance * kGentleFriction / steepest);
  solve_once(gentle_, exact, start, deadline, result);
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

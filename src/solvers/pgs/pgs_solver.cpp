#include "solvers/pgs/pgs_solver.h"

#include <algorithm>
#include <limits>

namespace stiction {

double PgsDriver::choose_start(const Island& island, const DriverStart& start) {
  zero_.assign(3 * static_cast<std::size_t>(island.contact_count()), 0.0);
  sweeps_.start(island, zero_);
  const double cold = sweeps_.natural_map();
  if (start.impulse == nullptr) return cold;
  sweeps_.start(island, *start.impulse);
  const double warm = sweeps_.natural_map();
  if (warm <= cold) return warm;
  sweeps_.start(island, zero_);
  return cold;
}

void PgsDriver::solve(const Island& island, const DriverStart& start, const Deadline& deadline, DriverResult& result) {
  result.iterations = result.newton_steps = 0;
  result.form = Form::kAuto;
  result.rung = "";
  result.log.clear();
  result.status = SolveStatus::kIterationLimit;
  const double at_start = choose_start(island, start);
  if (options_.log_iterates) result.log.push_back({0, "start", at_start, 0, 0});
  best_ = sweeps_.impulse();
  double least = std::numeric_limits<double>::infinity();  // the start itself is not an answer: errors would add up
  while (result.iterations < options_.max_iterations) {
    if (result.iterations > 0 && !deadline.allows(0)) {
      result.status = SolveStatus::kBudgetCut;
      break;
    }
    sweeps_.sweep();
    ++result.iterations;
    const double natural_map = sweeps_.natural_map();
    if (options_.log_iterates) result.log.push_back({0, "sweep", natural_map, 0, 0});
    if (natural_map < least) {
      least = natural_map;
      best_ = sweeps_.impulse();
    }
    if (natural_map <= kIslandShare * options_.tolerance) {
      result.status = SolveStatus::kConverged;
      break;
    }
  }
  result.solution.set_impulse(island, best_);
  result.warm_start = result.solution;
  if (options_.shock_propagation && result.status != SolveStatus::kConverged) {
    x_.assign(island.velocity_size(), 0.0);
    island.accumulate(0, 3, best_.data(), x_.data());
    if (!shock_.run(island, x_, best_)) return;
    result.solution.set_impulse(island, best_);
    result.solution.c = x_;  // the velocity of the pass, which the impulses alone do not give
    std::fill(result.solution.f.begin(), result.solution.f.end(), 0.0);
  }
}

}  // namespace stiction

#include "solvers/symmetric_fixed_point/symmetric_fixed_point_solver.h"

#include <algorithm>
#include <limits>

namespace stiction {
namespace {

// Tolerance of the convex problems, relative to the denominator: a share of the tolerance asked for, within limits.
constexpr double kInnerShare = 1e-2, kInnerLeast = 1e-13, kInnerMost = 1e-10;
constexpr int kPatience = 30;  // rounds without a better iterate

}  // namespace

void SymmetricFixedPointDriver::choose_start(const Island& island, const DriverStart& start) {
  z_.assign(3 * static_cast<std::size_t>(island.contact_count()), 0.0);
  shift_.assign(island.contact_count(), 0.0);
  if (start.impulse == nullptr) return;
  const double cold = residual_(law_, z_);
  if (residual_(law_, *start.impulse) > cold) return;
  z_ = *start.impulse;
  projection_.shift_at(residual_.u(), shift_);
}

SolveStatus SymmetricFixedPointDriver::iterate(const Deadline& deadline, DriverResult& result) {
  const double inner = std::clamp(kInnerShare * options_.tolerance, kInnerLeast, kInnerMost);
  double least = std::numeric_limits<double>::infinity();
  int best_round = 0;
  for (int round = 1; round <= options_.max_iterations && round - best_round <= kPatience; ++round) {
    if (round > 1 && !deadline.allows(0)) return SolveStatus::kBudgetCut;
    projection_.solve(shift_, inner, z_);
    result.iterations = round;
    const double natural_map = residual_(law_, z_);
    if (options_.log_iterates) result.log.push_back({0, "cone", natural_map, 0, projection_.newton_steps()});
    if (natural_map < least) {
      least = natural_map;
      best_round = round;
      best_ = z_;
    }
    if (natural_map <= kIslandShare * options_.tolerance) return SolveStatus::kConverged;
    projection_.shift_at(residual_.u(), shift_);
  }
  return SolveStatus::kIterationLimit;
}

void SymmetricFixedPointDriver::solve(const Island& island, const DriverStart& start, const Deadline& deadline,
                                      DriverResult& result) {
  projection_.prepare(island, options_.form);
  law_.set_island(island);
  choose_start(island, start);
  best_ = z_;
  result.iterations = 0;
  result.rung = "";
  result.log.clear();
  result.status = iterate(deadline, result);
  result.solution.set_impulse(island, best_);
  result.warm_start = result.solution;
  result.newton_steps = projection_.newton_steps();
  result.form = projection_.form();
}

}  // namespace stiction

#include "solvers/convex_cone/convex_cone_solver.h"

namespace stiction {
namespace {

constexpr double kTolerance = 1e-12;  // of the convex problem, relative to the denominator

}  // namespace

void ConvexConeDriver::solve(const Island& island, const DriverStart& start, const Deadline& /*deadline*/,
                             DriverResult& result) {
  projection_.prepare(island, options_.form);
  law_.set_island(island);
  if (start.impulse != nullptr) {
    z_ = *start.impulse;
  } else {
    z_.assign(3 * static_cast<std::size_t>(island.contact_count()), 0.0);
  }
  no_shift_.assign(island.contact_count(), 0.0);
  projection_.solve(no_shift_, kTolerance, z_);
  const double natural_map = residual_(law_, z_);
  const bool exact_law = natural_map <= kIslandShare * options_.tolerance;
  result.status = exact_law ? SolveStatus::kConverged : SolveStatus::kIterationLimit;
  result.solution.set_impulse(island, z_);
  result.warm_start = result.solution;
  result.iterations = 1;
  result.newton_steps = projection_.newton_steps();
  result.form = projection_.form();
  result.rung = "";
  result.log.clear();
  if (options_.log_iterates) result.log.push_back({0, "cone", natural_map, 0, result.newton_steps});
}

}  // namespace stiction

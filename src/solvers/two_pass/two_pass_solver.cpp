#include "solvers/two_pass/two_pass_solver.h"

#include "solvers/staggered/drivers.h"

namespace stiction {

void TwoPassDriver::log(const char* pass, DriverResult& result) {
  if (!options_.log_iterates) return;
  result.log.push_back({0, pass, projections_.natural_map(result.solution), 0, projections_.newton_steps()});
}

void TwoPassDriver::solve(const Island& island, const DriverStart& start, const Deadline& /*deadline*/,
                          DriverResult& result) {
  projections_.prepare(island, options_);
  const double exact = kExactProjection * projections_.denominator();
  warm_.set_zero(island);
  if (start.impulse != nullptr) warm_.set_impulse(island, *start.impulse);
  result.log.clear();
  result.rung = "";
  result.iterations = 1;

  // Redundant contacts leave a choice: both passes stay near the last step's impulses.
  Iterate& it = result.solution;
  it.set_zero(island);
  it.alpha = warm_.alpha;
  projections_.project_contact(it, exact);
  projections_.ensure_signorini(it);
  const bool feasible = projections_.signorini(it) <= kInfeasibleResidual;
  log("contact", result);
  it.beta = warm_.beta;
  projections_.project_friction(it, exact);
  log("friction", result);

  const bool exact_law = projections_.natural_map(it) <= kIslandShare * options_.tolerance;
  result.status = !feasible   ? SolveStatus::kInfeasible
                  : exact_law ? SolveStatus::kConverged
                              : SolveStatus::kIterationLimit;
  result.warm_start = it;
  result.newton_steps = projections_.newton_steps();
  result.form = projections_.form();
}

}  // namespace stiction

#include <algorithm>
#include <limits>

#include "solvers/staggered/drivers.h"
#include "solvers/staggered/friction_change.h"

namespace stiction {

void PaperDriver::solve(IslandProjections& projections, const SolverOptions& options, const Deadline& deadline,
                        const DriverStart& start, DriverResult& result) {
  const Island& island = projections.island();
  const double exact = kExactProjection * projections.denominator();
  const double inner = 1e-10 * projections.denominator();
  current_.set_zero(island);
  if (start.friction != nullptr) current_.f = *start.friction;  // line 2: f^0 <- f*
  double least_residual = std::numeric_limits<double>::infinity();
  result.status = SolveStatus::kIterationLimit;
  result.iterations = 0;
  result.rung = "";
  result.log.clear();
  double reserve = 0;
  best_ = current_;
  for (int i = 1; i <= options.max_iterations; ++i) {  // line 4
    if (!deadline.allows(reserve)) {
      result.status = SolveStatus::kBudgetCut;
      break;
    }
    const double before = deadline.now();
    last_f_ = current_.f;
    projections.project_contact(current_, inner);  // line 5
    reserve = 2 * (deadline.now() - before);
    projections.project_friction(current_, inner);  // line 6
    result.iterations = i;
    const double change = friction_change(last_f_, current_.f, projections.denominator());  // eq. 28
    const double residual = projections.complementarity(current_);                          // eq. 29
    if (options.log_iterates) {
      result.log.push_back({0, "friction", projections.natural_map(current_), change, projections.newton_steps()});
    }
    if (residual < least_residual || change <= options.eps) {
      least_residual = residual;
      best_ = current_;
    }
    if (change <= options.eps) {
      result.status = SolveStatus::kConverged;
      break;
    }
  }
  result.solution = best_;                              // line 15
  projections.project_contact(result.solution, exact);  // line 16
  projections.ensure_signorini(result.solution);
  if (projections.signorini(result.solution) > kInfeasibleResidual) result.status = SolveStatus::kInfeasible;
  result.warm_start = result.solution;
}

}  // namespace stiction

#include "lcp/pivoting/friction_pivoting.h"

#include <utility>

#include "lcp/pivoting/friction_attempt.h"

namespace stiction {

FrictionResult solve_friction(const FrictionProblem& problem, const FrictionOptions& options) {
  const int n = static_cast<int>(problem.b.size());
  const int limit = options.max_pivots > 0 ? options.max_pivots : 200 + 30 * n;
  FrictionResult total;
  for (int attempt = 0; attempt < options.max_attempts; ++attempt) {
    FrictionResult result = FrictionAttempt(problem, attempt, limit, options.stop).solve();
    result.attempts = attempt + 1;
    result.drives += total.drives;
    result.pivots += total.pivots;
    result.zero_steps += total.zero_steps;
    result.given_up += total.given_up;
    result.refactorisations += total.refactorisations;
    result.operations += total.operations;
    total = std::move(result);
    if (total.status != PivotingStatus::kPivotLimit) break;
  }
  return total;
}

}  // namespace stiction

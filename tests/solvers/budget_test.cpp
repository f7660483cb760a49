// Wall-clock budgets: the last contact projection is kept back, so Signorini holds whatever was cut.
#include <gtest/gtest.h>

#include "solvers/deadline.h"
#include "solvers/solving.h"

namespace stiction {
namespace {

using test::options_of;
using test::solve;

TEST(Deadline, WithoutALimitEverythingIsAllowed) {
  const Deadline none;
  EXPECT_FALSE(none.limited());
  EXPECT_TRUE(none.allows(1e9));
  EXPECT_FALSE(none.passed());
}

TEST(Deadline, KeepsTheReserveBack) {
  const Deadline soon(100);
  EXPECT_TRUE(soon.limited());
  EXPECT_TRUE(soon.allows(1));
  EXPECT_FALSE(soon.allows(200));
  EXPECT_FALSE(soon.passed());
  const Deadline over(-1);
  EXPECT_FALSE(over.allows(0));
  EXPECT_TRUE(over.passed());
}

TEST(Budget, ATinyOneStillLeavesSignorini) {
  for (const char* driver : {"fast", "paper"}) {
    int cut = 0;
    for (int seed = 0; seed < 150; ++seed) {
      const ContactProblem problem = test::random_problem(seed, {.bounds = seed % 2 == 0});
      const SolverOptions options = options_of({{"driver", driver}, {"budget_ms", "1e-6"}, {"eps", "1e-12"}});
      const test::Solved solved = solve(problem, options);
      const SolveStatus status = solved.solution.report.status;
      EXPECT_TRUE(status == SolveStatus::kBudgetCut || status == SolveStatus::kConverged) << "seed " << seed;
      EXPECT_LE(solved.certificate.signorini, 1e-9) << driver << ", seed " << seed;
      if (status == SolveStatus::kBudgetCut) {
        ++cut;
        EXPECT_TRUE(solved.solution.report.budget_overrun);
      }
    }
    EXPECT_GT(cut, 50) << driver;
  }
}

TEST(Budget, AGenerousOneChangesNothing) {
  for (int seed = 0; seed < 30; ++seed) {
    const ContactProblem problem = test::random_problem(seed, {.max_mass_ratio = 100});
    const test::Solved free = solve(problem, {}), limited = solve(problem, options_of({{"budget_ms", "60000"}}));
    EXPECT_EQ(free.solution.impulse, limited.solution.impulse) << "seed " << seed;
    EXPECT_FALSE(limited.solution.report.budget_overrun);
  }
}

}  // namespace
}  // namespace stiction

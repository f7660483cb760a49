// Card houses that were knocked a moment ago wedge: normal impulses can shift a long way at next to no change of
// velocity. `staggered` from nothing, without a budget and within one that is never used up.
#include <gtest/gtest.h>

#include "base/repetitions.h"
#include "contact/judge.h"
#include "real_steps/recorded_steps.h"
#include "solvers/contact_solver.h"
#include "solvers/fake_clock.h"

namespace stiction {
namespace {

constexpr double kForever = 1e3;  // [s]: 1e9 looks at the clock

std::vector<ContactProblem> knocked_card_houses() {
  const int count = test::repetitions(8);
  std::vector<ContactProblem> found;
  for (const char* levels : {"3", "4"}) {
    for (const double knock : {0.05, 0.1}) {  // [m/s]
      const auto steps =
          test::record_steps({"card-house", {{"levels", levels}, {"samples", "0"}}, 0.005, 10, 1, count, knock});
      found.insert(found.end(), steps.begin(), steps.end());
    }
  }
  return found;
}

TEST(WedgedCardHouses, AreSolvedFromNothing) {
  int wedged = 0;
  for (const ContactProblem& problem : knocked_card_houses()) {
    ContactSolution solution;
    make_solver({})->solve(problem, solution, Deadline());
    const Certificate certificate = judge(problem, solution.impulse, solution.velocity);
    EXPECT_EQ(solution.report.status, SolveStatus::kConverged);
    EXPECT_LE(certificate.residual, SolverOptions().tolerance);
    EXPECT_LE(certificate.signorini, 1e-6);
    wedged += certificate.signorini > 1e-9 ? 1 : 0;
  }
  if (test::repetitions(8) == 8) EXPECT_GT(wedged, 0);  // or they would show nothing
}

// Where Newton's method ends just above the tolerance its answer is returned, with some 1e-6 left of Signorini's
// condition: that is no proof against the bounds.
TEST(WedgedCardHouses, AreNotCalledInfeasible) {
  const auto steps =
      test::record_steps({"card-house", {{"levels", "6"}, {"samples", "0"}}, 0.005, 10, 1, test::repetitions(6), 0.05});
  for (const ContactProblem& problem : steps) {
    ContactSolution solution;
    make_solver({})->solve(problem, solution, Deadline());
    EXPECT_NE(solution.report.status, SolveStatus::kInfeasible);
    EXPECT_LE(judge(problem, solution.impulse, solution.velocity).residual, 1e-5);
  }
}

// Friction was wrong by a tenth in every other one, with time left in plenty: for the last 1e-8 of Signorini's
// condition.
TEST(WedgedCardHouses, AnAmpleBudgetChangesNothing) {
  for (const ContactProblem& problem : knocked_card_houses()) {
    ContactSolution unlimited, limited;
    make_solver({})->solve(problem, unlimited, Deadline());
    test::FakeClock clock;
    make_solver({})->solve(problem, limited, Deadline(kForever, &clock));
    EXPECT_EQ(limited.report.status, unlimited.report.status);
    EXPECT_EQ(limited.report.newton_steps, unlimited.report.newton_steps);
    EXPECT_EQ(limited.impulse, unlimited.impulse);
    EXPECT_EQ(limited.warm_start, unlimited.warm_start);
  }
}

}  // namespace
}  // namespace stiction

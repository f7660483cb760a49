// RG's stopping rules, limits and best iterates.
#include "solvers/regions/stopping.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "regions/mass_points.h"
#include "solvers/solving.h"

namespace stiction {
namespace {

const ContactProblem& problem() {
  static const ContactProblem some = test::clusters(5, 60, 60, 60);
  return some;
}

test::Solved solved(test::Settings settings) {
  settings.insert(settings.begin(), {"name", "regions"});
  settings.emplace_back("log_iterates", "true");
  settings.emplace_back("decompose", "false");
  return test::solve(problem(), test::options_of(settings));
}

int count(const test::Solved& of, const std::string& stage) {
  int found = 0;
  for (const IterateLogEntry& entry : of.solution.report.log) found += entry.stage == stage ? 1 : 0;
  return found;
}

TEST(StoppingRules, AreMetOneByOneAndOnlyIfTheyAreSet) {
  const Progress progress{1e-3, 1e-4, 1e-5, 1e-6};
  EXPECT_FALSE(meets({}, progress));
  EXPECT_TRUE(meets({.change = 1e-3}, progress));
  EXPECT_FALSE(meets({.change = 0.9e-3}, progress));
  EXPECT_TRUE(meets({.residual = 1e-5}, progress));
  EXPECT_FALSE(meets({.residual = 0.9e-5}, progress));
  EXPECT_TRUE(meets({.change_max = 1e-4}, progress));
  EXPECT_FALSE(meets({.change_max = 0.9e-4}, progress));
  EXPECT_TRUE(meets({.residual_max = 1e-6}, progress));
  EXPECT_FALSE(meets({.residual_max = 0.9e-6}, progress));
  EXPECT_TRUE(meets({.change = 1e-9, .residual_max = 1e-6}, progress));  // either
}

TEST(StoppingRules, EndTheirPhaseSoonerWhenTheyAreLooser) {
  for (const char* rule : {"change", "residual", "change_max", "residual_max"}) {
    const std::string cg = std::string("pcg_") + rule, gs = std::string("pgs_") + rule;
    const test::Solved loose = solved({{cg, "1e-1"}, {gs, "1e-2"}}), tight = solved({{cg, "1e-3"}, {gs, "1e-6"}});
    EXPECT_EQ(loose.solution.report.status, SolveStatus::kConverged) << rule;
    EXPECT_LT(count(loose, "cg"), count(tight, "cg")) << rule;
    EXPECT_GT(count(tight, "sweep"), 0) << rule << ": the first phase hands on";
    EXPECT_LT(tight.certificate.residual, loose.certificate.residual) << rule;
  }
}

TEST(StoppingRules, JudgesResidualDecidesUnlessOthersAreSet) {
  const test::Solved judged = solved({{"tolerance", "1e-8"}});
  EXPECT_EQ(judged.solution.report.status, SolveStatus::kConverged);
  EXPECT_LE(judged.certificate.residual, 1e-8);
}

TEST(IterationLimits, AreTwiceTheRowsAndTheNumberOfSweeps) {
  const int rows = 3 * problem().contact_count();
  const test::Solved both = solved({{"tolerance", "1e-12"}, {"pcg_limit", "0.1"}, {"max_iterations", "7"}});
  EXPECT_EQ(both.solution.report.status, SolveStatus::kIterationLimit);
  EXPECT_LE(count(both, "cg"), rows / 10 + 1);
  EXPECT_EQ(count(both, "sweep"), 7);
  EXPECT_EQ(count(solved({{"pcg_limit", "0"}, {"max_iterations", "7"}, {"tolerance", "1e-12"}}), "cg"), 0);
}

// Conjugate gradients without safeguards rise now and then: the last iterate need not be the best.
TEST(IterationLimits, LeaveTheBestImpulsesOfAll) {
  int last_is_worse = 0;
  for (const char* limit : {"0.1", "0.3", "0.5", "1"}) {
    const test::Solved cut =
        solved({{"name", "pcg"}, {"tolerance", "1e-12"}, {"restarts", "false"}, {"pcg_limit", limit}});
    double least = 1;
    for (const IterateLogEntry& entry : cut.solution.report.log) least = std::min(least, entry.natural_map);
    last_is_worse += cut.solution.report.log.back().natural_map > 1.1 * least ? 1 : 0;
    // The judge counts the weight of points that nothing touches; the island does not.
    EXPECT_NEAR(cut.certificate.residual, least, 0.02 * least) << limit;
  }
  EXPECT_GT(last_is_worse, 0);
}

TEST(StoppingRules, RefuseImpossibleThresholds) {
  for (const char* key : {"pcg_change", "pgs_residual_max"}) {
    SolverOptions options;
    EXPECT_THROW(set_solver_option(options, key, "-1"), InputError);
    EXPECT_THROW(set_solver_option(options, key, "2"), InputError);
    EXPECT_THROW(set_solver_option(options, key, "small"), InputError);
  }
}

}  // namespace
}  // namespace stiction

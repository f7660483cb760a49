// The two drivers: warm starts (SP-2), the knob eps (SP-3), islands, forms and logs in the report.
#include <gtest/gtest.h>

#include "solvers/solving.h"

namespace stiction {
namespace {

using test::options_of;
using test::Settings;
using test::solve;

// A stack of `count` unit cubes pushed sideways at the top, four feet each.
ContactProblem pushed_stack(int count, double push, double mu, FrictionSet set = {}, int side = 2) {
  test::ProblemMaker maker(set);
  for (int i = 0; i < count; ++i) {
    maker.add_body(1 + i, Vec3(0, 0, i + 0.5), Vec3(i == count - 1 ? push : 0, 0, -0.0981));
    maker.add_patch(i - 1, i, Vec3(0, 0, i), Vec3::UnitZ(), mu, side);
  }
  return maker.finish();
}

TEST(PaperDriver, AnOptimalFrictionImpulseConvergesInOneIteration) {
  for (const int samples : {0, 8}) {
    SolverOptions options = options_of({{"driver", "paper"}, {"eps", "1e-14"}, {"max_iterations", "5000"}});
    options.tangents.samples = samples;
    int tried = 0;
    for (int seed = 0; seed < 200; ++seed) {
      // One contact per pair: alpha is unique, so that f alone determines the rest.
      ContactProblem problem = test::random_problem(seed, {.max_patch = 1, .set = options.tangents});
      const test::Solved cold = solve(problem, options);
      if (problem.contact_count() == 0 || cold.certificate.residual > 1e-7) continue;
      problem.warm_friction_momentum = cold.solution.friction_momentum;
      SolverOptions warm_options = options;
      warm_options.eps = 1e-8;
      const test::Solved warm = solve(problem, warm_options);
      EXPECT_EQ(warm.solution.report.iterations, 1) << "seed " << seed << ", samples " << samples;
      EXPECT_EQ(warm.solution.report.status, SolveStatus::kConverged);
      EXPECT_LE(warm.certificate.residual, 1e-5) << "seed " << seed;
      ++tried;
    }
    EXPECT_GT(tried, 100) << samples;
  }
}

TEST(FastDriver, AnOptimalImpulseIsAcceptedWithinOneIteration) {
  int tried = 0;
  for (int seed = 0; seed < 200; ++seed) {
    ContactProblem problem = test::random_problem(seed);
    const test::Solved cold = solve(problem, options_of({{"tolerance", "1e-9"}}));
    if (problem.contact_count() == 0 || cold.certificate.residual > 1e-9) continue;
    problem.warm_impulse = cold.solution.impulse;
    const test::Solved warm = solve(problem, {});
    EXPECT_LE(warm.solution.report.iterations, 1) << "seed " << seed;
    EXPECT_EQ(warm.solution.report.status, SolveStatus::kConverged) << "seed " << seed;
    EXPECT_LE(warm.certificate.residual, 1e-6) << "seed " << seed;
    ++tried;
  }
  EXPECT_GT(tried, 150);
}

TEST(FastDriver, WarmStartCanBeTurnedOff) {
  ContactProblem problem = pushed_stack(3, 0.05, 0.5);
  problem.warm_impulse = 100 * VecX::Ones(3 * problem.contact_count());
  problem.warm_friction_momentum = VecX::Ones(6 * problem.body_count());
  for (const char* driver : {"fast", "paper"}) {
    ContactProblem bare = pushed_stack(3, 0.05, 0.5);
    const Settings off = {{"driver", driver}, {"warm_start", "false"}};
    EXPECT_EQ(solve(problem, options_of(off)).solution.impulse, solve(bare, options_of(off)).solution.impulse);
  }
}

// SP-3: eps is a knob of frictional accuracy.
TEST(PaperDriver, ResidualFallsWithEps) {
  double sums[3] = {};
  int iterations[3] = {};
  const char* levels[3] = {"1e-1", "1e-4", "1e-8"};
  for (int count = 2; count <= 8; ++count) {
    for (int k = 0; k < 3; ++k) {
      const test::Solved solved =
          solve(pushed_stack(count, 0.2, 0.3),
                options_of({{"driver", "paper"}, {"eps", levels[k]}, {"max_iterations", "5000"}}));
      EXPECT_EQ(solved.solution.report.status, SolveStatus::kConverged);
      sums[k] += solved.certificate.residual;
      iterations[k] += solved.solution.report.iterations;
    }
  }
  EXPECT_LT(sums[1], 0.3 * sums[0]);
  EXPECT_LT(sums[2], 0.03 * sums[1]);
  EXPECT_LE(iterations[0], iterations[1]);
  EXPECT_LT(iterations[1], iterations[2]);
}

TEST(StaggeredSolver, ReportsIslandsAndForms) {
  test::ProblemMaker maker;
  for (int i = 0; i < 3; ++i) {
    maker.add_body(1, Vec3(5 * i, 0, 0.5), Vec3(0, 0, -0.1));
    maker.add_patch(-1, i, Vec3(5 * i, 0, 0), Vec3::UnitZ(), 0.5, i == 0 ? 1 : 4);
  }
  maker.add_body(1, Vec3(50, 0, 0), Vec3(0, 0, -0.1));  // falls alone
  const ContactProblem problem = maker.finish();
  const SolveReport report = solve(problem, {}).solution.report;
  EXPECT_EQ(report.island_count, 3);
  EXPECT_EQ(report.dof_form_islands + report.contact_form_islands, 3);
  EXPECT_EQ(solve(problem, options_of({{"form", "dof"}})).solution.report.dof_form_islands, 3);
  EXPECT_EQ(solve(problem, options_of({{"form", "contact"}})).solution.report.contact_form_islands, 3);
  EXPECT_EQ(solve(problem, options_of({{"decompose", "false"}})).solution.report.island_count, 1);
}

TEST(StaggeredSolver, LogsIteratesOnlyOnRequest) {
  const ContactProblem problem = pushed_stack(4, 0.3, 0.3);
  for (const char* driver : {"fast", "paper"}) {
    EXPECT_TRUE(solve(problem, options_of({{"driver", driver}})).solution.report.log.empty());
    const SolveReport report =
        solve(problem, options_of({{"driver", driver}, {"log_iterates", "true"}})).solution.report;
    ASSERT_FALSE(report.log.empty());
    for (const IterateLogEntry& entry : report.log) {
      EXPECT_TRUE(std::isfinite(entry.natural_map));
      EXPECT_EQ(entry.island, 0);
    }
    if (driver == std::string("paper")) {
      EXPECT_EQ(static_cast<int>(report.log.size()), report.iterations);
    }
  }
}

TEST(StaggeredSolver, FrictionMomentumIsTheFrictionPartOfTheImpulse) {
  const ContactProblem problem = pushed_stack(3, 0.2, 0.4);
  const test::Solved solved = solve(problem, {});
  VecX friction = solved.solution.impulse;
  for (int c = 0; c < problem.contact_count(); ++c) friction[3 * c] = 0;
  EXPECT_LT((solved.solution.friction_momentum - generalized_impulse(problem, friction)).norm(), 1e-14);
}

}  // namespace
}  // namespace stiction

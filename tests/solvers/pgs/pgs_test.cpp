// Projected Gauss-Seidel and shock propagation: where they agree with the exact answer, and where they fall short.
#include "solvers/pgs/pgs_solver.h"

#include <gtest/gtest.h>

#include "base/repetitions.h"
#include "solvers/pgs/stack.h"
#include "solvers/solving.h"

namespace stiction {
namespace {

using test::options_of;
using test::Settings;
using test::solve;
using test::stack;

test::Solved pgs(const ContactProblem& problem, Settings settings) {
  settings.emplace_back("name", "pgs");
  return solve(problem, options_of(settings));
}

TEST(Pgs, ConvergesToTheStaggeredAnswerOnSmallProblems) {
  int compared = 0;
  const int problems = test::repetitions(100);
  for (int seed = 0; seed < problems; ++seed) {
    // One contact per pair and like masses: velocities are unique more often than not, sweeps converge.
    const ContactProblem problem = test::random_problem(seed, {.max_bodies = 3, .max_patch = 1, .max_mass_ratio = 4});
    const test::Solved sweeps = pgs(problem, {{"max_iterations", "20000"}, {"tolerance", "1e-10"}});
    const test::Solved exact = solve(problem, options_of({{"tolerance", "1e-10"}}));
    if (sweeps.certificate.residual > 1e-10 || exact.certificate.residual > 1e-10) continue;
    const double difference = (sweeps.solution.velocity - exact.solution.velocity).norm();
    compared += difference <= 1e-6 * problem.free_velocity.norm() ? 1 : 0;
  }
  EXPECT_GE(compared, problems * 8 / 10);
}

TEST(Pgs, NeedsMoreSweepsForTallerStacks) {
  int last = 0;
  for (const int count : {2, 4, 8}) {
    const test::Solved solved = pgs(stack(count), {{"max_iterations", "100000"}});
    EXPECT_EQ(solved.solution.report.status, SolveStatus::kConverged) << count;
    EXPECT_GT(solved.solution.report.iterations, 2 * last) << count;
    last = solved.solution.report.iterations;
  }
}

TEST(Pgs, LeavesATallStackSinkingAndSaysSo) {
  const test::Solved solved = pgs(stack(30), {{"max_iterations", "50"}});
  EXPECT_EQ(solved.solution.report.status, SolveStatus::kIterationLimit);
  EXPECT_EQ(solved.solution.report.iterations, 50);
  EXPECT_GT(solved.certificate.residual, 1e-3);
  EXPECT_GT(solved.certificate.signorini, 1e-3);
  EXPECT_LE(solved.certificate.momentum_error, 1e-12);
  EXPECT_LE(solve(stack(30), {}).certificate.residual, 1e-6) << "staggered";
}

TEST(Pgs, AWarmStartGoesOnWhereTheLastStepEnded) {
  ContactProblem problem = stack(10);
  double last = 1;
  for (int step = 0; step < 5; ++step) {
    const test::Solved solved = pgs(problem, {{"max_iterations", "50"}});
    EXPECT_LT(solved.certificate.residual, 0.9 * last) << step;
    last = solved.certificate.residual;
    problem.warm_impulse = solved.solution.warm_start;
  }
}

TEST(Pgs, ABudgetCutsTheSweeps) {
  const test::Solved solved = pgs(stack(30), {{"max_iterations", "1000000"}, {"budget_ms", "1e-6"}});
  EXPECT_EQ(solved.solution.report.status, SolveStatus::kBudgetCut);
  EXPECT_EQ(solved.solution.report.iterations, 1);
}

TEST(Pgs, LogsItsSweepsOnRequest) {
  const test::Solved solved = pgs(stack(2), {{"max_iterations", "7"}, {"log_iterates", "true"}});
  ASSERT_EQ(solved.solution.report.log.size(), 8U);
  EXPECT_EQ(solved.solution.report.log[0].stage, "start");
  EXPECT_EQ(solved.solution.report.log[7].stage, "sweep");
  EXPECT_TRUE(pgs(stack(2), {}).solution.report.log.empty());
}

TEST(ShockPropagation, CountsLayersFromTheGround) {
  test::ProblemMaker maker;
  for (int i = 0; i < 4; ++i) maker.add_body(1, Vec3(i, 0, 0), Vec3(0, 0, -1));
  maker.add_contact(2, 1, {1.5, 0, 0}, Vec3::UnitX(), 0.5);  // 0 on the ground, 1 on 0, 2 on 1, 3 on 0 and 2
  maker.add_contact(0, 1, {0.5, 0, 0}, Vec3::UnitX(), 0.5);
  maker.add_contact(-1, 0, {0, 0, 0}, Vec3::UnitZ(), 0.5);
  maker.add_contact(2, 3, {2.5, 0, 0}, Vec3::UnitX(), 0.5);
  maker.add_contact(3, 0, {1, 0, 0}, Vec3::UnitY(), 0.5);
  const Island island = test::whole_island(maker.finish());
  std::vector<double> x(island.velocity_size(), 0.0), z(3 * static_cast<std::size_t>(island.contact_count()), 0.0);
  ShockPropagation shock;
  shock.run(island, x, z);
  ASSERT_EQ(shock.layers().size(), 5U);
  const int expected[] = {1, 2, 3, 2};
  for (int i = 0; i < 4; ++i) EXPECT_EQ(shock.layers()[i], expected[island.blocks[i].body]) << i;
}

TEST(ShockPropagation, BringsATallStackToRestAtTheCostOfMomentum) {
  const Settings few = {{"max_iterations", "10"}}, shocked = {{"max_iterations", "10"}, {"shock_propagation", "true"}};
  const test::Solved without = pgs(stack(20), few), with = pgs(stack(20), shocked);
  EXPECT_GT(without.solution.velocity.norm(), 0.05);
  EXPECT_LT(with.solution.velocity.norm(), 1e-3);
  EXPECT_GT(with.certificate.momentum_error, 0.01);
  EXPECT_LE(without.certificate.momentum_error, 1e-12);
  EXPECT_EQ(with.solution.warm_start, without.solution.warm_start) << "the next step starts from the sweeps";
}

TEST(ShockPropagation, LeavesAnExactAnswerAsItIs) {
  const ContactProblem problem = stack(5);
  const Island island = test::whole_island(problem);
  GaussSeidelSweeps sweeps;
  sweeps.start(island, std::vector<double>(3 * static_cast<std::size_t>(island.contact_count()), 0.0));
  for (int k = 0; k < 20000; ++k) sweeps.sweep();
  std::vector<double> x = sweeps.velocity(), z = sweeps.impulse();
  ShockPropagation shock;
  shock.run(island, x, z);
  EXPECT_LT(test::distance(x, sweeps.velocity()), 1e-9 * island.denominator);
  EXPECT_LT(test::distance(z, sweeps.impulse()), 1e-9 * island.denominator);
}

TEST(ShockPropagation, LeavesBodiesInFlightToTheSweeps) {
  test::ProblemMaker maker;
  maker.add_body(1, Vec3::Zero(), {1, 0.2, 0});
  maker.add_body(2, Vec3::UnitX(), {-1, 0, 0.1});
  maker.add_patch(0, 1, {0.5, 0, 0}, Vec3::UnitX(), 0.5, 2);
  const ContactProblem problem = maker.finish();
  const Settings settings = {{"max_iterations", "3"}, {"tolerance", "1e-12"}};
  Settings shocked = settings;
  shocked.emplace_back("shock_propagation", "true");
  EXPECT_EQ(pgs(problem, settings).solution.velocity, pgs(problem, shocked).solution.velocity);
}

}  // namespace
}  // namespace stiction

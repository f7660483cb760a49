// What a step says about itself.
#include <gtest/gtest.h>

#include "stepping/worlds.h"

namespace stiction {
namespace {

Model pushed_stack() {
  std::vector<Body> bodies = test::stack_bodies(4);
  bodies.back().start_velocity = {1, 0.3, 0};
  return test::world(std::move(bodies), 0.4);
}

TEST(StepReport, StagesAreNamedAndSumUpToTheStep) {
  EXPECT_STREQ(stage_name(Stage::kPredict), "predict");
  EXPECT_STREQ(stage_name(Stage::kAdvance), "advance");
  Simulation simulation(pushed_stack(), 0.01, {});
  for (int i = 0; i < 20; ++i) {
    const StepReport& report = simulation.step();
    double sum = 0;
    for (const double seconds : report.stage_seconds) {
      EXPECT_GE(seconds, 0);
      sum += seconds;
    }
    EXPECT_DOUBLE_EQ(report.step_seconds(), sum);
    EXPECT_GT(report.stage_seconds[static_cast<int>(Stage::kSolve)], 0);
  }
}

TEST(StepReport, ConvergedMeansThatTheResidualIsWithinTheTolerance) {
  int limited = 0;
  for (const double tolerance : {1e-12, 1e-6, 1e-2}) {
    SolverOptions options;
    options.tolerance = tolerance;
    options.driver = Driver::kPaper;
    options.max_iterations = 3;
    Simulation simulation(pushed_stack(), 0.01, options);
    for (int i = 0; i < 50; ++i) {
      const StepReport& report = simulation.step();
      EXPECT_EQ(report.converged, report.certificate.residual <= tolerance) << tolerance << ", step " << i;
      limited += !report.converged;
    }
  }
  EXPECT_GT(limited, 0);
}

// Boxes that start in the ground by different depths, the deepest neither first nor last.
TEST(StepReport, PenetrationIsThatOfTheDeepestContact) {
  const double depths[] = {0.001, 0.004, 0.002};  // [m]
  std::vector<Body> bodies;
  bodies.reserve(3);
  for (int i = 0; i < 3; ++i) {
    bodies.push_back(test::box_body("box" + std::to_string(i), Vec3::Ones(), {3.0 * i, 0, 0.5 - depths[i]}));
  }
  Simulation simulation(test::world(std::move(bodies)), 0.01, {});
  EXPECT_NEAR(simulation.step().max_penetration, 0.004, 1e-12);
}

TEST(StepReport, CertificateIsTheJudgesOnTheSolvedProblem) {
  Simulation simulation(pushed_stack(), 0.01, {});
  for (int i = 0; i < 10; ++i) {
    const StepReport& report = simulation.step();
    const Certificate again =
        judge(simulation.problem(), simulation.solution().impulse, simulation.solution().velocity);
    EXPECT_EQ(report.certificate.residual, again.residual);
    EXPECT_EQ(report.contact_count, simulation.problem().contact_count());
    EXPECT_EQ(simulation.contacts().size(), simulation.problem().contacts.size());
    EXPECT_TRUE(report.converged);
    EXPECT_LE(report.certificate.signorini, 1e-9);
    EXPECT_LE(report.certificate.momentum_error, 1e-12);
  }
}

TEST(StepReport, AWarmStartSavesIterationsAtRest) {
  SolverOptions warm, cold;
  warm.driver = cold.driver = Driver::kPaper;
  cold.warm_start = false;
  Model tilted = test::world(test::stack_bodies(4), 0.6);
  tilted.gravity = {3, 1, -9};
  Simulation a(tilted, 0.01, warm), b(tilted, 0.01, cold);
  int with = 0, without = 0;
  for (int i = 0; i < 30; ++i) {
    with += a.step().solve.iterations;
    without += b.step().solve.iterations;
  }
  EXPECT_LT(with, without);
}

}  // namespace
}  // namespace stiction

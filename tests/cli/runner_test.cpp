#include "cli/running/runner.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "cli/flying.h"

namespace stiction {
namespace {

// The flying ball, expected to get somewhere.
Scene flying_away(double speed) {
  Scene scene = flying(speed);
  Expectation moved;
  moved.kind = ExpectationKind::kMoved;
  moved.bodies = "ball";
  moved.more_than = 1;
  scene.expectations.push_back(moved);
  return scene;
}

bool go_on(const Simulation& /*simulation*/, std::int64_t /*step_total*/) {
  return true;
}

TEST(Runner, AFinishedRunReportsItsFiguresAndExpectations) {
  const RunReport report = run_scene(flying_away(2), 1, go_on);
  EXPECT_EQ(report.status, RunStatus::kFinished);
  EXPECT_EQ(report.scene, "flying");
  EXPECT_EQ(report.steps, 40);
  EXPECT_DOUBLE_EQ(report.max_displacement, 40);
  EXPECT_DOUBLE_EQ(report.max_speed_end, 2);
  ASSERT_EQ(report.expectations.size(), 1U);
  EXPECT_TRUE(report.expectations[0].passed);
}

TEST(Runner, ANonFiniteStateEndsTheRunAsFailedWithTheLastGoodState) {
  const RunReport report = run_scene(flying_away(2e307), 1, go_on);
  EXPECT_EQ(report.status, RunStatus::kFailed);
  EXPECT_NE(report.error.find("ball"), std::string::npos) << report.error;
  EXPECT_GE(report.steps, 1);
  EXPECT_LT(report.steps, 40);
  EXPECT_TRUE(report.bodies_end[0].position.allFinite());
}

TEST(Runner, ExpectationsOfAFailedRunDoNotPass) {
  const RunReport failed = run_scene(flying_away(2e307), 1, go_on);
  EXPECT_TRUE(failed.expectations.at(0).judged);
  EXPECT_FALSE(failed.expectations.at(0).passed);
}

TEST(Runner, OfAnInterruptedRunOnlyWhatIsCertainIsJudged) {
  Scene scene = flying_away(2);
  scene.expectations.push_back(scene.expectations[0]);
  scene.expectations[1].more_than = 30;  // would come true later
  const RunReport interrupted = run_scene(
      scene, 1, [](const Simulation& simulation, std::int64_t) { return simulation.state().step_index < 10; });
  EXPECT_EQ(interrupted.status, RunStatus::kInterrupted);
  EXPECT_EQ(interrupted.steps, 10);
  EXPECT_TRUE(interrupted.expectations.at(0).judged);
  EXPECT_TRUE(interrupted.expectations.at(0).passed);
  EXPECT_FALSE(interrupted.expectations.at(1).judged);
  EXPECT_FALSE(interrupted.expectations.at(1).passed);
}

TEST(Runner, AnInterruptAfterTheLastStepIsAFinishedRun) {
  const RunReport report = run_scene(flying_away(2), 1, [](const Simulation& simulation, std::int64_t step_total) {
    return simulation.state().step_index < step_total;
  });
  EXPECT_EQ(report.status, RunStatus::kFinished);
}

TEST(Runner, ADurationShorterThanAStepIsBadInput) {
  Scene scene = flying_away(1);
  scene.duration = 0.1;
  EXPECT_THROW(run_scene(scene, 1, go_on), InputError);
}

}  // namespace
}  // namespace stiction

#include "cli/summary.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "cli/progress.h"
#include "cli/scene_source.h"

namespace stiction {
namespace {

TEST(Summary, ShowsUnknownFiguresAsADash) {
  const std::string text = summary_text(RunReport{});
  EXPECT_EQ(text.find("nan"), std::string::npos) << text;
  EXPECT_NE(text.find("mean -, max -"), std::string::npos) << text;
}

TEST(Summary, ShowsTroubleOnlyWhereThereWasSome) {
  RunReport report;
  EXPECT_EQ(summary_text(report).find("fall-back"), std::string::npos);
  report.rungs["pgs"] = 3;
  EXPECT_NE(summary_text(report).find("pgs: 3 steps"), std::string::npos);
}

TEST(Summary, MarksExpectations) {
  EXPECT_EQ(expectation_line({"stays (measured 0 m)", 0, true}), "pass  stays (measured 0 m)");
  EXPECT_EQ(expectation_line({"stays (measured 1 m)", 1, false}), "FAIL  stays (measured 1 m)");
}

TEST(ClockText, IsMinutesAndSecondsThenHours) {
  EXPECT_EQ(clock_text(7), "0:07");
  EXPECT_EQ(clock_text(754), "12:34");
  EXPECT_EQ(clock_text(3723), "1:02:03");
  EXPECT_EQ(clock_text(kUnknown), "?");
}

Scene lasting(double duration, double step) {
  Scene scene;
  scene.duration = duration;
  scene.step = step;
  return scene;
}

TEST(StepCount, CoversTheDurationWithoutAnExtraStepFromRounding) {
  EXPECT_EQ(step_count(lasting(60, 0.01)), 6000);
  EXPECT_EQ(step_count(lasting(0.3, 0.1)), 3);
  EXPECT_EQ(step_count(lasting(6000, 0.01)), 600000);
  EXPECT_EQ(step_count(lasting(1, 1.0 / 3)), 3);
  EXPECT_EQ(step_count(lasting(0.1, 0.1)), 1);
  EXPECT_EQ(step_count(lasting(0.25, 0.1)), 3);
  EXPECT_THROW(step_count(lasting(0.05, 0.1)), InputError);
}

TEST(SceneSource, ASlashOrJsonMakesAFile) {
  EXPECT_TRUE(names_scene_file("./arch"));
  EXPECT_TRUE(names_scene_file("arch.json"));
  EXPECT_FALSE(names_scene_file("arch"));
  EXPECT_FALSE(names_scene_file("json"));
}

}  // namespace
}  // namespace stiction

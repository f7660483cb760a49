#include "cli/text/summary.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "cli/files/scene_source.h"
#include "cli/text/making_progress.h"
#include "cli/text/progress.h"

namespace stiction {
namespace {

TEST(Summary, ShowsUnknownFiguresAsADash) {
  const std::string text = summary_text(RunReport{});
  EXPECT_EQ(text.find("nan"), std::string::npos) << text;
  EXPECT_NE(text.find("mean -, max -"), std::string::npos) << text;
}

TEST(MakingProgress, SaysWhatIsDoneAndHowFarItIs) {
  EXPECT_EQ(making_line("chairs", "chair0: elastic modes", 0.437), "chairs: chair0: elastic modes, 43 %");
  EXPECT_EQ(making_line("x", "y", 2), "x: y, 100 %");
  EXPECT_EQ(making_line("x", "preparing mesh a.obj: repair", kProgressUnknown), "x: preparing mesh a.obj: repair");
}

TEST(MakingProgress, PrintsNotesAtOnceAndNothingOfShortWork) {
  ::testing::internal::CaptureStderr();
  {
    MakingProgress making("chairs");
    const ReportProgress report = making.reporter();
    report("chair0: elastic modes", 0.5);
    report("the mesh could not be kept", kProgressNote);
  }
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "stiction: note: chairs: the mesh could not be kept\n");
}

TEST(Summary, ShowsTroubleOnlyWhereThereWasSome) {
  RunReport report;
  EXPECT_EQ(summary_text(report).find("fallback"), std::string::npos);
  report.rungs["pgs"] = 3;
  EXPECT_NE(summary_text(report).find("pgs: 3 steps"), std::string::npos);
}

TEST(Summary, ShowsTheMemoryIfItIsKnown) {
  RunReport report;
  EXPECT_EQ(summary_text(report).find("memory"), std::string::npos);
  report.memory_bytes = 12'300'000;
  EXPECT_NE(summary_text(report).find("12.3 MB at most"), std::string::npos);
}

TEST(Summary, ShowsLinearSystemsBesideIterations) {
  RunReport report;
  report.iterations = {2, 7};
  report.newton_steps = {12, 40};
  EXPECT_NE(summary_text(report).find("mean 2, max 7; linear systems: mean 12, max 40"), std::string::npos);
}

TEST(Summary, SaysWhatEventsDidToTheEnergy) {
  RunReport report;
  EXPECT_EQ(summary_text(report).find("events"), std::string::npos);
  report.energy_events = 12.5;
  EXPECT_NE(summary_text(report).find("J; events added 12.5 J\n"), std::string::npos) << summary_text(report);
  report.energy_events = -2;
  EXPECT_NE(summary_text(report).find("J; events took 2 J\n"), std::string::npos) << summary_text(report);
}

TEST(Summary, MarksExpectations) {
  EXPECT_EQ(expectation_line({"stays (measured 0 m)", 0, true}), "pass  stays (measured 0 m)");
  EXPECT_EQ(expectation_line({"stays (measured 1 m)", 1, false}), "FAIL  stays (measured 1 m)");
  EXPECT_EQ(expectation_line({"stays", kUnknown, false, false}), "not judged  stays");
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

// Also when the name is so long that the system refuses to look for it.
TEST(SceneSource, AnUnknownNameIsAlwaysBadInput) {
  EXPECT_THROW(load_scene(std::string(10000, 'a'), {}), InputError);
}

class SceneBeside : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "stiction-beside-XXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    std::filesystem::current_path(pattern);
    std::ofstream("crate.json") << "{}";
  }
  void TearDown() override {
    const std::filesystem::path folder = std::filesystem::current_path();
    std::filesystem::current_path(before_);
    std::filesystem::remove_all(folder);
  }
  std::filesystem::path before_ = std::filesystem::current_path();
};

TEST_F(SceneBeside, IsSuggestedWhereItsEndingWasForgotten) {
  try {
    load_scene("crate", {});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "there is no gallery scene \"crate\"; did you mean the file crate.json?");
  }
}

}  // namespace
}  // namespace stiction

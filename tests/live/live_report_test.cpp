#include "live/live_report.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "live/live_statistics.h"

namespace stiction {
namespace {

LiveReport sample() {
  LiveStatistics statistics("haptic", 0.001);
  statistics.set_solver("staggered");
  StepReport report;
  for (int i = 0; i < 100; ++i) {
    report.certificate.residual = i < 90 ? 1e-4 : 1e-2;
    report.solve.status = i < 95 ? SolveStatus::kConverged : SolveStatus::kBudgetCut;
    statistics.add_step({2e-4, 3e-4, true, i < 3}, report);
  }
  statistics.add_played_time(0.125);
  statistics.add_command(false);
  statistics.add_command(true);
  return statistics.report();
}

TEST(LiveReport, CountsWhatWasDone) {
  const LiveReport report = sample();
  EXPECT_EQ(report.cpu.steps, 100);
  EXPECT_EQ(report.late, 3);
  EXPECT_NEAR(report.converged, 0.9, 1e-12);
  EXPECT_EQ(report.budget_cut, 5);
  EXPECT_NEAR(report.sim_seconds, 0.1, 1e-12);
  EXPECT_NEAR(report.cpu.p50_ms, 0.2, 0.012);
  EXPECT_NEAR(report.wall.max_ms, 0.3, 1e-12);
}

TEST(LiveReport, IsJson) {
  const auto json = nlohmann::json::parse(live_report_json(sample()));
  EXPECT_EQ(json["scene"], "haptic");
  EXPECT_EQ(json["steps"], 100);
  EXPECT_EQ(json["late"], 3);
  EXPECT_EQ(json["refused_commands"], 1);
  EXPECT_TRUE(json["stopped"].is_null());
  EXPECT_EQ(json["step_cpu_ms"]["histogram"]["counts"].size(), json["step_cpu_ms"]["histogram"]["edges_ms"].size() + 1);
}

TEST(LiveReport, IsAFewLinesForPeople) {
  const std::string text = live_report_text(sample());
  EXPECT_NE(text.find("haptic: 100 steps of 1 ms"), std::string::npos) << text;
  EXPECT_NE(text.find("3.0 % of the steps late"), std::string::npos) << text;
  EXPECT_NE(text.find("90.00 %"), std::string::npos) << text;
  EXPECT_NE(live_report_text({}).find("0 steps"), std::string::npos);
}

TEST(LiveStatistics, RecentFiguresStartAfresh) {
  LiveStatistics statistics("x", 0.01);
  statistics.add_step({1e-3, 1e-3, true, true}, {});
  EXPECT_EQ(statistics.recent().late, 1);
  statistics.start_recent();
  EXPECT_EQ(statistics.recent().cpu.steps, 0);
  EXPECT_EQ(statistics.recent().late, 0);
  EXPECT_EQ(statistics.recent().converged, 1);
  EXPECT_EQ(statistics.report().late, 1);
}

}  // namespace
}  // namespace stiction

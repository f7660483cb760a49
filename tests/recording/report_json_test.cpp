#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "recording/run_report.h"
#include "recording/version.h"

namespace stiction {
namespace {

using Json = nlohmann::json;

Json parsed(const RunReport& report) {
  return Json::parse(report_json(report));
}

TEST(ReportJson, HasEveryPromisedKeyEvenWithoutASingleStep) {
  const Json json = parsed({});
  for (const char* key : {"version",       "status",
                          "scene",         "solver",
                          "step_seconds",  "steps",
                          "sim_seconds",   "dofs",
                          "bodies",        "threads",
                          "memory_bytes",  "contacts",
                          "iterations",    "solve_ms",
                          "step_ms",       "stage_ms",
                          "budget_cut",    "converged_fraction",
                          "residual",      "max_penetration",
                          "energy",        "residual_cone",
                          "bodies_end",    "max_displacement",
                          "max_speed_end", "expectations",
                          "state_hash",    "worst_step",
                          "rungs",         "forms",
                          "friction_set",  "signorini_max",
                          "warm_start",    "budget_overruns",
                          "hands"}) {
    EXPECT_TRUE(json.contains(key)) << key;
  }
  EXPECT_EQ(json["version"], version());
}

TEST(ReportJson, WritesNumbersThatAreNotFiniteAsNull) {
  RunReport report;
  report.residual = {std::nan(""), std::numeric_limits<double>::infinity()};
  report.bodies_end.push_back({"block", Vec3::Constant(std::nan("")), Quat::Identity(), Vec3::Zero(), Vec3::Zero()});
  const std::string text = report_json(report);
  EXPECT_EQ(text.find("nan"), std::string::npos);
  EXPECT_EQ(text.find("inf\""), std::string::npos);
  const Json json = Json::parse(text);
  EXPECT_TRUE(json["residual"]["mean"].is_null());
  EXPECT_TRUE(json["residual"]["max"].is_null());
  EXPECT_TRUE(json["bodies_end"][0]["position"][2].is_null());
}

TEST(ReportJson, NamesTheWorstStepWithItsBodies) {
  RunReport report;
  EXPECT_TRUE(parsed(report)["worst_step"].is_null());
  report.worst_step = {17, 0.17, 3e-7, 4, "ground", "block", {}};
  const Json worst = parsed(report)["worst_step"];
  EXPECT_EQ(worst["step"], 17);
  EXPECT_EQ(worst["time"], 0.17);
  EXPECT_EQ(worst["residual"], 3e-7);
  EXPECT_EQ(worst["contact"], 4);
  EXPECT_EQ(worst["bodies"], Json::array({"ground", "block"}));
}

TEST(ReportJson, WritesRotationsScalarFirstAndTheHashAsSixteenHexDigits) {
  RunReport report;
  report.bodies_end.push_back({"block", Vec3(1, 2, 3), Quat(0.5, -0.5, 0.5, 0.5), Vec3(4, 5, 6), Vec3(7, 8, 9)});
  report.state_hash = 0xabc;
  const Json json = parsed(report);
  EXPECT_EQ(json["bodies_end"][0]["rotation"], Json::array({0.5, -0.5, 0.5, 0.5}));
  EXPECT_EQ(json["bodies_end"][0]["angular_velocity"], Json::array({7.0, 8.0, 9.0}));
  EXPECT_EQ(json["state_hash"], "0000000000000abc");
}

TEST(ReportJson, TellsTheMemoryOrThatItIsNotKnown) {
  RunReport report;
  EXPECT_TRUE(parsed(report)["memory_bytes"].is_null());
  report.memory_bytes = 5'000'000'000;
  EXPECT_EQ(parsed(report)["memory_bytes"], 5'000'000'000);
}

TEST(ReportJson, KeepsEveryBitOfANumber) {
  RunReport report;
  report.max_displacement = 0.1 + 0.2;
  EXPECT_EQ(parsed(report)["max_displacement"].get<double>(), 0.1 + 0.2);
}

TEST(ReportJson, SurvivesNamesThatAreNotUnicode) {
  RunReport report;
  report.scene = "\xff\"\n";
  EXPECT_NO_THROW(parsed(report));
}

TEST(ReportJson, SaysWhyARunFailedAndOnlyThen) {
  RunReport report;
  EXPECT_FALSE(parsed(report).contains("error"));
  report.status = RunStatus::kFailed;
  report.error = "state is not finite";
  EXPECT_EQ(parsed(report)["status"], "failed");
  EXPECT_EQ(parsed(report)["error"], "state is not finite");
}

TEST(ReportJson, ListsExpectations) {
  RunReport report;
  report.expectations = {{"stays", 0.5, true}, {"moves", kUnknown, false}, {"turns", 3, false, false}};
  const Json json = parsed(report)["expectations"];
  EXPECT_EQ(json[0], Json({{"text", "stays"}, {"value", 0.5}, {"judged", true}, {"passed", true}}));
  EXPECT_TRUE(json[1]["value"].is_null());
  EXPECT_EQ(json[1]["passed"], false);
  EXPECT_EQ(json[2]["judged"], false);
  EXPECT_TRUE(json[2]["passed"].is_null());
}

}  // namespace
}  // namespace stiction

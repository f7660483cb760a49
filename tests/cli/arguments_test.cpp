#include "cli/arguments/arguments.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace stiction {
namespace {

Arguments parse(std::vector<const char*> words) {
  words.insert(words.begin(), "stiction");
  return parse_arguments(static_cast<int>(words.size()), words.data());
}

TEST(Arguments, RunTakesAllItsOptions) {
  const auto run = std::get<RunArguments>(
      parse({"run",          "arch",           "--set",     "mu=0.5", "--set",      "blocks=9", "--solver", "pgs",
             "--solver-set", "tolerance=1e-8", "--step",    "1e-3",   "--duration", "2.5",      "--out",    "o",
             "--report",     "r.json",         "--threads", "2",      "--quiet"}));
  EXPECT_EQ(run.scene, "arch");
  EXPECT_EQ(run.settings, (Settings{{"blocks", "9"}, {"mu", "0.5"}}));
  EXPECT_EQ(run.solver, "pgs");
  ASSERT_EQ(run.solver_settings.size(), 1U);
  EXPECT_EQ(run.solver_settings[0], (std::pair<std::string, std::string>("tolerance", "1e-8")));
  EXPECT_EQ(run.step, 1e-3);
  EXPECT_EQ(run.duration, 2.5);
  EXPECT_EQ(run.out, "o");
  EXPECT_EQ(run.report, "r.json");
  EXPECT_EQ(run.threads, 2);
  EXPECT_TRUE(run.quiet);
}

TEST(Arguments, WhatIsNotSaidIsLeftToTheScene) {
  const auto run = std::get<RunArguments>(parse({"run", "arch"}));
  EXPECT_FALSE(run.solver || run.step || run.duration || run.quiet);
  EXPECT_TRUE(run.settings.empty() && run.solver_settings.empty() && run.out.empty() && run.report.empty());
  EXPECT_EQ(run.threads, 0);
}

TEST(Arguments, ASettingTakesOneWordSoThatTheSceneMayFollow) {
  const auto run = std::get<RunArguments>(parse({"run", "--set", "mu=0.5", "arch"}));
  EXPECT_EQ(run.scene, "arch");
  EXPECT_EQ(run.settings.size(), 1U);
}

TEST(Arguments, AValueMayContainAnEqualsSign) {
  const auto run = std::get<RunArguments>(parse({"run", "arch", "--set", "a=b=c"}));
  EXPECT_EQ(run.settings.at("a"), "b=c");
}

TEST(Arguments, CheckTakesSeveralScenes) {
  const auto check = std::get<CheckArguments>(parse({"check", "arch", "stack", "--soak"}));
  EXPECT_EQ(check.scenes, (std::vector<std::string>{"arch", "stack"}));
  EXPECT_TRUE(check.soak);
  EXPECT_FALSE(check.all);
}

TEST(Arguments, HelpAndVersionAreInformation) {
  EXPECT_NE(std::get<Information>(parse({"--help"})).text.find("check"), std::string::npos);
  EXPECT_NE(std::get<Information>(parse({"run", "--help"})).text.find("--solver-set"), std::string::npos);
  EXPECT_EQ(std::get<Information>(parse({"--version"})).text.rfind("stiction ", 0), 0U);
}

}  // namespace
}  // namespace stiction

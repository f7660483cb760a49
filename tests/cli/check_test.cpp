#include "cli/program.h"

namespace stiction {
namespace {

class Check : public ProgramTest {};

constexpr const char* kFalls = R"({"moved": {"bodies": "ball", "more_than": 1.0}})";
constexpr const char* kStays = R"({"at_rest": {"bodies": "ball", "max_displacement": 0.001}})";

std::string last_line(std::string text) {
  if (!text.empty() && text.back() == '\n') text.pop_back();
  return text.substr(text.rfind('\n') + 1);
}

TEST_F(Check, HoldsWhenEveryExpectationHolds) {
  const Outcome outcome = run({"check", falling_scene(std::string(", \"expect\": [") + kFalls + "]")});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(last_line(outcome.out), "1 passed, 0 failed");
}

TEST_F(Check, FailsWhenOneExpectationFailsAndShowsTheMeasuredValue) {
  const Outcome outcome = run({"check", falling_scene(std::string(", \"expect\": [") + kFalls + ", " + kStays + "]")});
  EXPECT_EQ(outcome.status, 1) << outcome.err;
  EXPECT_EQ(last_line(outcome.out), "1 passed, 1 failed");
  EXPECT_NE(outcome.out.find("\n  pass  "), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("\n  FAIL  "), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("measured"), std::string::npos) << outcome.out;
}

TEST_F(Check, APromiseThatNoStepCanShowIsNotKept) {
  const Outcome outcome =
      run({"check", falling_scene(R"(, "expect": [{"penetration": {"max": 1, "from": 0.012, "to": 0.018}}])")});
  EXPECT_EQ(outcome.status, 1) << outcome.err;
  EXPECT_NE(outcome.out.find("\n  not judged  penetration from 0.012 s to 0.018 s"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("\n1 not judged: "), std::string::npos) << outcome.out;
  EXPECT_EQ(last_line(outcome.out), "0 passed, 1 failed");
}

TEST_F(Check, SumsOverSeveralScenes) {
  const std::string scene = falling_scene(std::string(", \"expect\": [") + kFalls + "]");
  EXPECT_EQ(last_line(run({"check", scene, scene}).out), "2 passed, 0 failed");
}

TEST_F(Check, TakesParametersOfTheOneSceneItChecks) {
  const Outcome stands = run({"check", "stack", "--set", "count=2", "--threads", "1"});
  EXPECT_EQ(stands.status, 0) << stands.err;
  const Outcome bad = run({"check", "stack", "--set", "cuont=2"});
  EXPECT_EQ(bad.status, 2);
  EXPECT_NE(bad.err.find("did you mean \"count\"?"), std::string::npos) << bad.err;
  for (const std::vector<std::string>& several :
       {std::vector<std::string>{"check", "stack", "arch", "--set", "count=2"},
        {"check", "--all", "--set", "count=2"}}) {
    const Outcome outcome = run(several);
    EXPECT_EQ(outcome.status, 2);
    EXPECT_NE(outcome.err.find("--set with one scene only"), std::string::npos) << outcome.err;
  }
  EXPECT_EQ(run({"check", falling_scene(), "--set", "count=2"}).status, 2) << "a file has no parameters";
}

TEST_F(Check, AFullStandardOutputIsAFailure) {
  const std::string scene = falling_scene(std::string(", \"expect\": [") + kFalls + "]");
  EXPECT_EQ(Program({"check", scene}, folder_, "/dev/full").wait().status, 1);
}

}  // namespace
}  // namespace stiction

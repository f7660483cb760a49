// `stiction solve`: what it prints, writes and returns.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/program.h"
#include "recorded/hdf5_file.h"
#include "recorded/problem_file.h"

namespace stiction {
namespace {

class SolveTest : public ProgramTest {
 protected:
  // One contact, W = w I.
  std::string problem_file(double w) const {
    RecordedProblem problem;
    problem.W = (w * MatX::Identity(3, 3)).sparseView();
    problem.q = Vec3(-2, 3, 4);
    problem.mu = VecX::Constant(1, 0.5);
    problem.info.title = "one contact";
    return file("problem.hdf5", problem_bytes(problem, SparseLayout::kColumns, nullptr));
  }
};

TEST_F(SolveTest, PrintsTheAgreedKeysAsJsonAndNothingElse) {
  const std::string problem = problem_file(4);
  const Outcome outcome = run({"solve", problem, "--json"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  const auto json = nlohmann::ordered_json::parse(outcome.out);
  std::vector<std::string> keys;
  for (const auto& [key, value] : json.items()) keys.push_back(key);
  EXPECT_EQ(keys,
            (std::vector<std::string>{"problem", "contacts", "solver", "status", "iterations", "seconds", "error"}));
  EXPECT_EQ(json["problem"], problem);
  EXPECT_EQ(json["contacts"], 1);
  EXPECT_EQ(json["solver"], "staggered");
  EXPECT_EQ(json["status"], "solved");
  EXPECT_GT(json["iterations"], 0);
  EXPECT_LE(json["error"], 1e-8);
}

TEST_F(SolveTest, WritesTheProblemWithItsSolution) {
  const Outcome outcome = run({"solve", problem_file(4), "--tolerance", "1e-12", "--out", path("solution.hdf5")});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("solved"), std::string::npos);
  EXPECT_NE(outcome.out.find("one contact"), std::string::npos);
  const Hdf5Reader solution(text_of(path("solution.hdf5")), "solution");
  const std::vector<double> r = solution.numbers("/solution/r"), u = solution.numbers("/solution/u");
  const double expected_r[] = {0.5, -0.15, -0.2}, expected_u[] = {0, 2.4, 3.2};
  for (int k = 0; k < 3; ++k) {
    EXPECT_NEAR(r[k], expected_r[k], 1e-10);
    EXPECT_NEAR(u[k], expected_u[k], 1e-10);
  }
  EXPECT_EQ(run({"solve", path("solution.hdf5")}).status, 0);
}

TEST_F(SolveTest, AProblemWithoutSolutionFailsAndIsStillWritten) {
  const Outcome outcome = run({"solve", problem_file(0), "--json", "--time-limit", "1", "--out", path("s.hdf5")});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_NE(nlohmann::json::parse(outcome.out)["status"], "solved");
  EXPECT_EQ(Hdf5Reader(text_of(path("s.hdf5")), "s").numbers("/solution/r").size(), 3U);
}

TEST_F(SolveTest, DoesNotWriteOverTheProblem) {
  const std::string problem = problem_file(4);
  const Outcome outcome = run({"solve", problem, "--out", problem});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_NE(outcome.err.find("would overwrite the problem itself"), std::string::npos) << outcome.err;
}

}  // namespace
}  // namespace stiction

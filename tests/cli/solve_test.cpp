// `stiction solve`: what it prints, writes and returns.
#include <gtest/gtest.h>
#include <sys/resource.h>

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

// The address space of programs that this one starts, in place of its own.
class WithLittleMemory {
 public:
  explicit WithLittleMemory(rlim_t bytes) {
    ::getrlimit(RLIMIT_AS, &before_);
    rlimit little = before_;
    little.rlim_cur = bytes;
    ::setrlimit(RLIMIT_AS, &little);
  }
  ~WithLittleMemory() { ::setrlimit(RLIMIT_AS, &before_); }
  WithLittleMemory(const WithLittleMemory&) = delete;
  WithLittleMemory& operator=(const WithLittleMemory&) = delete;

 private:
  rlimit before_{};
};

// Sizes and addresses that are all bits: small files that would take gigabytes, or crash the HDF5 library.
TEST_F(SolveTest, DamagedFilesCostLittleMemoryAndOneLine) {
#ifdef STICTION_SANITIZERS
  GTEST_SKIP() << "the sanitizers need terabytes of address space";
#endif
  const std::string good = text_of(problem_file(4));
  const std::string number("\x11\x20\x3f\x00\x08\x00\x00\x00", 8);  // the type of doubles
  const auto damaged = [&](std::size_t at, std::size_t length) {
    std::string bytes = good;
    bytes.replace(at, length, length, '\xff');
    return bytes;
  };
  const std::size_t type = good.find(number), tree = good.find("TREE"), heap = good.find("HEAP");
  ASSERT_NE(type, std::string::npos);
  ASSERT_NE(tree, std::string::npos);
  ASSERT_NE(heap, std::string::npos);
  const std::vector<std::string> files = {damaged(type + 6, 2), damaged(tree + 32, 8), damaged(heap + 8, 8),
                                          damaged(heap + 24, 8)};
  const WithLittleMemory limit(rlim_t{400} << 20);
  for (std::size_t k = 0; k < files.size(); ++k) {
    SCOPED_TRACE(k);
    expect_refusal(run({"solve", file("damaged.hdf5", files[k])}), "damaged.hdf5: ");
  }
  EXPECT_EQ(run({"solve", problem_file(4)}).status, 0);
}

TEST_F(SolveTest, DoesNotWriteOverTheProblem) {
  const std::string problem = problem_file(4);
  const Outcome outcome = run({"solve", problem, "--out", problem});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_NE(outcome.err.find("would overwrite the problem itself"), std::string::npos) << outcome.err;
}

}  // namespace
}  // namespace stiction

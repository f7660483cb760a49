// Files written by the writer, read by the reader.
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "recorded/global_reduction.h"
#include "recorded/hdf5_file.h"
#include "recorded/problem_file.h"
#include "recorded/recorded_problems.h"

namespace stiction {
namespace {

constexpr SparseLayout kLayouts[] = {SparseLayout::kTriplet, SparseLayout::kColumns, SparseLayout::kRows};

double difference(const SparseMatrix& a, const SparseMatrix& b) {
  return (MatX(a) - MatX(b)).cwiseAbs().maxCoeff();
}

TEST(ProblemFile, LocalProblemsComeBackBitByBitInAllLayouts) {
  for (const SparseLayout layout : kLayouts) {
    for (const int dimension : {2, 3}) {
      RecordedProblem problem = test::random_recorded(3, dimension, 7, 9);
      problem.W.coeffRef(0, problem.W.cols() - 1) += 0.125;  // unsymmetric: rows and columns are told apart
      const auto back = std::get<RecordedProblem>(parse_problem(problem_bytes(problem, layout, nullptr), "file"));
      EXPECT_EQ(back.dimension, dimension);
      EXPECT_EQ(difference(back.W, problem.W), 0);
      EXPECT_EQ(back.q, problem.q);
      EXPECT_EQ(back.mu, problem.mu);
      EXPECT_EQ(back.info.title, "random");
      EXPECT_EQ(back.info.description, "a test");
      EXPECT_EQ(back.info.math_info, "W = A^T A");
    }
  }
}

TEST(ProblemFile, GlobalProblemsComeBackBitByBitInAllLayouts) {
  for (const SparseLayout layout : kLayouts) {
    for (const int constraints : {0, 3}) {
      const GlobalProblem problem = test::random_global(5, 4, 11, constraints);
      const auto back = std::get<GlobalProblem>(parse_problem(problem_bytes(problem, layout, nullptr), "file"));
      EXPECT_EQ(difference(back.M, problem.M), 0);
      EXPECT_EQ(difference(back.H, problem.H), 0);
      EXPECT_EQ(back.G.has_value(), constraints > 0);
      if (back.G) {
        EXPECT_EQ(difference(*back.G, *problem.G), 0);
        EXPECT_EQ(back.b, problem.b);
      }
      EXPECT_EQ(back.f, problem.f);
      EXPECT_EQ(back.w, problem.w);
      EXPECT_EQ(back.mu, problem.mu);
    }
  }
}

TEST(ProblemFile, AProblemWithoutContactsIsRead) {
  RecordedProblem empty;
  const auto back =
      std::get<RecordedProblem>(parse_problem(problem_bytes(empty, SparseLayout::kColumns, nullptr), "f"));
  EXPECT_EQ(back.contact_count(), 0);
}

TEST(ProblemFile, TheSameProblemHasTheSameBytesAtAnyTime) {
  const RecordedProblem problem = test::random_recorded(3, 3, 2, 4);
  const std::string now = problem_bytes(problem, SparseLayout::kColumns, nullptr);
  std::this_thread::sleep_for(std::chrono::milliseconds(1100));  // files count time in seconds
  EXPECT_EQ(problem_bytes(problem, SparseLayout::kColumns, nullptr), now);
}

TEST(ProblemFile, SolutionsAreKept) {
  const GlobalProblem problem = test::random_global(5, 4, 11, 2);
  const RecordedSolution solution{VecX::LinSpaced(12, 0, 1), VecX::LinSpaced(12, 1, 2)};
  const Hdf5Reader file(problem_bytes(problem, SparseLayout::kRows, &solution), "file");
  const auto same = [&](const char* place, const VecX& values) {
    const std::vector<double> list = file.numbers(place);
    ASSERT_EQ(static_cast<Eigen::Index>(list.size()), values.size()) << place;
    for (Eigen::Index i = 0; i < values.size(); ++i) EXPECT_EQ(list[i], values[i]) << place;
  };
  same("/solution/r", solution.r);
  same("/solution/u", solution.u);
  const GlobalMotion motion = global_motion(problem, solution.r, "");
  same("/solution/v", motion.v);
  same("/solution/l", motion.l);
}

}  // namespace
}  // namespace stiction

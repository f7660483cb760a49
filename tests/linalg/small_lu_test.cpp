#include "linalg/small_lu.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <random>
#include <vector>

#include "base/types.h"

namespace stiction {
namespace {

MatX random_matrix(std::mt19937& rng, int size) {
  std::uniform_real_distribution<double> uniform(-1, 1);
  return MatX::NullaryExpr(size, size, [&] { return uniform(rng); });
}

TEST(SmallLu, SolvesLikeADenseSolverAtAnySize) {
  std::mt19937 rng(3);
  for (int size = 0; size <= 70; ++size) {
    const MatX matrix = random_matrix(rng, size);
    const VecX expected = random_matrix(rng, std::max(size, 1)).col(0).head(size);
    MatX factors = matrix;
    std::vector<int> pivots(size);
    VecX x = matrix * expected;
    ASSERT_TRUE(factorize_small_lu(size, factors.data(), pivots.data()));
    solve_small_lu(size, factors.data(), pivots.data(), x.data());
    const double condition = size == 0 ? 1 : 1 / matrix.partialPivLu().rcond();
    EXPECT_LE((x - expected).norm(), 1e-14 * condition * (1 + size)) << size;
  }
}

TEST(SmallLu, ExchangesRowsWhereAPivotIsZero) {
  MatX matrix(5, 5);
  matrix << 0, 0, 0, 0, 5, 0, 0, 0, 4, 1, 0, 0, 3, 1, 1, 0, 2, 1, 1, 1, 1, 1, 1, 1, 1;
  VecX x = matrix * VecX::LinSpaced(5, 1, 5);
  std::vector<int> pivots(5);
  ASSERT_TRUE(factorize_small_lu(5, matrix.data(), pivots.data()));
  solve_small_lu(5, matrix.data(), pivots.data(), x.data());
  EXPECT_LT((x - VecX::LinSpaced(5, 1, 5)).norm(), 1e-14);
}

TEST(SmallLu, RefusesSingularMatricesAndNumbersThatAreNone) {
  std::vector<int> pivots(3);
  MatX matrix = MatX::Zero(3, 3);
  EXPECT_FALSE(factorize_small_lu(3, matrix.data(), pivots.data()));
  matrix = MatX::Ones(3, 3);
  EXPECT_FALSE(factorize_small_lu(3, matrix.data(), pivots.data()));
  matrix = MatX::Identity(3, 3);
  matrix(1, 1) = std::nan("");
  EXPECT_FALSE(factorize_small_lu(3, matrix.data(), pivots.data()));
}

}  // namespace
}  // namespace stiction

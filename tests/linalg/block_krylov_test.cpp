// Systems solved by iteration, and how their factors would fill up, against dense matrices and real factors.
#include "linalg/block_krylov.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "linalg/block_pattern.h"
#include "linalg/fill_in.h"

namespace stiction {
namespace {

using Edges = std::vector<std::pair<int, int>>;

// Bodies on the places of a lattice, each joined with its neighbours.
Edges lattice(int side) {
  Edges edges;
  const auto index = [side](int x, int y, int z) { return (z * side + y) * side + x; };
  for (int z = 0; z < side; ++z) {
    for (int y = 0; y < side; ++y) {
      for (int x = 0; x < side; ++x) {
        if (x > 0) edges.emplace_back(index(x, y, z), index(x - 1, y, z));
        if (y > 0) edges.emplace_back(index(x, y - 1, z), index(x, y, z));
        if (z > 0) edges.emplace_back(index(x, y, z), index(x, y, z - 1));
      }
    }
  }
  return edges;
}

// I + weight sum of random positive semidefinite terms of pairs, and a share of unsymmetric ones.
MatX random_matrix(std::mt19937& rng, int rows, const Edges& edges, double weight) {
  std::uniform_real_distribution<double> uniform(-1, 1);
  MatX dense = MatX::Identity(6 * rows, 6 * rows);
  for (const auto& [i, j] : edges) {
    const MatX B = MatX::NullaryExpr(12, 4, [&] { return uniform(rng); });
    MatX D = MatX::Identity(4, 4);
    D(0, 1) = 0.5 * uniform(rng);
    const MatX term = weight * B * D * B.transpose();
    dense.block<6, 6>(6 * i, 6 * i) += term.topLeftCorner<6, 6>();
    dense.block<6, 6>(6 * i, 6 * j) += term.topRightCorner<6, 6>();
    dense.block<6, 6>(6 * j, 6 * i) += term.bottomLeftCorner<6, 6>();
    dense.block<6, 6>(6 * j, 6 * j) += term.bottomRightCorner<6, 6>();
  }
  return dense;
}

void fill(BlockKrylov& krylov, int rows, const Edges& edges, const MatX& dense) {
  krylov.set_identity();
  const auto copy = [&](int i, int j) { Eigen::Map<Mat6>(krylov.block(i, j)) = dense.block<6, 6>(6 * i, 6 * j); };
  for (int i = 0; i < rows; ++i) copy(i, i);
  for (const auto& [i, j] : edges) {
    copy(i, j);
    copy(j, i);
  }
}

TEST(BlockKrylov, SolvesUnsymmetricSystemsOfLatticesToTheToleranceAskedFor) {
  std::mt19937 rng(3);
  BlockKrylov krylov;
  for (const double weight : {0.1, 10.0, 1e3}) {
    for (int side = 1; side <= 4; ++side) {
      const int rows = side * side * side;
      const Edges edges = lattice(side);
      const MatX dense = random_matrix(rng, rows, edges, weight);
      krylov.analyze(rows, edges);
      fill(krylov, rows, edges, dense);
      ASSERT_TRUE(krylov.factorize());
      const VecX right = VecX::NullaryExpr(6 * rows, [&] { return std::uniform_real_distribution<>(-1, 1)(rng); });
      VecX x = right;
      const int iterations = krylov.solve(x.data(), {1e-9, 200});
      EXPECT_LE(iterations, 120) << "side " << side << ", weight " << weight;
      EXPECT_LE((dense * x - right).norm(), 2e-9 * right.norm()) << "side " << side << ", weight " << weight;
    }
  }
}

TEST(BlockKrylov, IsDirectWhereNothingFillsUp) {
  std::mt19937 rng(5);
  Edges chain;
  const int rows = 30;
  for (int i = 1; i < rows; ++i) chain.emplace_back(i - 1, i);
  const MatX dense = random_matrix(rng, rows, chain, 100);
  BlockKrylov krylov;
  krylov.analyze(rows, chain);
  fill(krylov, rows, chain, dense);
  ASSERT_TRUE(krylov.factorize());
  VecX x = VecX::Ones(6 * rows);
  EXPECT_LE(krylov.solve(x.data(), {1e-9, 50}), 2);
  EXPECT_LE((dense * x - VecX::Ones(6 * rows)).norm(), 1e-9 * std::sqrt(6.0 * rows));
}

TEST(BlockKrylov, TheLimitOfIterationsLeavesTheBestSoFar) {
  std::mt19937 rng(7);
  const Edges edges = lattice(4);
  const MatX dense = random_matrix(rng, 64, edges, 1e4);
  BlockKrylov krylov;
  krylov.analyze(64, edges);
  fill(krylov, 64, edges, dense);
  ASSERT_TRUE(krylov.factorize());
  const VecX right = VecX::Ones(6 * 64);
  double last = right.norm();
  for (const int limit : {1, 4, 16, 64}) {
    VecX x = right;
    EXPECT_LE(krylov.solve(x.data(), {1e-14, limit}), limit);
    const double residual = (dense * x - right).norm();
    EXPECT_LE(residual, last * (1 + 1e-9));
    last = residual;
  }
}

TEST(BlockKrylov, ZeroStaysZero) {
  BlockKrylov krylov;
  krylov.analyze(2, {{0, 1}});
  krylov.set_identity();
  ASSERT_TRUE(krylov.factorize());
  VecX x = VecX::Zero(12);
  EXPECT_EQ(krylov.solve(x.data(), {}), 0);
  EXPECT_TRUE(x.isZero(0));
}

TEST(FillIn, CountsTheProductsOfTheRealFactor) {
  std::mt19937 rng(9);
  for (int round = 0; round < 50; ++round) {
    const int rows = 2 + round;
    Edges edges;
    for (int i = 0; i < rows; ++i) {
      for (int j = 0; j < i; ++j) {
        if (std::uniform_real_distribution<>(0, 1)(rng) < 3.0 / rows) edges.emplace_back(i, j);
      }
    }
    BlockPattern pattern;
    pattern.analyze(rows, edges);
    EXPECT_EQ(factor_products(rows, edges, 1e12), pattern.product_count());
  }
}

TEST(FillIn, IsInfiniteAboveTheLimit) {
  const Edges edges = lattice(6);
  const double products = factor_products(216, edges, 1e12);
  EXPECT_GT(products, 1000);
  EXPECT_EQ(factor_products(216, edges, products), products);
  EXPECT_TRUE(std::isinf(factor_products(216, edges, products - 1)));
  EXPECT_TRUE(std::isinf(factor_products(216, edges, 10)));
}

}  // namespace
}  // namespace stiction

#include "linalg/supernodal_cholesky.h"

#include <gtest/gtest.h>

#include <random>

namespace stiction {
namespace {

// Rows on a grid, coupled with their neighbours, diagonals included: a body of bricks.
BlockGraph grid_graph(const std::array<int, 3>& size) {
  std::vector<std::array<int, 2>> couples;
  const auto index = [&](int i, int j, int k) { return (k * size[1] + j) * size[0] + i; };
  for (int k = 0; k < size[2]; ++k)
    for (int j = 0; j < size[1]; ++j)
      for (int i = 0; i < size[0]; ++i)
        for (int d = 0; d < 8; ++d) {
          const int a = i + (d & 1), b = j + ((d >> 1) & 1), c = k + (d >> 2);
          if (a < size[0] && b < size[1] && c < size[2]) couples.push_back({index(i, j, k), index(a, b, c)});
        }
  return block_graph(size[0] * size[1] * size[2], couples);
}

// Random symmetric blocks with a heavy diagonal, and the same matrix dense.
std::vector<double> random_blocks(const BlockGraph& graph, MatX& dense) {
  std::mt19937 engine(7);
  std::uniform_real_distribution<double> uniform(-1, 1);
  dense.setZero(3 * graph.row_count(), 3 * graph.row_count());
  std::vector<double> blocks(9 * graph.block_count());
  for (int i = 0; i < graph.row_count(); ++i) {
    for (int k = graph.begin[i]; k < graph.begin[i + 1]; ++k) {
      const int j = graph.neighbors[k];
      if (j > i) continue;
      Mat3 block;
      for (double& x : block.reshaped()) x = uniform(engine);
      if (i == j) block = (block + block.transpose()).eval() + 40 * Mat3::Identity();
      dense.block<3, 3>(3 * i, 3 * j) = block;
      dense.block<3, 3>(3 * j, 3 * i) = block.transpose();
    }
  }
  for (int i = 0; i < graph.row_count(); ++i) {
    for (int k = graph.begin[i]; k < graph.begin[i + 1]; ++k) {
      for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 3; ++c) blocks[9 * k + 3 * r + c] = dense(3 * i + r, 3 * graph.neighbors[k] + c);
    }
  }
  return blocks;
}

TEST(SupernodalCholesky, SolvesAsTheDenseMatrixDoes) {
  for (const auto& size : {std::array{1, 1, 1}, std::array{7, 1, 1}, std::array{4, 5, 3}, std::array{9, 8, 7}}) {
    auto pattern = std::make_shared<const SupernodalPattern>(grid_graph(size));
    MatX dense;
    const std::vector<double> blocks = random_blocks(pattern->graph(), dense);
    SupernodalCholesky factor(pattern);
    ASSERT_TRUE(factor.factorize(blocks));
    VecX wanted = VecX::LinSpaced(dense.rows(), -1, 2), x = dense * wanted, work;
    factor.solve(x, work);
    EXPECT_LT((x - wanted).norm(), 1e-12 * wanted.norm());
  }
}

TEST(SupernodalCholesky, RowsWithoutNeighboursAreTheirOwnSystems) {
  auto pattern = std::make_shared<const SupernodalPattern>(block_graph(5, {{0, 3}, {3, 0}, {3, 0}}));
  MatX dense;
  const std::vector<double> blocks = random_blocks(pattern->graph(), dense);
  SupernodalCholesky factor(pattern);
  ASSERT_TRUE(factor.factorize(blocks));
  VecX x = dense * VecX::Ones(15), work;
  factor.solve(x, work);
  EXPECT_LT((x - VecX::Ones(15)).norm(), 1e-13);
}

TEST(SupernodalCholesky, RefusesMatricesThatAreNotDefinite) {
  auto pattern = std::make_shared<const SupernodalPattern>(grid_graph({3, 3, 3}));
  MatX dense;
  std::vector<double> blocks = random_blocks(pattern->graph(), dense);
  for (double& x : blocks) x = -x;
  EXPECT_FALSE(SupernodalCholesky(pattern).factorize(blocks));
}

}  // namespace
}  // namespace stiction

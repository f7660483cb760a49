#include "linalg/block_cholesky.h"

#include <gtest/gtest.h>

#include <random>

#include "linalg/block_lu.h"

namespace stiction {
namespace {

struct RandomSystem {
  int rows;
  std::vector<std::pair<int, int>> edges;
  MatX dense;
};

// A random graph with a random symmetric positive definite block matrix on it.
RandomSystem random_system(std::mt19937& rng, int rows, double density) {
  RandomSystem system{rows, {}, MatX::Zero(6 * rows, 6 * rows)};
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::uniform_real_distribution<double> chance(0, 1);
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < i; ++j) {
      if (chance(rng) > density) continue;
      system.edges.emplace_back(chance(rng) < 0.5 ? std::pair(i, j) : std::pair(j, i));
      MatX factor = MatX::NullaryExpr(12, 4, [&] { return uniform(rng); });
      MatX block = factor * factor.transpose();
      system.dense.block<6, 6>(6 * i, 6 * i) += block.topLeftCorner<6, 6>();
      system.dense.block<6, 6>(6 * j, 6 * j) += block.bottomRightCorner<6, 6>();
      system.dense.block<6, 6>(6 * i, 6 * j) += block.topRightCorner<6, 6>();
      system.dense.block<6, 6>(6 * j, 6 * i) += block.bottomLeftCorner<6, 6>();
    }
  }
  system.dense.diagonal().array() += 0.5;
  return system;
}

void fill(BlockCholesky& cholesky, const RandomSystem& system) {
  cholesky.set_zero();
  for (int i = 0; i < system.rows; ++i) {
    Eigen::Map<Mat6>(cholesky.diagonal(i)) = system.dense.block<6, 6>(6 * i, 6 * i);
  }
  for (const auto& [i, j] : system.edges) {
    const auto ref = cholesky.block(i, j);
    Eigen::Map<Mat6>(ref.values) =
        ref.transposed ? Mat6(system.dense.block<6, 6>(6 * j, 6 * i)) : Mat6(system.dense.block<6, 6>(6 * i, 6 * j));
  }
}

TEST(BlockCholesky, SolvesRandomSparseSystemsLikeADenseFactorisation) {
  std::mt19937 rng(7);
  BlockCholesky cholesky;
  for (int round = 0; round < 200; ++round) {
    const int rows = 1 + round % 23;
    const auto system = random_system(rng, rows, round % 3 == 0 ? 0.9 : 0.2);
    cholesky.analyze(rows, system.edges);
    fill(cholesky, system);
    ASSERT_TRUE(cholesky.factorize());
    VecX x = VecX::Random(6 * rows);
    const VecX expected = system.dense.llt().solve(x);
    cholesky.solve(x.data());
    EXPECT_LE((x - expected).norm(), 1e-10 * expected.norm()) << "rows " << rows;
  }
}

template <class Block>
void add(BlockLu& lu, int row, int column, const Block& block) {
  Eigen::Map<Mat6>(lu.block(row, column)) += block;
}

TEST(BlockLu, SolvesUnsymmetricSystemsLikeADenseFactorisation) {
  std::mt19937 rng(8);
  std::uniform_real_distribution<double> uniform(-1, 1);
  BlockLu lu;
  for (int round = 0; round < 200; ++round) {
    const int rows = 1 + round % 23;
    auto system = random_system(rng, rows, round % 3 == 0 ? 0.9 : 0.2);
    lu.analyze(rows, system.edges);
    lu.set_identity();
    system.dense.diagonal().array() += 1.0;  // what set_identity brings
    const auto disturb = [&](int i, int j) {
      system.dense.block<6, 6>(6 * i, 6 * j) += Mat6::NullaryExpr([&] { return 0.3 * uniform(rng); });
    };
    for (int i = 0; i < rows; ++i) disturb(i, i);
    for (const auto& [i, j] : system.edges) disturb(i, j), disturb(j, i);
    const MatX bare = system.dense - MatX::Identity(6 * rows, 6 * rows);
    for (int i = 0; i < rows; ++i) add(lu, i, i, bare.block<6, 6>(6 * i, 6 * i));
    for (const auto& [i, j] : system.edges) {
      add(lu, i, j, bare.block<6, 6>(6 * i, 6 * j));
      add(lu, j, i, bare.block<6, 6>(6 * j, 6 * i));
    }
    ASSERT_TRUE(lu.factorize());
    const VecX right = VecX::Random(6 * rows);
    VecX x = right;
    lu.solve(x.data());
    EXPECT_LE((system.dense * x - right).norm(), 1e-8 * right.norm()) << "rows " << rows;
  }
}

template <int kN>
void solve_random_systems_of_blocks(std::uint32_t seed) {
  using Block = Eigen::Matrix<double, kN, kN>;
  std::mt19937 rng(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  BasicBlockLu<kN> lu;
  for (int round = 0; round < 100; ++round) {
    const int rows = 1 + round % 23;
    const auto edges = random_system(rng, rows, 0.3).edges;
    MatX dense = 4 * MatX::Identity(kN * rows, kN * rows);
    lu.analyze(rows, edges);
    lu.set_identity();
    const auto disturb = [&](int i, int j) {
      const Block block = Block::NullaryExpr([&] { return 0.3 * uniform(rng); });
      dense.block<kN, kN>(kN * i, kN * j) += block;
      Eigen::Map<Block>(lu.block(i, j)) += block;
    };
    for (int i = 0; i < rows; ++i) disturb(i, i);
    for (const auto& [i, j] : edges) disturb(i, j), disturb(j, i);
    for (int i = 0; i < rows; ++i) Eigen::Map<Block>(lu.block(i, i)).diagonal().array() += 3.0;
    ASSERT_TRUE(lu.factorize());
    const VecX right = VecX::Random(kN * rows);
    VecX x = right;
    lu.solve(x.data());
    EXPECT_LE((dense * x - right).norm(), 1e-10 * right.norm()) << "rows " << rows;

    VecX apart = VecX::Constant(5 * rows, 7);  // five places per row of blocks
    for (int i = 0; i < rows; ++i) apart.segment<kN>(5 * i) = right.segment<kN>(kN * i);
    lu.solve(apart.data(), 5);
    for (int i = 0; i < rows; ++i) {
      EXPECT_EQ((apart.segment<kN>(5 * i)), (x.segment<kN>(kN * i)));
      EXPECT_EQ((apart.segment<5 - kN>(5 * i + kN)), (Eigen::Matrix<double, 5 - kN, 1>::Constant(7)));
    }
  }
}

TEST(BlockLu, SolvesSystemsOfSmallBlocksToo) {
  solve_random_systems_of_blocks<2>(9);
  solve_random_systems_of_blocks<3>(10);
}

TEST(BlockLu, ExchangesRowsInsideTheDiagonalBlocks) {
  BlockLu lu;
  lu.analyze(1, {});
  lu.set_identity();
  const Mat6 exchange = Mat6::Identity().rowwise().reverse();
  Eigen::Map<Mat6>(lu.block(0, 0)) = exchange;
  ASSERT_TRUE(lu.factorize());
  Vec6 x(1, 2, 3, 4, 5, 6);
  const Vec6 expected = x.reverse();
  lu.solve(x.data());
  EXPECT_EQ(x, expected);
}

TEST(BlockLu, RefusesASingularDiagonalBlock) {
  BlockLu lu;
  lu.analyze(1, {});
  lu.set_identity();
  Eigen::Map<Mat6>(lu.block(0, 0)).row(3).setZero();
  EXPECT_FALSE(lu.factorize());
}

TEST(BlockCholesky, RefusesAnIndefiniteMatrix) {
  BlockCholesky cholesky;
  cholesky.analyze(1, {});
  cholesky.set_zero();
  Eigen::Map<Mat6>(cholesky.diagonal(0)) = -Mat6::Identity();
  EXPECT_FALSE(cholesky.factorize());
}

TEST(BlockCholesky, CostOfAChainGrowsLinearly) {
  const auto chain_flops = [](int rows) {
    std::vector<std::pair<int, int>> edges;
    for (int i = 1; i < rows; ++i) edges.emplace_back(i - 1, i);
    BlockCholesky cholesky;
    cholesky.analyze(rows, edges);
    return cholesky.factor_flops();
  };
  EXPECT_NEAR(chain_flops(200) / chain_flops(100), 2.0, 0.05);
}

}  // namespace
}  // namespace stiction

// Factorisations along the elimination tree: complete schedules, the same bits for any number of threads.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <random>

#include "base/on_threads.h"
#include "linalg/block_cholesky.h"
#include "linalg/block_lu.h"

namespace stiction {
namespace {

using Edges = std::vector<std::pair<int, int>>;

// A cubic lattice of side^3 rows, each coupled to its neighbours: like a heap of bodies.
Edges lattice(int side) {
  Edges edges;
  const auto row = [&](int x, int y, int z) { return (x * side + y) * side + z; };
  for (int x = 0; x < side; ++x) {
    for (int y = 0; y < side; ++y) {
      for (int z = 0; z < side; ++z) {
        if (x > 0) edges.emplace_back(row(x - 1, y, z), row(x, y, z));
        if (y > 0) edges.emplace_back(row(x, y, z), row(x, y - 1, z));
        if (z > 0) edges.emplace_back(row(x, y, z - 1), row(x, y, z));
      }
    }
  }
  return edges;
}

// Rows below the diagonal of every column, as the pattern has them.
std::vector<std::vector<int>> columns_of(const BlockPattern& pattern) {
  std::vector<std::vector<int>> columns(pattern.row_count());
  for (int k = 0; k < pattern.row_count(); ++k) {
    for (int s = pattern.column_begin(k) + 1; s < pattern.column_begin(k + 1); ++s) {
      columns[k].push_back(pattern.slot_row(s));
    }
  }
  return columns;
}

// Every column once, every update once: by its own task, or deferred to a column of the top.
void expect_complete(const BlockSchedule& schedule, const std::vector<std::vector<int>>& columns) {
  const int n = static_cast<int>(columns.size());
  std::vector<int> owner(n, -2);  // -1: the top
  for (std::size_t t = 0; t < schedule.tasks.size(); ++t) {
    for (int k = schedule.tasks[t].begin; k < schedule.tasks[t].end; ++k) {
      ASSERT_EQ(owner[k], -2);
      owner[k] = static_cast<int>(t);
    }
  }
  for (const int k : schedule.top) {
    ASSERT_EQ(owner[k], -2);
    owner[k] = -1;
  }
  std::vector<std::vector<int>> updates(n);  // per column: rows whose update is scheduled
  for (int k = 0; k < n; ++k) {
    ASSERT_NE(owner[k], -2);
    for (int row = 0; row < schedule.inner_rows[k]; ++row) {
      ASSERT_EQ(owner[columns[k][row]], owner[k]);
      updates[k].push_back(row);
    }
  }
  for (std::size_t i = 0; i < schedule.top.size(); ++i) {
    int last = -1;
    for (int d = schedule.deferred_begin[i]; d < schedule.deferred_begin[i + 1]; ++d) {
      const auto [column, row] = schedule.deferred[d];
      ASSERT_EQ(columns[column][row], schedule.top[i]);
      ASSERT_GT(column, last) << "in the order of columns";
      last = column;
      updates[column].push_back(row);
    }
  }
  for (int k = 0; k < n; ++k) ASSERT_EQ(updates[k].size(), columns[k].size());
}

TEST(BlockSchedule, HasEveryUpdateOnce) {
  std::mt19937 random(5);
  for (const int side : {1, 2, 5, 7, 9}) {
    Edges edges = lattice(side);
    const int rows = side * side * side;
    for (int extra = 0; extra < side && rows > 1; ++extra) {
      const int i = static_cast<int>(random() % rows), j = static_cast<int>(random() % rows);
      if (i != j) edges.emplace_back(i, j);
    }
    BlockPattern pattern;
    pattern.analyze(rows, edges);
    expect_complete(pattern.schedule(), columns_of(pattern));
    EXPECT_EQ(pattern.schedule().tasks.empty(), side < 5) << "a small matrix is all top";
  }
}

TEST(BlockSchedule, OfAnEmptyMatrixIsEmpty) {
  BlockSchedule schedule;
  schedule.build({});
  EXPECT_TRUE(schedule.run([](int) { return false; }, [](int, int, int) {}));
}

RC_GTEST_PROP(Postorder, KeepsParentsAfterTheirChildrenAndSubtreesTogether, ()) {
  const int n = *rc::gen::inRange(1, 60);
  std::vector<std::vector<int>> columns(n);  // trees: of each column only the parent
  for (int k = 0; k + 1 < n; ++k) {
    const int parent = *rc::gen::inRange(k + 1, n + 1);
    if (parent < n) columns[k] = {parent};
  }
  const std::vector<int> place = postorder(columns);
  std::vector<int> first(n, n), size(n, 1);
  for (int k = 0; k < n; ++k) {
    first[k] = std::min(first[k], place[k]);
    RC_ASSERT(place[k] - first[k] + 1 == size[k]);  // a contiguous range that ends at the root
    if (columns[k].empty()) continue;
    const int parent = columns[k][0];
    RC_ASSERT(place[k] < place[parent]);
    first[parent] = std::min(first[parent], first[k]);
    size[parent] += size[k];
  }
  std::vector<int> sorted = place;
  std::sort(sorted.begin(), sorted.end());
  for (int k = 0; k < n; ++k) RC_ASSERT(sorted[k] == k);
}

// A diagonally dominant matrix on a lattice, the same at every call.
struct Lattice {
  static constexpr int kSide = 8, kRows = kSide * kSide * kSide;
  Edges edges = lattice(kSide);
  std::mt19937 random{3};
  std::uniform_real_distribution<double> uniform{-1, 1};
  Mat6 block() {
    return Mat6::NullaryExpr([&] { return uniform(random); });
  }
  VecX right() {
    return VecX::NullaryExpr(6 * kRows, [&] { return uniform(random); });
  }
};

// x, and A x - b relative to b.
struct Outcome {
  VecX x;
  double residual;
};

Outcome lu_outcome() {
  Lattice system;
  BlockLu lu;
  lu.analyze(Lattice::kRows, system.edges);
  lu.set_identity();
  std::vector<std::pair<std::pair<int, int>, Mat6>> blocks;
  const auto add = [&](int i, int j, const Mat6& block) {
    Eigen::Map<Mat6>(lu.block(i, j)) += block;
    blocks.push_back({{i, j}, block});
  };
  for (int i = 0; i < Lattice::kRows; ++i) add(i, i, system.block() + 30 * Mat6::Identity());
  for (const auto& [i, j] : system.edges) add(i, j, system.block()), add(j, i, system.block());
  const VecX right = system.right();
  VecX x = right;
  EXPECT_TRUE(lu.factorize());
  lu.solve(x.data());
  VecX rest = x - right;
  for (const auto& [at, block] : blocks) rest.segment<6>(6 * at.first) += block * x.segment<6>(6 * at.second);
  return {x, rest.norm() / right.norm()};
}

Outcome cholesky_outcome() {
  Lattice system;
  BlockCholesky cholesky;
  cholesky.analyze(Lattice::kRows, system.edges);
  cholesky.set_zero();
  for (int i = 0; i < Lattice::kRows; ++i) Eigen::Map<Mat6>(cholesky.diagonal(i)) = 60 * Mat6::Identity();
  std::vector<Mat6> blocks;
  for (const auto& [i, j] : system.edges) {
    blocks.push_back(system.block());
    const auto ref = cholesky.block(i, j);
    Eigen::Map<Mat6>(ref.values) = ref.transposed ? Mat6(blocks.back().transpose()) : blocks.back();
  }
  const VecX right = system.right();
  VecX x = right;
  EXPECT_TRUE(cholesky.factorize());
  cholesky.solve(x.data());
  VecX rest = 60 * x - right;
  for (std::size_t k = 0; k < blocks.size(); ++k) {
    const auto [i, j] = system.edges[k];
    rest.segment<6>(6 * i) += blocks[k] * x.segment<6>(6 * j);
    rest.segment<6>(6 * j) += blocks[k].transpose() * x.segment<6>(6 * i);
  }
  return {x, rest.norm() / right.norm()};
}

TEST(BlockFactors, AreExactAndHaveTheSameBitsForAnyNumberOfThreads) {
  for (const auto solve : {lu_outcome, cholesky_outcome}) {
    const Outcome one = test::on_threads(1, solve);
    EXPECT_LT(one.residual, 1e-13);
    for (const int threads : {2, 5}) {
      for (int round = 0; round < 5; ++round) EXPECT_EQ(test::on_threads(threads, solve).x, one.x);
    }
  }
}

TEST(BlockFactors, RefuseASingularPivotAnywhere) {
  const Edges edges = lattice(Lattice::kSide);
  for (const int singular : {0, 100, 300, Lattice::kRows - 1}) {
    BlockLu lu;
    lu.analyze(Lattice::kRows, edges);
    lu.set_identity();
    Eigen::Map<Mat6>(lu.block(singular, singular)).setZero();
    EXPECT_FALSE(test::on_threads(3, [&] { return lu.factorize(); }));
  }
}

}  // namespace
}  // namespace stiction

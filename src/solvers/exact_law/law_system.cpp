#include "solvers/exact_law/law_system.h"

#include "contact/group_product.h"
#include "contact/island_loops.h"

namespace stiction {
namespace {

constexpr int kColumn = Island::kColumn;
constexpr int kIterations = 200;  // at most, of a system

// block += the 6x6 part of S at (row, column)
void add_part(const double* S, int row, int column, double* block) {
  if (block == nullptr) return;
  for (int j = 0; j < 6; ++j)
    for (int i = 0; i < 6; ++i) block[6 * j + i] += S[kColumn * (column + j) + row + i];
}

}  // namespace

void LawSystem::prepare(const Island& island, bool by_iteration) {
  by_iteration_ = by_iteration;
  const int blocks = island.block_count();
  island.block_pairs(edges_);
  by_iteration ? krylov_.analyze(blocks, edges_) : lu_.analyze(blocks, edges_);
  const auto block = [&](int row, int column) {
    return row < blocks && column < blocks ? this->block(row, column) : nullptr;
  };
  blocks_.resize(island.group_count());
  for (int g = 0; g < island.group_count(); ++g) {
    const int a = island.side_a[island.group_begin[g]], b = island.side_b[island.group_begin[g]];
    blocks_[g] = {block(a, a), block(a, b), block(b, a), block(b, b)};
  }
  find_wide_targets(island);
}

double LawSystem::cost(const Island& island) const {
  double cost = lu_.cost();
  for (const WideRun& run : island.wide_runs) cost += 3.0 * (run.end - run.begin) * run.rows * (run.rows + 3);
  return cost;
}

void LawSystem::find_wide_targets(const Island& island) {
  wide_targets_.clear();
  wide_targets_begin_.assign(1, 0);
  for (const WideRun& run : island.wide_runs) {
    touched_blocks(island, run, touched_);
    for (const TouchedBlock& i : touched_) {
      for (const TouchedBlock& j : touched_) {
        if (i.wide || j.wide) wide_targets_.push_back({block(i.block, j.block), i.row, j.row});
      }
    }
    wide_targets_begin_.push_back(static_cast<int>(wide_targets_.size()));
  }
}

void LawSystem::add_wide(const Island& island, const std::vector<Mat3>& D) {
  for (std::size_t r = 0; r < island.wide_runs.size(); ++r) {
    if (!wide_product_.compute(island, island.wide_runs[r], 0, 3, D.front().data(), WideProduct::Half::kBoth)) continue;
    const int stride = wide_product_.stride();
    for (int t = wide_targets_begin_[r]; t < wide_targets_begin_[r + 1]; ++t) {
      const double* from = wide_product_.at(wide_targets_[t].row, wide_targets_[t].column);
      double* to = wide_targets_[t].values;
      for (int j = 0; j < 6; ++j)
        for (int i = 0; i < 6; ++i) to[6 * j + i] += from[static_cast<std::ptrdiff_t>(j) * stride + i];
    }
  }
}

void LawSystem::assemble(const Island& island, const std::vector<Mat3>& D) {
  for (int g = 0; g < island.group_count(); ++g) {
    double S[kColumn * kColumn];
    group_product(island, g, 0, 3, D.front().data(), S);
    add_part(S, 0, 0, blocks_[g].aa);
    add_part(S, 0, 6, blocks_[g].ab);
    add_part(S, 6, 0, blocks_[g].ba);
    add_part(S, 6, 6, blocks_[g].bb);
  }
}

// The same sums: off-diagonal blocks belong to one group each, diagonal ones take those of their groups in order.
void LawSystem::assemble_in_parallel(const Island& island, const std::vector<Mat3>& D) {
  side_blocks_.resize(2 * static_cast<std::size_t>(island.group_count()));
  for_group_ranges(island, kHeavyContactsPerTask, [&](int begin, int end) {
    for (int g = begin; g < end; ++g) {
      double S[kColumn * kColumn];
      group_product(island, g, 0, 3, D.front().data(), S);
      add_part(S, 0, 6, blocks_[g].ab);
      add_part(S, 6, 0, blocks_[g].ba);
      const Eigen::Map<const Eigen::Matrix<double, kColumn, kColumn>> product(S);
      side_blocks_[2 * g] = product.topLeftCorner<6, 6>();
      side_blocks_[2 * g + 1] = product.bottomRightCorner<6, 6>();
    }
  });
  add_side_blocks(island, side_blocks_, [&](int i) { return block(i, i); });
}

bool LawSystem::factorize(const Island& island, const std::vector<Mat3>& D) {
  by_iteration_ ? krylov_.set_identity() : lu_.set_identity();
  if (island.one_group_per_pair && groups_in_parallel(island, kHeavyContactsPerTask)) {
    assemble_in_parallel(island, D);
  } else {
    assemble(island, D);
  }
  add_wide(island, D);
  return by_iteration_ ? krylov_.factorize() : lu_.factorize();
}

void LawSystem::solve(double* x) {
  if (by_iteration_) {
    krylov_.solve(x, {precision_, kIterations});
  } else {
    lu_.solve(x);
  }
}

}  // namespace stiction

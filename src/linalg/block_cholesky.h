// Sparse Cholesky factorisation of symmetric positive definite matrices made of 6x6 blocks.
//
// Rows of blocks are bodies, off-diagonal blocks are pairs of bodies in contact. The ordering (approximate minimum
// degree) and the fill are found once by analyze() and stay valid while the graph does; factorize() then runs a
// right-looking block factorisation along a schedule that is fixed in advance: no searching, no allocation.
//
// Cost of factorize: sum over columns of (blocks below the diagonal)^2 / 2 block products (216 multiply-adds each).
// Memory: 36 doubles per block of the factor and 4 bytes per block product.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "base/types.h"

namespace stiction {

class BlockCholesky {
 public:
  static constexpr int kBlock = 6;
  static constexpr int kBlockSize = kBlock * kBlock;

  // edges: pairs of distinct rows with an off-diagonal block, in any order, duplicates allowed.
  // Does nothing if both arguments equal those of the last call.
  void analyze(int row_count, const std::vector<std::pair<int, int>>& edges);

  // Values, column-major 6x6 blocks. The caller fills the lower triangle in the factor's own order through
  // these: diagonal(i), and block(i, j) which says whether the stored block is H_ij or its transpose H_ji.
  void set_zero();
  double* diagonal(int row) { return values_.data() + static_cast<std::size_t>(diagonal_slot_[row]) * kBlockSize; }
  struct BlockRef {
    double* values;
    bool transposed;
  };
  BlockRef block(int row, int column);

  // Replaces the values by the factor. False if a pivot is not positive (then the values are unusable).
  bool factorize();

  // x = H^-1 x, 6 x row_count.
  void solve(double* x);

  int row_count() const { return row_count_; }
  double factor_flops() const { return factor_flops_; }  // multiply-adds of one factorize()

 private:
  int row_count_ = 0;
  std::vector<std::pair<int, int>> edges_;
  std::vector<int> position_;       // row -> place in the elimination order
  std::vector<int> row_at_;         // place -> row
  std::vector<int> diagonal_slot_;  // row -> slot
  std::vector<int> column_begin_;   // place -> first slot of its column (the diagonal block)
  std::vector<int> slot_row_;       // slot -> place of its row
  std::vector<std::int32_t> update_target_;  // slot of every block product, in the order of factorize()
  std::vector<double> values_;
  std::vector<double> permuted_;    // work vector of solve()
  double factor_flops_ = 0;
};

}  // namespace stiction

// Sparse Cholesky factorisation of symmetric positive definite matrices made of 6x6 blocks.
//
// Cost of factorize: sum over columns of (blocks below the diagonal)^2 / 2 block products (216 multiply-adds each).
// Memory: 36 doubles per block of the factor. No allocation after analyze().
#pragma once

#include <utility>
#include <vector>

#include "base/types.h"
#include "linalg/block_pattern.h"

namespace stiction {

class BlockCholesky {
 public:
  static constexpr int kBlock = 6;
  static constexpr int kBlockSize = kBlock * kBlock;

  // See BlockPattern::analyze. Keeps everything if the graph did not change.
  void analyze(int row_count, const std::vector<std::pair<int, int>>& edges);

  // Values, column-major 6x6 blocks. The caller fills the lower triangle in the factor's own order through
  // these: diagonal(i), and block(i, j) which says whether the stored block is H_ij or its transpose H_ji.
  void set_zero();
  double* diagonal(int row) { return at(pattern_.diagonal_slot(row)); }
  struct BlockRef {
    double* values;
    bool transposed;
  };
  BlockRef block(int row, int column);

  // Replaces the values by the factor. False if a pivot is not positive (then the values are unusable).
  bool factorize();

  // x = H^-1 x, 6 x row_count.
  void solve(double* x);

  double factor_flops() const;  // multiply-adds of one factorize()

 private:
  double* at(int slot) { return values_.data() + static_cast<std::size_t>(slot) * kBlockSize; }

  BlockPattern pattern_;
  std::vector<double> values_;
  std::vector<double> permuted_;  // work vector of solve()
};

}  // namespace stiction

// Sparse LU factorisation of unsymmetric matrices of 6x6 blocks with a symmetric pattern.
//
// Pivoting only inside the diagonal blocks: made for matrices close to positive definite ones (Newton's method on the
// exact friction law), where it is stable in practice. Callers check their residual. Twice the cost and memory of
// BlockCholesky.
#pragma once

#include <utility>
#include <vector>

#include "base/types.h"
#include "linalg/block_pattern.h"

namespace stiction {

class BlockLu {
 public:
  void analyze(int row_count, const std::vector<std::pair<int, int>>& edges);  // see BlockPattern::analyze
  void set_identity();
  // The block at (row, column), any order, column-major; in place until the next analyze.
  double* block(int row, int column) {
    const BlockPattern::Slot slot = pattern_.slot(row, column);
    return slot.transposed ? upper(slot.index) : lower(slot.index);
  }
  // False if a diagonal block turns singular.
  bool factorize();
  void solve(double* x);  // x = H^-1 x, 6 x row_count

 private:
  double* lower(int slot) { return lower_.data() + static_cast<std::size_t>(slot) * BlockPattern::kBlockSize; }
  double* upper(int slot) { return upper_.data() + static_cast<std::size_t>(slot) * BlockPattern::kBlockSize; }

  BlockPattern pattern_;
  // Slot (i, k): lower holds H_ik, then H_ik D_k^-1; upper holds H_ki. Diagonal blocks are in lower.
  std::vector<double> lower_, upper_;
  std::vector<Mat6> pivot_inverse_;
  std::vector<double> permuted_;
};

}  // namespace stiction

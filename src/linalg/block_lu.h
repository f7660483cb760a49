// Sparse LU factorisation of unsymmetric matrices of square blocks with a symmetric pattern: 6x6 over bodies,
// 3x3 over contacts, 2x2 over contacts of the plane.
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

template <int kBlock>
class BasicBlockLu {
 public:
  static constexpr int kBlockSize = kBlock * kBlock;

  void analyze(int row_count, const std::vector<std::pair<int, int>>& edges);  // see BlockPattern::analyze
  void set_identity();
  // The block at (row, column), any order, column-major; in place until the next analyze.
  double* block(int row, int column) {
    const BlockPattern::Slot slot = pattern_.slot(row, column);
    return slot.transposed ? upper(slot.index) : lower(slot.index);
  }
  // False if a diagonal block turns singular.
  bool factorize();
  // x = H^-1 x, kBlock components per row of blocks, `stride` apart; what is between them stays.
  void solve(double* x, int stride = kBlock);
  double cost() const {  // multiplications of factorize() and two calls of solve(), roughly
    return 2.0 * kBlockSize * (kBlock * pattern_.product_count() + (kBlock + 2) * pattern_.slot_count());
  }

 private:
  double* lower(int slot) { return lower_.data() + static_cast<std::size_t>(slot) * kBlockSize; }
  double* upper(int slot) { return upper_.data() + static_cast<std::size_t>(slot) * kBlockSize; }

  BlockPattern pattern_;
  // Slot (i, k): lower holds H_ik, then H_ik D_k^-1; upper holds H_ki. Diagonal blocks are in lower.
  std::vector<double> lower_, upper_;
  std::vector<Eigen::Matrix<double, kBlock, kBlock>> pivot_inverse_;
  std::vector<double> permuted_;
};

using BlockLu = BasicBlockLu<6>;
using ContactBlockLu = BasicBlockLu<3>;
extern template class BasicBlockLu<2>;
extern template class BasicBlockLu<3>;
extern template class BasicBlockLu<6>;

}  // namespace stiction

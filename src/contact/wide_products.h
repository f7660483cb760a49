// What contacts with wide parts add to the matrices of Newton's methods over the blocks of an island, beside the
// products of their two rigid sides (contact/group_product.h).
#pragma once

#include <vector>

#include "contact/island.h"

namespace stiction {

// A block that a contact touches, by a rigid side or a wide part.
struct TouchedBlock {
  using Columns = Eigen::Map<const Eigen::Matrix<double, 6, 3>, 0, Eigen::OuterStride<>>;

  int block;
  bool wide;
  Columns columns;  // its rows of A_c
};
// Replaces the content of `touched`: rigid sides first.
void touched_blocks(const Island& island, int contact, std::vector<TouchedBlock>& touched);

class WideProducts {
 public:
  // add(i, j, A_i P A_j^T) for all pairs of touched blocks of which at least one is wide, (i, j) and (j, i) apart, or
  // for those with i >= j; P as in group_product.
  enum class Half { kBoth, kLower };
  template <class Add>
  void for_each(const Island& island, int first, int count, const double* P, Half half, const Add& add);

 private:
  std::vector<TouchedBlock> touched_;
};

template <class Add>
void WideProducts::for_each(const Island& island, int first, int count, const double* P, Half half, const Add& add) {
  if (island.wide_begin.empty()) return;
  Eigen::Matrix<double, 6, 3> AP;
  for (int c = 0; c < island.contact_count(); ++c) {
    const Eigen::Map<const MatX> block(P + static_cast<std::size_t>(c) * count * count, count, count);
    if (island.parts(c).empty() || block.diagonal().isZero(0)) continue;
    touched_blocks(island, c, touched_);
    for (const TouchedBlock& i : touched_) {
      AP.leftCols(count) = i.columns.middleCols(first, count).lazyProduct(block);
      for (const TouchedBlock& j : touched_) {
        if ((!i.wide && !j.wide) || (half == Half::kLower && i.block < j.block)) continue;
        add(i.block, j.block, Mat6(AP.leftCols(count).lazyProduct(j.columns.middleCols(first, count).transpose())));
      }
    }
  }
}

}  // namespace stiction

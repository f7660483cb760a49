// What runs of contacts with wide parts add to the matrices of Newton's methods over the blocks of an island, beside
// the products of their two rigid sides (contact/group_product.h).
#pragma once

#include <vector>

#include "contact/island.h"

namespace stiction {

// A block that the contacts of a run touch, by a rigid side or a wide part, and its first row in WideProduct's matrix.
struct TouchedBlock {
  int block;
  bool wide;
  int row;
};
// Replaces the content of `touched`: wide parts first, in the order of rows.
void touched_blocks(const Island& island, const WideRun& run, std::vector<TouchedBlock>& touched);

class WideProduct {
 public:
  enum class Half { kBoth, kLower };
  // S = sum over the run's contacts of A_c P_c A_c^T, over the rows of its touched blocks; P as in group_product. Of
  // symmetric matrices the lower half is enough. False if it is zero: no contact is active.
  bool compute(const Island& island, const WideRun& run, int first, int count, const double* P, Half half);
  // Entries of S from (row, column) on; the next column is stride() farther.
  const double* at(int row, int column) const {
    return S_.data() + static_cast<std::ptrdiff_t>(column) * stride_ + row;
  }
  int stride() const { return stride_; }

 private:
  void pack(const Island& island, const WideRun& run, int contact, int first, int count, const double* P);

  int stride_ = 0;                          // rows of S
  int depth_ = 0;                           // columns of A that are packed
  std::vector<double> S_;                   // column-major
  std::vector<double> left_, right_;        // A P and A, cut into strips of rows
  std::vector<double> columns_, products_;  // of one contact
};

}  // namespace stiction

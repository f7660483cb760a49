#include "linalg/block_lu.h"

#include <Eigen/LU>
#include <algorithm>

namespace stiction {

using Block = Eigen::Map<Mat6>;
using Segment = Eigen::Map<Vec6>;

void BlockLu::analyze(int row_count, const std::vector<std::pair<int, int>>& edges) {
  if (!pattern_.analyze(row_count, edges)) return;
  lower_.assign(static_cast<std::size_t>(pattern_.slot_count()) * BlockPattern::kBlockSize, 0.0);
  upper_ = lower_;
  pivot_inverse_.resize(row_count);
  permuted_.assign(static_cast<std::size_t>(row_count) * BlockPattern::kBlock, 0.0);
}

void BlockLu::set_identity() {
  std::fill(lower_.begin(), lower_.end(), 0.0);
  std::fill(upper_.begin(), upper_.end(), 0.0);
  for (int k = 0; k < pattern_.row_count(); ++k) Block(lower(pattern_.column_begin(k))).setIdentity();
}

bool BlockLu::factorize() {
  const std::int32_t* target = pattern_.update_targets().data();
  for (int k = 0; k < pattern_.row_count(); ++k) {
    const int begin = pattern_.column_begin(k), end = pattern_.column_begin(k + 1);
    pivot_inverse_[k] = Eigen::PartialPivLU<Mat6>(Block(lower(begin))).inverse();
    if (!pivot_inverse_[k].allFinite()) return false;
    for (int s = begin + 1; s < end; ++s) Block(lower(s)) = (Block(lower(s)) * pivot_inverse_[k]).eval();
    for (int j = begin + 1; j < end; ++j) {
      for (int i = j; i < end; ++i, ++target) {
        Block(lower(*target)).noalias() -= Block(lower(i)) * Block(upper(j));
        if (i != j) Block(upper(*target)).noalias() -= Block(lower(j)) * Block(upper(i));
      }
    }
  }
  return true;
}

void BlockLu::solve(double* x) {
  const auto segment = [this](int place) { return Segment(permuted_.data() + place * BlockPattern::kBlock); };
  const int rows = pattern_.row_count();
  for (int k = 0; k < rows; ++k) segment(k) = Segment(x + pattern_.row_at(k) * BlockPattern::kBlock);
  for (int k = 0; k < rows; ++k) {
    for (int s = pattern_.column_begin(k) + 1; s < pattern_.column_begin(k + 1); ++s) {
      segment(pattern_.slot_row(s)).noalias() -= Block(lower(s)) * segment(k);
    }
  }
  for (int k = rows - 1; k >= 0; --k) {
    for (int s = pattern_.column_begin(k) + 1; s < pattern_.column_begin(k + 1); ++s) {
      segment(k).noalias() -= Block(upper(s)) * segment(pattern_.slot_row(s));
    }
    segment(k) = (pivot_inverse_[k] * segment(k)).eval();
  }
  for (int k = 0; k < rows; ++k) Segment(x + pattern_.row_at(k) * BlockPattern::kBlock) = segment(k);
}

}  // namespace stiction

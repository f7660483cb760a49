#include "linalg/block_lu.h"

#include <algorithm>
#include <cmath>

#include "base/simd.h"

namespace stiction {
namespace {

constexpr int kN = BlockPattern::kBlock, kSize = BlockPattern::kBlockSize;

// inverse <- a^-1 by Gauss and Jordan's elimination with row exchanges. False if a is singular.
STICTION_SIMD bool invert(const double* a, double* inverse) {
  double rows[kN][2 * kN];  // a and the identity beside it
  for (int i = 0; i < kN; ++i) {
    for (int j = 0; j < kN; ++j) rows[i][j] = a[i + kN * j];
    for (int j = 0; j < kN; ++j) rows[i][kN + j] = i == j ? 1 : 0;
  }
  for (int k = 0; k < kN; ++k) {
    int pivot = k;
    for (int i = k + 1; i < kN; ++i)
      if (std::abs(rows[i][k]) > std::abs(rows[pivot][k])) pivot = i;
    if (!(std::abs(rows[pivot][k]) > 0)) return false;
    if (pivot != k) std::swap_ranges(rows[k], rows[k] + 2 * kN, rows[pivot]);
    const double scale = 1 / rows[k][k];
    for (double& value : rows[k]) value *= scale;
    for (int i = 0; i < kN; ++i) {
      if (i == k) continue;
      const double f = rows[i][k];
      for (int j = 0; j < 2 * kN; ++j) rows[i][j] -= f * rows[k][j];
    }
  }
  double largest = 0;
  for (int j = 0; j < kN; ++j) {
    for (int i = 0; i < kN; ++i) inverse[i + kN * j] = rows[i][kN + j];
    for (int i = 0; i < kN; ++i) largest = std::max(largest, std::abs(rows[i][kN + j]));
  }
  return std::isfinite(largest);
}

// c <- c - a b, column-major.
STICTION_INLINE void subtract_product(const double* a, const double* b, double* c) {
  for (int j = 0; j < kN; ++j) {
    double column[kN];
    for (int i = 0; i < kN; ++i) column[i] = c[i + kN * j];
    for (int k = 0; k < kN; ++k) {
      const double f = b[k + kN * j];
      for (int i = 0; i < kN; ++i) column[i] -= a[i + kN * k] * f;
    }
    for (int i = 0; i < kN; ++i) c[i + kN * j] = column[i];
  }
}

// All block products of one pivot column with `below` blocks under the diagonal; returns the next target.
STICTION_SIMD const std::int32_t* update_from_column(int below, const double* column, const double* row,
                                                     const std::int32_t* target, double* lower, double* upper) {
  for (int j = 0; j < below; ++j) {
    for (int i = j; i < below; ++i, ++target) {
      const std::size_t offset = static_cast<std::size_t>(*target) * kSize;
      subtract_product(column + i * kSize, row + j * kSize, lower + offset);
      if (i != j) subtract_product(column + j * kSize, row + i * kSize, upper + offset);
    }
  }
  return target;
}

}  // namespace

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
    if (!invert(lower(begin), pivot_inverse_[k].data())) return false;
    for (int s = begin + 1; s < end; ++s) Block(lower(s)) = (Block(lower(s)) * pivot_inverse_[k]).eval();
    target =
        update_from_column(end - begin - 1, lower(begin + 1), upper(begin + 1), target, lower_.data(), upper_.data());
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

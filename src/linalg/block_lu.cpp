#include "linalg/block_lu.h"

#include <algorithm>
#include <cmath>

#include "base/simd.h"

namespace stiction {
namespace {

// inverse <- a^-1 by Gauss and Jordan's elimination with row exchanges. False if a is singular.
template <int kN>
STICTION_INLINE bool invert_block(const double* a, double* inverse) {
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
template <int kN>
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

// Block products of the rows [first, last) of one pivot column with `below` blocks under the diagonal.
template <int kN>
STICTION_INLINE void update_loop(int first, int last, int below, const double* column, const double* row,
                                 const std::int32_t* target, double* lower, double* upper) {
  constexpr int kSize = kN * kN;
  for (int j = first; j < last; ++j) {
    for (int i = j; i < below; ++i, ++target) {
      const std::size_t offset = static_cast<std::size_t>(*target) * kSize;
      subtract_product<kN>(column + i * kSize, row + j * kSize, lower + offset);
      if (i != j) subtract_product<kN>(column + j * kSize, row + i * kSize, upper + offset);
    }
  }
}

// STICTION_SIMD goes with plain functions only.
STICTION_SIMD bool invert_2(const double* a, double* inverse) {
  return invert_block<2>(a, inverse);
}
STICTION_SIMD bool invert_3(const double* a, double* inverse) {
  return invert_block<3>(a, inverse);
}
STICTION_SIMD bool invert_6(const double* a, double* inverse) {
  return invert_block<6>(a, inverse);
}
STICTION_SIMD void update_2(int first, int last, int below, const double* column, const double* row,
                            const std::int32_t* target, double* lower, double* upper) {
  update_loop<2>(first, last, below, column, row, target, lower, upper);
}
STICTION_SIMD void update_3(int first, int last, int below, const double* column, const double* row,
                            const std::int32_t* target, double* lower, double* upper) {
  update_loop<3>(first, last, below, column, row, target, lower, upper);
}
STICTION_SIMD void update_6(int first, int last, int below, const double* column, const double* row,
                            const std::int32_t* target, double* lower, double* upper) {
  update_loop<6>(first, last, below, column, row, target, lower, upper);
}

template <int kN>
using BlockMap = Eigen::Map<Eigen::Matrix<double, kN, kN>>;
template <int kN>
using SegmentMap = Eigen::Map<Eigen::Matrix<double, kN, 1>>;

}  // namespace

template <int kBlock>
void BasicBlockLu<kBlock>::analyze(int row_count, const std::vector<std::pair<int, int>>& edges) {
  if (!pattern_.analyze(row_count, edges)) return;
  lower_.assign(static_cast<std::size_t>(pattern_.slot_count()) * kBlockSize, 0.0);
  upper_ = lower_;
  pivot_inverse_.resize(row_count);
  permuted_.assign(static_cast<std::size_t>(row_count) * kBlock, 0.0);
}

template <int kBlock>
void BasicBlockLu<kBlock>::set_identity() {
  std::fill(lower_.begin(), lower_.end(), 0.0);
  std::fill(upper_.begin(), upper_.end(), 0.0);
  for (int k = 0; k < pattern_.row_count(); ++k) BlockMap<kBlock>(lower(pattern_.column_begin(k))).setIdentity();
}

template <int kBlock>
bool BasicBlockLu<kBlock>::factorize() {
  constexpr auto invert = kBlock == 2 ? invert_2 : kBlock == 3 ? invert_3 : invert_6;
  constexpr auto update = kBlock == 2 ? update_2 : kBlock == 3 ? update_3 : update_6;
  const auto pivot = [&](int k) {
    const int begin = pattern_.column_begin(k), end = pattern_.column_begin(k + 1);
    if (!invert(lower(begin), pivot_inverse_[k].data())) return false;
    for (int s = begin + 1; s < end; ++s)
      BlockMap<kBlock>(lower(s)) = (BlockMap<kBlock>(lower(s)) * pivot_inverse_[k]).eval();
    return true;
  };
  const auto update_rows = [&](int k, int first, int last) {
    const int begin = pattern_.column_begin(k) + 1;
    update(first, last, pattern_.rows_below(k), lower(begin), upper(begin), pattern_.update_targets(k, first),
           lower_.data(), upper_.data());
  };
  return pattern_.schedule().run(pivot, update_rows);
}

template <int kBlock>
void BasicBlockLu<kBlock>::solve(double* x, int stride) {
  const auto segment = [this](int place) { return SegmentMap<kBlock>(permuted_.data() + place * kBlock); };
  const int rows = pattern_.row_count();
  for (int k = 0; k < rows; ++k) segment(k) = SegmentMap<kBlock>(x + pattern_.row_at(k) * stride);
  for (int k = 0; k < rows; ++k) {
    for (int s = pattern_.column_begin(k) + 1; s < pattern_.column_begin(k + 1); ++s) {
      segment(pattern_.slot_row(s)).noalias() -= BlockMap<kBlock>(lower(s)) * segment(k);
    }
  }
  for (int k = rows - 1; k >= 0; --k) {
    for (int s = pattern_.column_begin(k) + 1; s < pattern_.column_begin(k + 1); ++s) {
      segment(k).noalias() -= BlockMap<kBlock>(upper(s)) * segment(pattern_.slot_row(s));
    }
    segment(k) = (pivot_inverse_[k] * segment(k)).eval();
  }
  for (int k = 0; k < rows; ++k) SegmentMap<kBlock>(x + pattern_.row_at(k) * stride) = segment(k);
}

template class BasicBlockLu<2>;
template class BasicBlockLu<3>;
template class BasicBlockLu<6>;

}  // namespace stiction

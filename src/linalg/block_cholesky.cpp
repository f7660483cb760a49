#include "linalg/block_cholesky.h"

#include <algorithm>
#include <cmath>

#include "base/simd.h"

namespace stiction {
namespace {

constexpr int kN = BlockCholesky::kBlock;

// In place lower Cholesky factor of a 6x6 block; the upper triangle is left as it was.
bool factor_diagonal(double* a) {
  for (int j = 0; j < kN; ++j) {
    double d = a[j + kN * j];
    for (int k = 0; k < j; ++k) d -= a[j + kN * k] * a[j + kN * k];
    if (!(d > 0)) return false;
    d = std::sqrt(d);
    a[j + kN * j] = d;
    for (int i = j + 1; i < kN; ++i) {
      double s = a[i + kN * j];
      for (int k = 0; k < j; ++k) s -= a[i + kN * k] * a[j + kN * k];
      a[i + kN * j] = s / d;
    }
  }
  return true;
}

// x <- x L^-T with L the factored diagonal block.
STICTION_SIMD void divide_by_diagonal(const double* l, double* x) {
  for (int c = 0; c < kN; ++c) {
    for (int d = 0; d < c; ++d) {
      const double f = l[c + kN * d];
      for (int r = 0; r < kN; ++r) x[r + kN * c] -= x[r + kN * d] * f;
    }
    const double inverse = 1 / l[c + kN * c];
    for (int r = 0; r < kN; ++r) x[r + kN * c] *= inverse;
  }
}

// c <- c - a b^T.
STICTION_SIMD void subtract_product(const double* a, const double* b, double* c) {
  for (int j = 0; j < kN; ++j) {
    double column[kN];
    for (int i = 0; i < kN; ++i) column[i] = c[i + kN * j];
    for (int k = 0; k < kN; ++k) {
      const double f = b[j + kN * k];
      for (int i = 0; i < kN; ++i) column[i] -= a[i + kN * k] * f;
    }
    for (int i = 0; i < kN; ++i) c[i + kN * j] = column[i];
  }
}

}  // namespace

void BlockCholesky::analyze(int row_count, const std::vector<std::pair<int, int>>& edges) {
  if (!pattern_.analyze(row_count, edges)) return;
  values_.assign(static_cast<std::size_t>(pattern_.slot_count()) * kBlockSize, 0.0);
  permuted_.assign(static_cast<std::size_t>(row_count) * kBlock, 0.0);
}

void BlockCholesky::set_zero() {
  std::fill(values_.begin(), values_.end(), 0.0);
}

BlockCholesky::BlockRef BlockCholesky::block(int row, int column) {
  const BlockPattern::Slot slot = pattern_.slot(row, column);
  return {at(slot.index), slot.transposed};
}

double BlockCholesky::factor_flops() const {
  const double below = pattern_.slot_count() - pattern_.row_count();
  return 91.0 * pattern_.row_count() + 126.0 * below + 216.0 * pattern_.product_count();
}

bool BlockCholesky::factorize() {
  const auto pivot = [&](int k) {
    double* column = at(pattern_.column_begin(k));
    if (!factor_diagonal(column)) return false;
    const int below = pattern_.rows_below(k);
    for (int s = 1; s <= below; ++s) divide_by_diagonal(column, column + s * kBlockSize);
    return true;
  };
  const auto update_rows = [&](int k, int first, int last) {
    const double* rows = at(pattern_.column_begin(k) + 1);
    const int below = pattern_.rows_below(k);
    const std::int32_t* target = pattern_.update_targets(k, first);
    for (int j = first; j < last; ++j) {
      for (int i = j; i < below; ++i) {
        subtract_product(rows + i * kBlockSize, rows + j * kBlockSize, at(*target++));
      }
    }
  };
  return pattern_.schedule().run(pivot, update_rows);
}

void BlockCholesky::solve(double* x) {
  using Block = Eigen::Map<const Mat6>;
  using Segment = Eigen::Map<Vec6>;
  const auto segment = [this](int place) { return Segment(permuted_.data() + place * kBlock); };
  const int rows = pattern_.row_count();
  for (int k = 0; k < rows; ++k) segment(k) = Segment(x + pattern_.row_at(k) * kBlock);
  for (int k = 0; k < rows; ++k) {
    Segment xk = segment(k);
    const int begin = pattern_.column_begin(k);
    Block(at(begin)).triangularView<Eigen::Lower>().solveInPlace(xk);
    for (int s = begin + 1; s < pattern_.column_begin(k + 1); ++s) {
      segment(pattern_.slot_row(s)).noalias() -= Block(at(s)) * xk;
    }
  }
  for (int k = rows - 1; k >= 0; --k) {
    Segment xk = segment(k);
    const int begin = pattern_.column_begin(k);
    for (int s = begin + 1; s < pattern_.column_begin(k + 1); ++s) {
      xk.noalias() -= Block(at(s)).transpose() * segment(pattern_.slot_row(s));
    }
    Block(at(begin)).transpose().triangularView<Eigen::Upper>().solveInPlace(xk);
  }
  for (int k = 0; k < rows; ++k) Segment(x + pattern_.row_at(k) * kBlock) = segment(k);
}

}  // namespace stiction

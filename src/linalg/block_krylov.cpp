#include "linalg/block_krylov.h"

#include <algorithm>
#include <cmath>

#include "base/simd.h"

namespace stiction {
namespace {

constexpr int kBlock = BlockKrylov::kBlock, kBlockSize = BlockKrylov::kBlockSize;

// y += sign a x, column-major.
STICTION_INLINE void add_product(double sign, const double* a, const double* x, double* y) {
  for (int j = 0; j < kBlock; ++j) {
    const double f = sign * x[j];
    for (int i = 0; i < kBlock; ++i) y[i] += a[kBlock * j + i] * f;
  }
}

STICTION_SIMD void multiply_rows(int rows, const std::int32_t* begin, const std::int32_t* column, const double* values,
                                 const double* x, double* y) {
  for (int i = 0; i < rows; ++i) {
    double sum[kBlock] = {};
    for (int k = begin[i]; k < begin[i + 1]; ++k)
      add_product(1, values + static_cast<std::size_t>(k) * kBlockSize, x + kBlock * column[k], sum);
    for (int j = 0; j < kBlock; ++j) y[kBlock * i + j] = sum[j];
  }
}

// y <- U^-1 L^-1 y with unit blocks on the diagonal of L; inverse: of the diagonal blocks of U.
STICTION_SIMD void substitute(int rows, const std::int32_t* begin, const std::int32_t* diagonal,
                              const std::int32_t* column, const double* factor, const Mat6* inverse, double* y) {
  for (int i = 0; i < rows; ++i) {
    for (int k = begin[i]; k < diagonal[i]; ++k)
      add_product(-1, factor + static_cast<std::size_t>(k) * kBlockSize, y + kBlock * column[k], y + kBlock * i);
  }
  for (int i = rows - 1; i >= 0; --i) {
    for (int k = diagonal[i] + 1; k < begin[i + 1]; ++k)
      add_product(-1, factor + static_cast<std::size_t>(k) * kBlockSize, y + kBlock * column[k], y + kBlock * i);
    double turned[kBlock] = {};
    add_product(1, inverse[i].data(), y + kBlock * i, turned);
    for (int j = 0; j < kBlock; ++j) y[kBlock * i + j] = turned[j];
  }
}

// c -= a b
STICTION_SIMD void subtract_block_product(const double* a, const double* b, double* c) {
  for (int j = 0; j < kBlock; ++j) add_product(-1, a, b + kBlock * j, c + kBlock * j);
}

double dot(std::size_t size, const double* a, const double* b) {
  return Eigen::Map<const VecX>(a, static_cast<Eigen::Index>(size))
      .dot(Eigen::Map<const VecX>(b, static_cast<Eigen::Index>(size)));
}

void add_scaled(std::size_t size, double f, const double* x, double* y) {
  Eigen::Map<VecX>(y, static_cast<Eigen::Index>(size)) +=
      f * Eigen::Map<const VecX>(x, static_cast<Eigen::Index>(size));
}

}  // namespace

void BlockKrylov::analyze(int row_count, const std::vector<std::pair<int, int>>& edges) {
  if (row_count == row_count_ && edges == edges_) return;
  row_count_ = row_count;
  edges_ = edges;
  std::vector<std::vector<std::int32_t>> rows(row_count);
  for (const auto& [i, j] : edges) {
    rows[i].push_back(j);
    rows[j].push_back(i);
  }
  row_begin_.assign(1, 0);
  column_.clear();
  diagonal_.clear();
  for (int i = 0; i < row_count; ++i) {
    rows[i].push_back(i);
    std::sort(rows[i].begin(), rows[i].end());
    rows[i].erase(std::unique(rows[i].begin(), rows[i].end()), rows[i].end());
    const auto place = std::lower_bound(rows[i].begin(), rows[i].end(), i) - rows[i].begin();
    diagonal_.push_back(static_cast<std::int32_t>(column_.size() + place));
    column_.insert(column_.end(), rows[i].begin(), rows[i].end());
    row_begin_.push_back(static_cast<std::int32_t>(column_.size()));
  }
  values_.assign(column_.size() * kBlockSize, 0.0);
  pivot_inverse_.resize(row_count);
  find_products();
}

// Row i takes the rows k before it that it has a block with, as far as they share columns.
void BlockKrylov::find_products() {
  products_.clear();
  product_begin_.assign(column_.size() + 1, 0);
  for (int i = 0; i < row_count_; ++i) {
    for (int left = row_begin_[i]; left < row_begin_[i + 1]; ++left) {
      product_begin_[left] = static_cast<std::int32_t>(products_.size());
      if (left >= diagonal_[i]) continue;
      const int k = column_[left];
      int target = left + 1;
      for (int right = diagonal_[k] + 1; right < row_begin_[k + 1]; ++right) {
        while (target < row_begin_[i + 1] && column_[target] < column_[right]) ++target;
        if (target == row_begin_[i + 1]) break;
        if (column_[target] == column_[right]) products_.push_back({target, left, right});
      }
    }
  }
  product_begin_.back() = static_cast<std::int32_t>(products_.size());
}

void BlockKrylov::set_identity() {
  std::fill(values_.begin(), values_.end(), 0.0);
  for (const std::int32_t slot : diagonal_)
    for (int k = 0; k < kBlock; ++k) values_[static_cast<std::size_t>(slot) * kBlockSize + (kBlock + 1) * k] = 1;
}

double* BlockKrylov::block(int row, int column) {
  const auto place = std::lower_bound(column_.begin() + row_begin_[row], column_.begin() + row_begin_[row + 1], column);
  return values_.data() + static_cast<std::size_t>(place - column_.begin()) * kBlockSize;
}

bool BlockKrylov::factorize() {
  factor_ = values_;
  const auto at = [this](std::int32_t slot) {
    return Eigen::Map<Mat6>(factor_.data() + static_cast<std::size_t>(slot) * kBlockSize);
  };
  for (int i = 0; i < row_count_; ++i) {
    for (int left = row_begin_[i]; left < diagonal_[i]; ++left) {
      at(left) = (at(left) * pivot_inverse_[column_[left]]).eval();
      for (int p = product_begin_[left]; p < product_begin_[left + 1]; ++p) {
        subtract_block_product(at(products_[p].left).data(), at(products_[p].right).data(),
                               at(products_[p].target).data());
      }
    }
    pivot_inverse_[i] = at(diagonal_[i]).inverse();
    if (!pivot_inverse_[i].allFinite()) return false;
  }
  return true;
}

void BlockKrylov::multiply(const double* x, double* y) const {
  multiply_rows(row_count_, row_begin_.data(), column_.data(), values_.data(), x, y);
}

void BlockKrylov::precondition(const double* x, double* y) const {
  std::copy(x, x + static_cast<std::ptrdiff_t>(kBlock) * row_count_, y);
  substitute(row_count_, row_begin_.data(), diagonal_.data(), column_.data(), factor_.data(), pivot_inverse_.data(), y);
}

// GMRES without restarts, preconditioned from the right: residuals are true ones.
int BlockKrylov::solve(double* x, const Limits& limits) {
  const std::size_t n = static_cast<std::size_t>(kBlock) * row_count_;
  const int most = limits.iterations, rows = most + 1;
  basis_.resize(n * rows);
  hessenberg_.assign(static_cast<std::size_t>(rows) * most, 0.0);
  work_.resize(n);
  std::vector<double> right(rows, 0.0), cosine(most), sine(most);
  const double size = std::sqrt(dot(n, x, x));
  if (!(size > 0)) return 0;
  for (std::size_t i = 0; i < n; ++i) basis_[i] = x[i] / size;
  right[0] = size;
  int k = 0;
  while (k < most && std::abs(right[k]) > limits.tolerance * size) {
    double* column = &hessenberg_[static_cast<std::size_t>(rows) * k];
    double* next = &basis_[n * (k + 1)];
    precondition(&basis_[n * k], work_.data());
    multiply(work_.data(), next);
    for (int i = 0; i <= k; ++i) {
      column[i] = dot(n, next, &basis_[n * i]);
      add_scaled(n, -column[i], &basis_[n * i], next);
    }
    const double length = std::sqrt(dot(n, next, next));
    for (int i = 0; i < k; ++i) {
      const double above = column[i];
      column[i] = cosine[i] * above + sine[i] * column[i + 1];
      column[i + 1] = cosine[i] * column[i + 1] - sine[i] * above;
    }
    const double radius = std::hypot(column[k], length);
    if (!(radius > 0)) break;
    cosine[k] = column[k] / radius;
    sine[k] = length / radius;
    column[k] = radius;
    right[k + 1] = -sine[k] * right[k];
    right[k] *= cosine[k];
    ++k;
    if (!(length > 0)) break;
    for (std::size_t i = 0; i < n; ++i) next[i] /= length;
  }
  for (int i = k - 1; i >= 0; --i) {
    for (int j = i + 1; j < k; ++j) right[i] -= hessenberg_[static_cast<std::size_t>(rows) * j + i] * right[j];
    right[i] /= hessenberg_[static_cast<std::size_t>(rows) * i + i];
  }
  solution_.assign(n, 0.0);
  for (int i = 0; i < k; ++i) add_scaled(n, right[i], &basis_[n * i], solution_.data());
  precondition(solution_.data(), x);
  return k;
}

}  // namespace stiction

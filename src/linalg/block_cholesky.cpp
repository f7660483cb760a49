#include "linalg/block_cholesky.h"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <algorithm>
#include <cmath>
#include <set>

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

std::vector<int> minimum_degree_order(int row_count, const std::vector<std::pair<int, int>>& edges) {
  std::vector<Eigen::Triplet<double>> triplets;
  for (int i = 0; i < row_count; ++i) triplets.emplace_back(i, i, 1.0);
  for (const auto& [i, j] : edges) {
    triplets.emplace_back(i, j, 1.0);
    triplets.emplace_back(j, i, 1.0);
  }
  Eigen::SparseMatrix<double> graph(row_count, row_count);
  graph.setFromTriplets(triplets.begin(), triplets.end());
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> order;
  Eigen::AMDOrdering<int>()(graph, order);
  return {order.indices().data(), order.indices().data() + row_count};  // place -> row
}

// Row places of every column of the factor (below the diagonal), by the union rule of symbolic elimination.
std::vector<std::vector<int>> symbolic_columns(int row_count, const std::vector<std::pair<int, int>>& edges,
                                               const std::vector<int>& position) {
  std::vector<std::set<int>> below(row_count);
  for (const auto& [i, j] : edges) {
    const auto [low, high] = std::minmax(position[i], position[j]);
    below[low].insert(high);
  }
  std::vector<std::vector<int>> columns(row_count);
  for (int k = 0; k < row_count; ++k) {
    columns[k].assign(below[k].begin(), below[k].end());
    if (columns[k].empty()) continue;
    const int parent = columns[k].front();
    below[parent].insert(std::next(below[k].begin()), below[k].end());
  }
  return columns;
}

}  // namespace

void BlockCholesky::analyze(int row_count, const std::vector<std::pair<int, int>>& edges) {
  if (row_count == row_count_ && edges == edges_) return;
  row_count_ = row_count;
  edges_ = edges;
  row_at_ = minimum_degree_order(row_count, edges);
  position_.assign(row_count, 0);
  for (int k = 0; k < row_count; ++k) position_[row_at_[k]] = k;
  const auto columns = symbolic_columns(row_count, edges, position_);

  column_begin_.assign(row_count + 1, 0);
  slot_row_.clear();
  diagonal_slot_.assign(row_count, 0);
  for (int k = 0; k < row_count; ++k) {
    column_begin_[k] = static_cast<int>(slot_row_.size());
    diagonal_slot_[row_at_[k]] = column_begin_[k];
    slot_row_.push_back(k);
    slot_row_.insert(slot_row_.end(), columns[k].begin(), columns[k].end());
  }
  column_begin_[row_count] = static_cast<int>(slot_row_.size());

  update_target_.clear();
  factor_flops_ = 0;
  for (int k = 0; k < row_count; ++k) {
    for (std::size_t jj = 0; jj < columns[k].size(); ++jj) {
      const int j = columns[k][jj];
      auto cursor = slot_row_.begin() + column_begin_[j];
      for (std::size_t ii = jj; ii < columns[k].size(); ++ii) {
        cursor = std::lower_bound(cursor, slot_row_.begin() + column_begin_[j + 1], columns[k][ii]);
        update_target_.push_back(static_cast<std::int32_t>(cursor - slot_row_.begin()));
      }
    }
    factor_flops_ += 91 + 126.0 * static_cast<double>(columns[k].size());
  }
  factor_flops_ += 216.0 * static_cast<double>(update_target_.size());
  values_.assign(slot_row_.size() * kBlockSize, 0.0);
  permuted_.assign(static_cast<std::size_t>(row_count) * kBlock, 0.0);
}

void BlockCholesky::set_zero() {
  std::fill(values_.begin(), values_.end(), 0.0);
}

BlockCholesky::BlockRef BlockCholesky::block(int row, int column) {
  int i = position_[row], j = position_[column];
  const bool transposed = i < j;
  if (transposed) std::swap(i, j);
  const auto begin = slot_row_.begin() + column_begin_[j];
  const auto end = slot_row_.begin() + column_begin_[j + 1];
  const auto slot = std::lower_bound(begin, end, i) - slot_row_.begin();
  return {values_.data() + slot * kBlockSize, transposed};
}

bool BlockCholesky::factorize() {
  std::size_t next_update = 0;
  for (int k = 0; k < row_count_; ++k) {
    const int begin = column_begin_[k], end = column_begin_[k + 1];
    double* column = values_.data() + static_cast<std::size_t>(begin) * kBlockSize;
    if (!factor_diagonal(column)) return false;
    const int below = end - begin - 1;
    for (int s = 1; s <= below; ++s) divide_by_diagonal(column, column + s * kBlockSize);
    for (int j = 1; j <= below; ++j) {
      for (int i = j; i <= below; ++i) {
        double* target = values_.data() + static_cast<std::size_t>(update_target_[next_update++]) * kBlockSize;
        subtract_product(column + i * kBlockSize, column + j * kBlockSize, target);
      }
    }
  }
  return true;
}

void BlockCholesky::solve(double* x) {
  using Block = Eigen::Map<const Mat6>;
  using Segment = Eigen::Map<Vec6>;
  const auto segment = [this](int place) { return Segment(permuted_.data() + place * kBlock); };
  for (int k = 0; k < row_count_; ++k) segment(k) = Segment(x + row_at_[k] * kBlock);
  for (int k = 0; k < row_count_; ++k) {
    const double* column = values_.data() + static_cast<std::size_t>(column_begin_[k]) * kBlockSize;
    Segment xk = segment(k);
    Block(column).triangularView<Eigen::Lower>().solveInPlace(xk);
    for (int s = column_begin_[k] + 1; s < column_begin_[k + 1]; ++s) {
      segment(slot_row_[s]).noalias() -= Block(column + (s - column_begin_[k]) * kBlockSize) * xk;
    }
  }
  for (int k = row_count_ - 1; k >= 0; --k) {
    const double* column = values_.data() + static_cast<std::size_t>(column_begin_[k]) * kBlockSize;
    Segment xk = segment(k);
    for (int s = column_begin_[k] + 1; s < column_begin_[k + 1]; ++s) {
      xk.noalias() -= Block(column + (s - column_begin_[k]) * kBlockSize).transpose() * segment(slot_row_[s]);
    }
    Block(column).transpose().triangularView<Eigen::Upper>().solveInPlace(xk);
  }
  for (int k = 0; k < row_count_; ++k) Segment(x + row_at_[k] * kBlock) = segment(k);
}

}  // namespace stiction

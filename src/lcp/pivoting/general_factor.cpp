#include "lcp/pivoting/general_factor.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace stiction {

GeneralFactor::GeneralFactor(int capacity)
    : L_(RowMajor::Zero(capacity, capacity)),
      U_(RowMajor::Zero(capacity, capacity)),
      scale_(VecX::Zero(capacity)),
      work_(capacity) {
  place_of_.reserve(capacity);
}

void GeneralFactor::clear() {
  size_ = columns_ = 0;
  broken_ = false;
  place_of_.clear();
}

// Makes U(lower, pivot_place) zero with row `upper`, exchanged with it where that is the larger.
void GeneralFactor::eliminate(int upper, int lower, int pivot_place) {
  const int right = columns_ - pivot_place;
  auto u = U_.row(upper).segment(pivot_place, right);
  auto v = U_.row(lower).segment(pivot_place, right);
  auto l = L_.row(upper).head(size_);
  auto m = L_.row(lower).head(size_);
  if (std::abs(v[0]) > std::abs(u[0])) {
    u.swap(v);
    l.swap(m);
  }
  if (v[0] == 0) return;
  const double factor = v[0] / u[0];
  v -= factor * u;
  v[0] = 0;
  m -= factor * l;
  operations_ += right + size_;
}

double GeneralFactor::append(const VecX& column, const VecX& row, double corner) {
  assert(size_ < L_.rows());
  const int k = size_;
  VecX full = VecX::Zero(k + 1);
  full.head(k) = column.head(k);
  full[k] = corner;
  L_.row(k).head(k + 1).setZero();
  L_.col(k).head(k + 1).setZero();
  L_(k, k) = 1;
  U_.row(k).setZero();
  for (int c = 0; c < k; ++c) U_(k, place_of_[c]) = row[c];
  place_of_.push_back(k);
  size_ = k + 1;
  put_column_last(full);
  for (int j = 0; j < k; ++j) eliminate(j, k, j);
  return scale_[k] > 0 ? std::abs(U_(k, k)) / scale_[k] : 0.0;
}

void GeneralFactor::put_column_last(const VecX& column) {
  scale_[columns_] = column.head(size_).cwiseAbs().maxCoeff();
  U_.col(columns_).head(size_) = L_.topLeftCorner(size_, size_) * column.head(size_);
  operations_ += static_cast<std::int64_t>(size_) * size_;
  ++columns_;
}

void GeneralFactor::take_column_out(int place) {
  for (int i = 0; i < size_; ++i) {
    double* row = U_.row(i).data();
    std::copy(row + place + 1, row + columns_, row + place);
  }
  for (int j = place + 1; j < columns_; ++j) scale_[j - 1] = scale_[j];
  for (int& other : place_of_) other -= other > place ? 1 : 0;
  --columns_;
  for (int j = place; j < columns_; ++j) eliminate(j, j + 1, j);
}

void GeneralFactor::remove(int index) {
  assert(0 <= index && index < size_);
  take_column_out(place_of_[index]);
  place_of_.erase(place_of_.begin() + index);
  const int last = size_ - 1;
  const auto l = L_.row(last).head(size_);
  const double own = l[index];
  broken_ = broken_ || own == 0;
  for (int i = 0; i < last; ++i) {
    double* row = L_.row(i).data();
    if (own != 0 && row[index] != 0) L_.row(i).head(size_) -= (row[index] / own) * l;
    std::copy(row + index + 1, row + size_, row + index);
  }
  operations_ += static_cast<std::int64_t>(last) * size_;
  --size_;
}

void GeneralFactor::replace_column(int index, const VecX& column) {
  take_column_out(place_of_[index]);
  place_of_[index] = columns_;
  put_column_last(column);
}

void GeneralFactor::solve(VecX& x) {
  const int k = size_;
  work_.head(k) = L_.topLeftCorner(k, k) * x.head(k);
  for (int i = k - 1; i >= 0; --i) {
    work_[i] -= U_.row(i).segment(i + 1, k - i - 1).dot(work_.segment(i + 1, k - i - 1));
    work_[i] /= U_(i, i);
  }
  for (int c = 0; c < k; ++c) x[c] = work_[place_of_[c]];
  operations_ += static_cast<std::int64_t>(k) * k + static_cast<std::int64_t>(k) * (k + 1) / 2;
}

bool GeneralFactor::singular(double relative) const {
  for (int i = 0; i < size_; ++i) {
    if (!(std::abs(U_(i, i)) > relative * scale_[i])) return true;
  }
  return false;
}

double GeneralFactor::growth() const {
  if (broken_) return std::numeric_limits<double>::infinity();
  return size_ == 0 ? 0.0 : L_.topLeftCorner(size_, size_).cwiseAbs().maxCoeff();
}

}  // namespace stiction

#include "lcp/pivoting/symmetric_factor.h"

#include <algorithm>
#include <cassert>

namespace stiction {

SymmetricFactor::SymmetricFactor(int capacity)
    : L_(MatX::Zero(capacity, capacity)), D_(capacity), row_(capacity), pivot_(0), work_(capacity) {}

void SymmetricFactor::forward(Eigen::Ref<VecX> x) const {
  for (int j = 0; j < size_; ++j) {
    const int below = size_ - j - 1;
    x.segment(j + 1, below) -= x[j] * L_.col(j).segment(j + 1, below);
  }
}

void SymmetricFactor::backward(Eigen::Ref<VecX> x) const {
  for (int j = size_ - 1; j >= 0; --j) {
    const int below = size_ - j - 1;
    x[j] -= L_.col(j).segment(j + 1, below).dot(x.segment(j + 1, below));
  }
}

double SymmetricFactor::border(const VecX& v, double s) {
  assert(v.size() >= size_);
  auto l = row_.head(size_);
  l = v.head(size_);
  forward(l);
  pivot_ = s;
  for (int j = 0; j < size_; ++j) {
    const double z = l[j];
    l[j] = z / D_[j];
    pivot_ -= z * l[j];
  }
  operations_ += static_cast<std::int64_t>(size_) * (size_ + 3) / 2;
  return pivot_;
}

void SymmetricFactor::border_solution(VecX& x) {
  x = row_.head(size_);
  backward(x);
  operations_ += static_cast<std::int64_t>(size_) * size_ / 2;
}

void SymmetricFactor::append() {
  assert(pivot_ > 0 && size_ < L_.cols());
  L_.row(size_).head(size_) = row_.head(size_);
  D_[size_] = pivot_;
  ++size_;
}

void SymmetricFactor::remove(int position) {
  assert(0 <= position && position < size_);
  const int below = size_ - position - 1;
  const double weight = D_[position];
  work_.segment(position, below) = L_.col(position).segment(position + 1, below);
  for (int j = 0; j < position; ++j) {
    double* column = L_.col(j).data();
    std::copy(column + position + 1, column + size_, column + position);
  }
  for (int j = position + 1; j < size_; ++j) {
    const double* from = L_.col(j).data();
    std::copy(from + j + 1, from + size_, L_.col(j - 1).data() + j);
    D_[j - 1] = D_[j];
  }
  --size_;
  absorb(position, weight);
}

void SymmetricFactor::absorb(int first, double weight) {
  for (int j = first; j < size_ && weight > 0; ++j) {
    const int below = size_ - j - 1;
    const double p = work_[j];
    const double d = D_[j] + weight * p * p;
    const double beta = weight * p / d;
    weight *= D_[j] / d;
    D_[j] = d;
    auto w = work_.segment(j + 1, below);
    auto l = L_.col(j).segment(j + 1, below);
    w -= p * l;
    l += beta * w;
    operations_ += 2 * below + 4;
  }
}

void SymmetricFactor::solve(VecX& x) {
  auto head = x.head(size_);
  forward(head);
  for (int j = 0; j < size_; ++j) head[j] /= D_[j];
  backward(head);
  operations_ += static_cast<std::int64_t>(size_) * (size_ + 1);
}

}  // namespace stiction

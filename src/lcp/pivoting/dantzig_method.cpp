#include "lcp/pivoting/dantzig_method.h"

#include <algorithm>
#include <cmath>

namespace stiction {

DantzigMethod::DantzigMethod(const DantzigProblem& problem, const DantzigOptions& options)
    : problem_(problem),
      n_(static_cast<int>(problem.b.size())),
      max_pivots_(options.max_pivots > 0 ? options.max_pivots : 100 + 50 * n_),
      factor_(n_) {
  scale();
}

void DantzigMethod::scale() {
  scale_ = VecX::Zero(n_);
  for (int i = 0; i < n_; ++i) {
    const double own = problem_.A(i, i);
    if (own > 0) scale_[i] = 1 / std::sqrt(own);
  }
  A_ = scale_.asDiagonal() * problem_.A * scale_.asDiagonal();
  b_ = problem_.b;
  for (int i = 0; i < n_; ++i) {
    if (scale_[i] > 0) {
      b_[i] *= scale_[i];
      size_ = std::max(size_, std::abs(b_[i]));
    }
  }
}

void DantzigMethod::reset() {
  f_ = df_ = da_ = VecX::Zero(n_);
  a_ = b_;
  column_.resize(n_);
  set_.assign(n_, Set::kIgnored);
  blind_.assign(n_, 0);
  clamped_.clear();
  factor_.clear();
}

int DantzigMethod::next() const {
  int least = -1;
  const double limit = -tolerance();
  for (int i = problem_.bilateral_count; i < n_; ++i) {
    if (set_[i] == Set::kClamped || blind_[i] || !(a_[i] < limit)) continue;
    if (least < 0 || a_[i] < a_[least]) least = i;
  }
  return least;
}

bool DantzigMethod::run(bool careful) {
  reset();
  clamp_bilaterals();
  for (int i = 0; i < problem_.bilateral_count; ++i) {
    if (set_[i] != Set::kRedundant) continue;
    ++result_.redundant_bilaterals;
    x_.setZero(clamped_.size());
    if (scale_[i] > 0) {
      border(i);
      factor_.border_solution(x_);
    }
    x_ = -x_;
    double terms = std::abs(b_[i]);
    for (std::size_t c = 0; c < clamped_.size(); ++c) terms += std::abs(x_[c] * b_[clamped_[c]]);
    if (std::abs(a_[i]) <= kDantzigContradiction * terms) continue;
    find_direction(i, true);
    df_ *= a_[i] < 0 ? 1.0 : -1.0;
    result_.outside_column_space = true;
    refuse(i);
    if (scale_[i] == 0) result_.certificate[i] = a_[i] < 0 ? 1.0 : -1.0;
    return true;
  }
  for (int round = 0; round < 10; ++round) {
    for (int d = next(); d >= 0; d = next()) {
      if (!drive(d)) return true;
      if (careful && !settle()) return false;
    }
    if (!settle()) return false;
    if (next() < 0) {
      result_.status = PivotingStatus::kSolved;
      return true;
    }
  }
  return false;
}

DantzigResult& DantzigMethod::finish() {
  result_.operations = operations_ + factor_.operations();
  result_.f = f_.cwiseProduct(scale_);
  result_.a = problem_.A * result_.f + problem_.b;
  return result_;
}

DantzigResult DantzigMethod::solve() {
  if (!run(false)) {
    result_ = {};
    run(true);
  }
  return finish();
}

}  // namespace stiction

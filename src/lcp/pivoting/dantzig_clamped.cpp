#include "lcp/pivoting/dantzig_method.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace stiction {
namespace {

constexpr double kDependent = 1e-13;   // Schur complement of y = (x, 1), relative to |y|_1^2
constexpr double kClearlyFree = 1e-6;  // Schur complement that needs no closer look

}  // namespace

void DantzigMethod::clamp_bilaterals() {
  for (int i = 0; i < problem_.bilateral_count; ++i) {
    if (scale_[i] > 0 && border(i) > kDantzigAccuracy) {
      factor_.append();
      clamped_.push_back(i);
      set_[i] = Set::kClamped;
    } else {
      set_[i] = Set::kRedundant;
    }
  }
  solve_clamped();
}

bool DantzigMethod::enter(int j) {
  const double pivot = border(j);
  if (pivot < kClearlyFree) {
    factor_.border_solution(x_);
    if (depends(pivot)) {
      blind_[j] = 1;
      return false;
    }
  }
  factor_.append();
  clamped_.push_back(j);
  set_[j] = Set::kClamped;
  return true;
}

void DantzigMethod::leave(int j) {
  const auto place = std::find(clamped_.begin(), clamped_.end(), j);
  factor_.remove(static_cast<int>(place - clamped_.begin()));
  clamped_.erase(place);
  set_[j] = Set::kUnclamped;
  std::fill(blind_.begin(), blind_.end(), 0);
}

double DantzigMethod::border(int j) {
  const double* row = A_.col(j).data();
  for (std::size_t c = 0; c < clamped_.size(); ++c) column_[c] = row[clamped_[c]];
  return factor_.border(column_, A_(j, j));
}

// Is the pivot of y = (x, 1) zero to round-off?
bool DantzigMethod::depends(double pivot) const {
  const double size = 1 + x_.lpNorm<1>();
  return pivot <= kDependent * size * size;
}

// a = A f for f that is zero outside of C and `other`. Four columns a pass: the sums stay in registers.
void DantzigMethod::product(const VecX& f, int other, VecX& a) {
  a = other < 0 ? VecX::Zero(n_).eval() : VecX(f[other] * A_.col(other));
  const std::size_t count = clamped_.size();
  std::size_t c = 0;
  for (; c + 4 <= count; c += 4) {
    const int* j = &clamped_[c];
    a += f[j[0]] * A_.col(j[0]) + f[j[1]] * A_.col(j[1]) + f[j[2]] * A_.col(j[2]) + f[j[3]] * A_.col(j[3]);
  }
  for (; c < count; ++c) a += f[clamped_[c]] * A_.col(clamped_[c]);
  operations_ += static_cast<std::int64_t>(count + 1) * n_;
}

// f_C from A_CC f_C = -b_C, and a. Returns the largest |a| on C.
double DantzigMethod::solve_clamped() {
  x_.resize(clamped_.size());
  for (std::size_t c = 0; c < clamped_.size(); ++c) x_[c] = -b_[clamped_[c]];
  factor_.solve(x_);
  f_.setZero();
  double worst = 0;
  for (int round = 0; round < 2; ++round) {
    for (std::size_t c = 0; c < clamped_.size(); ++c) f_[clamped_[c]] += x_[c];
    product(f_, -1, a_);
    a_ += b_;
    worst = 0;
    for (std::size_t c = 0; c < clamped_.size(); ++c) {
      x_[c] = -a_[clamped_[c]];
      worst = std::max(worst, std::abs(x_[c]));
    }
    if (worst == 0) break;
    if (round == 0) factor_.solve(x_);
  }
  return worst;
}

bool DantzigMethod::settle() {
  if (solve_clamped() > tolerance()) {
    refactor();
    solve_clamped();
  }
  return repair_signs();
}

void DantzigMethod::refactor() {
  ++result_.refactorisations;
  const std::vector<int> members = std::move(clamped_);
  clamped_.clear();
  factor_.clear();
  for (const int i : members) {
    if (border(i) > kDantzigAccuracy) {
      factor_.append();
      clamped_.push_back(i);
    } else {
      set_[i] = is_bilateral(i) ? Set::kRedundant : Set::kUnclamped;
    }
  }
}

// Forces that round-off took below zero are put back there; false if it was more than that.
bool DantzigMethod::repair_signs() {
  const double accepted = 1e-10 * (f_.size() > 0 ? f_.lpNorm<Eigen::Infinity>() : 0.0);
  bool changed = false;
  for (const int i : clamped_) {
    if (is_bilateral(i) || f_[i] >= 0) continue;
    if (f_[i] < -accepted) return false;
    f_[i] = 0;
    changed = true;
  }
  if (changed) {
    product(f_, -1, a_);
    a_ += b_;
  }
  return true;
}

}  // namespace stiction

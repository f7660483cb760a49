#include "lcp/pivoting/dantzig_method.h"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

constexpr double kIndefinite = 0.01;  // how much of a negative Schur complement counts against that
constexpr double kNoise = 1e-13;      // of da, relative to |y|_1
constexpr double kTie = 1e-13;        // of steps, relative

}  // namespace

void DantzigMethod::find_direction(int d, bool dependent) {
  df_.setZero();
  df_[d] = 1;
  for (std::size_t c = 0; c < clamped_.size(); ++c) df_[clamped_[c]] = x_[c];
  if (dependent) {
    da_.setZero();
    return;
  }
  product(df_, d, da_);
  for (const int i : clamped_) da_[i] = 0;
}

DantzigMethod::Limit DantzigMethod::find_limit(int d, double da_d) const {
  Limit limit;
  if (da_d > 0) limit = {-a_[d] / da_d, d};
  const double noise = kNoise * (1 + x_.lpNorm<1>());
  const auto consider = [&](int i, double value, double change) {
    if (!(change < -noise)) return;
    const double step = std::max(value, 0.0) / -change;
    const double tie = limit.index < 0 ? 0.0 : kTie * limit.step;
    if (step < limit.step - tie || (step <= limit.step + tie && limit.index != d && i < limit.index)) limit = {step, i};
  };
  for (const int i : clamped_) {
    if (!is_bilateral(i)) consider(i, f_[i], df_[i]);
  }
  for (int i = problem_.bilateral_count; i < n_; ++i) {
    if (set_[i] == Set::kUnclamped && !blind_[i]) consider(i, a_[i], da_[i]);
  }
  return limit;
}

void DantzigMethod::take_step(int d, const Limit& limit) {
  if (limit.step <= 0) ++result_.zero_steps;
  f_ += limit.step * df_;
  a_ += limit.step * da_;
  if (limit.index == d || set_[limit.index] == Set::kUnclamped) a_[limit.index] = 0;
  if (set_[limit.index] == Set::kClamped && limit.index != d) f_[limit.index] = 0;
}

void DantzigMethod::change_sets(int j) {
  ++result_.pivots;
  if (set_[j] == Set::kClamped) {
    leave(j);
  } else {
    enter(j);
  }
}

// d depends on C, and its a is zero but for round-off: forces may move along df at no cost. f_d goes down until it or
// another one is zero; that one need not be clamped.
void DantzigMethod::retire(int d) {
  Limit limit{f_[d], d};
  for (const int i : clamped_) {
    if (is_bilateral(i) || !(df_[i] > kNoise)) continue;
    const double step = std::max(f_[i], 0.0) / df_[i];
    if (step < limit.step) limit = {step, i};
  }
  f_ -= limit.step * df_;
  f_[limit.index] = a_[d] = 0;
  set_[d] = Set::kUnclamped;
  if (limit.index != d) {
    ++result_.pivots;
    leave(limit.index);
    enter(d);
  } else {
    blind_[d] = 1;
  }
}

// Nothing limits the step along df: no forces exist, df proves it.
bool DantzigMethod::refuse(int d) {
  result_.status = PivotingStatus::kInfeasible;
  result_.certificate = df_.cwiseProduct(scale_);
  if (scale_[d] == 0) result_.certificate[d] = 1;
  return false;
}

// false: the end, result_.status says why.
bool DantzigMethod::drive(int d) {
  ++result_.drives;
  set_[d] = Set::kIgnored;
  while (result_.pivots < max_pivots_) {
    const double da_d = scale_[d] > 0 ? border(d) : 0.0;
    x_.setZero(clamped_.size());
    if (scale_[d] > 0) factor_.border_solution(x_);
    x_ = -x_;
    if (!depends(kIndefinite * -da_d)) {
      result_.status = PivotingStatus::kNotSemidefinite;
      return false;
    }
    const bool dependent = depends(da_d);
    find_direction(d, dependent);
    if (dependent) {
      double terms = std::abs(b_[d]);
      for (const int i : clamped_) terms += std::abs(b_[i] * df_[i]);
      if (-a_[d] <= kDantzigContradiction * terms) {
        retire(d);
        return true;
      }
      result_.outside_column_space = true;
    }
    const Limit limit = find_limit(d, dependent ? 0.0 : da_d);
    if (limit.index < 0) return refuse(d);
    take_step(d, limit);
    operations_ += 3 * n_;
    if (limit.index == d) {
      ++result_.pivots;
      factor_.append();
      clamped_.push_back(d);
      set_[d] = Set::kClamped;
      return true;
    }
    change_sets(limit.index);
  }
  result_.status = PivotingStatus::kPivotLimit;
  return false;
}

}  // namespace stiction

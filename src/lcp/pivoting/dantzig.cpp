#include "lcp/pivoting/dantzig.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "base/error.h"
#include "lcp/pivoting/symmetric_factor.h"

namespace stiction {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kAccuracy = 1e-12;      // of a, relative to b
constexpr double kDependent = 1e-13;     // Schur complement of y = (x, 1), relative to |y|_1^2
constexpr double kClearlyFree = 1e-6;    // Schur complement that needs no closer look
constexpr double kIndefinite = 0.01;     // how much of a negative Schur complement counts against that
constexpr double kContradiction = 1e-9;  // b . y of a dependent contact, relative to its terms
constexpr double kNoise = 1e-13;         // of da, relative to |y|_1
constexpr double kTie = 1e-13;           // of steps, relative

enum class Set : char { kIgnored, kClamped, kUnclamped, kRedundant };

class Dantzig {
 public:
  Dantzig(const DantzigProblem& problem, const DantzigOptions& options);
  DantzigResult solve();

 private:
  struct Limit {
    double step = kInfinity;
    int index = -1;
  };

  void scale();
  void reset();
  void clamp_bilaterals();
  bool run(bool careful);  // false: round-off spoilt a sign
  int next() const;
  bool drive(int d);
  bool depends(double pivot) const;
  void find_direction(int d, bool dependent);
  Limit find_limit(int d, double da_d) const;
  void take_step(int d, const Limit& limit);
  void change_sets(int j);
  bool enter(int j);
  void leave(int j);
  bool settle();
  double solve_clamped();
  void refactor();
  bool repair_signs();
  void retire(int d);
  bool refuse(int d);
  double border(int j);
  void product(const VecX& f, int other, VecX& a);
  double tolerance() const { return kAccuracy * size_ + 16 * std::numeric_limits<double>::epsilon() * f_.lpNorm<1>(); }
  bool is_bilateral(int i) const { return i < problem_.bilateral_count; }
  DantzigResult& finish();

  const DantzigProblem& problem_;
  const int n_;
  int max_pivots_;
  MatX A_;      // unit diagonal
  VecX b_;      // scaled likewise
  VecX scale_;  // 1 / sqrt(A_ii); 0: no response, a_i = b_i
  double size_ = 0;
  VecX f_, a_, df_, da_;
  VecX column_, x_;
  std::vector<Set> set_;
  std::vector<int> clamped_;  // C in the factor's order
  std::vector<char> blind_;   // NC whose a cannot change while C only grows
  SymmetricFactor factor_;
  std::int64_t operations_ = 0;
  DantzigResult result_;
};

Dantzig::Dantzig(const DantzigProblem& problem, const DantzigOptions& options)
    : problem_(problem),
      n_(static_cast<int>(problem.b.size())),
      max_pivots_(options.max_pivots > 0 ? options.max_pivots : 100 + 50 * n_),
      factor_(n_) {
  scale();
}

void Dantzig::scale() {
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

void Dantzig::reset() {
  f_ = df_ = da_ = VecX::Zero(n_);
  a_ = b_;
  column_.resize(n_);
  set_.assign(n_, Set::kIgnored);
  blind_.assign(n_, 0);
  clamped_.clear();
  factor_.clear();
}

// a = A f for f that is zero outside of C and `other`. Four columns a pass: the sums stay in registers.
void Dantzig::product(const VecX& f, int other, VecX& a) {
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

double Dantzig::border(int j) {
  const double* row = A_.col(j).data();
  for (std::size_t c = 0; c < clamped_.size(); ++c) column_[c] = row[clamped_[c]];
  return factor_.border(column_, A_(j, j));
}

void Dantzig::clamp_bilaterals() {
  for (int i = 0; i < problem_.bilateral_count; ++i) {
    if (scale_[i] > 0 && border(i) > kAccuracy) {
      factor_.append();
      clamped_.push_back(i);
      set_[i] = Set::kClamped;
    } else {
      set_[i] = Set::kRedundant;
    }
  }
  solve_clamped();
}

// f_C from A_CC f_C = -b_C, and a. Returns the largest |a| on C.
double Dantzig::solve_clamped() {
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

void Dantzig::refactor() {
  ++result_.refactorisations;
  const std::vector<int> members = std::move(clamped_);
  clamped_.clear();
  factor_.clear();
  for (const int i : members) {
    if (border(i) > kAccuracy) {
      factor_.append();
      clamped_.push_back(i);
    } else {
      set_[i] = is_bilateral(i) ? Set::kRedundant : Set::kUnclamped;
    }
  }
}

bool Dantzig::settle() {
  if (solve_clamped() > tolerance()) {
    refactor();
    solve_clamped();
  }
  return repair_signs();
}

// Forces that round-off took below zero are put back there; false if it was more than that.
bool Dantzig::repair_signs() {
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

int Dantzig::next() const {
  int least = -1;
  const double limit = -tolerance();
  for (int i = problem_.bilateral_count; i < n_; ++i) {
    if (set_[i] == Set::kClamped || blind_[i] || !(a_[i] < limit)) continue;
    if (least < 0 || a_[i] < a_[least]) least = i;
  }
  return least;
}

// Is the pivot of y = (x, 1) zero to round-off?
bool Dantzig::depends(double pivot) const {
  const double size = 1 + x_.lpNorm<1>();
  return pivot <= kDependent * size * size;
}

void Dantzig::find_direction(int d, bool dependent) {
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

Dantzig::Limit Dantzig::find_limit(int d, double da_d) const {
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

void Dantzig::take_step(int d, const Limit& limit) {
  if (limit.step <= 0) ++result_.zero_steps;
  f_ += limit.step * df_;
  a_ += limit.step * da_;
  if (limit.index == d || set_[limit.index] == Set::kUnclamped) a_[limit.index] = 0;
  if (set_[limit.index] == Set::kClamped && limit.index != d) f_[limit.index] = 0;
}

bool Dantzig::enter(int j) {
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

void Dantzig::leave(int j) {
  const auto place = std::find(clamped_.begin(), clamped_.end(), j);
  factor_.remove(static_cast<int>(place - clamped_.begin()));
  clamped_.erase(place);
  set_[j] = Set::kUnclamped;
  std::fill(blind_.begin(), blind_.end(), 0);
}

void Dantzig::change_sets(int j) {
  ++result_.pivots;
  if (set_[j] == Set::kClamped) {
    leave(j);
  } else {
    enter(j);
  }
}

// d depends on C, and its a is zero but for round-off: forces may move along df at no cost. f_d goes down until it or
// another one is zero; that one need not be clamped.
void Dantzig::retire(int d) {
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
bool Dantzig::refuse(int d) {
  result_.status = PivotingStatus::kInfeasible;
  result_.certificate = df_.cwiseProduct(scale_);
  if (scale_[d] == 0) result_.certificate[d] = 1;
  return false;
}

// false: the end, result_.status says why.
bool Dantzig::drive(int d) {
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
      if (-a_[d] <= kContradiction * terms) {
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

bool Dantzig::run(bool careful) {
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
    if (std::abs(a_[i]) <= kContradiction * terms) continue;
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

DantzigResult& Dantzig::finish() {
  result_.operations = operations_ + factor_.operations();
  result_.f = f_.cwiseProduct(scale_);
  result_.a = problem_.A * result_.f + problem_.b;
  return result_;
}

DantzigResult Dantzig::solve() {
  if (!run(false)) {
    result_ = {};
    run(true);
  }
  return finish();
}

}  // namespace

DantzigResult solve_dantzig(const DantzigProblem& problem, const DantzigOptions& options) {
  if (!problem.A.allFinite() || !problem.b.allFinite()) throw InputError("A or b has entries that are not finite");
  return Dantzig(problem, options).solve();
}

}  // namespace stiction

#include "lcp/lemke.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <random>
#include <utility>
#include <vector>

namespace stiction {
namespace {

constexpr double kPivot = 1e-10;  // least entry that blocks, relative to the largest of its column
constexpr double kTie = 1e-12;    // ratios closer than that are compared lexicographically

// Variables: w_i is i, z_i is n + i, z_0 is 2 n.
class Lemke {
 public:
  Lemke(const MatX& M, const VecX& q, const LemkeOptions& options, int attempt);
  LemkeResult solve();

 private:
  void scale(const MatX& M, const VecX& q);
  VecX column(int variable) const;  // in w - M z - d z_0 = q
  int complement(int variable) const { return variable < n_ ? n_ + variable : variable - n_; }
  int choose_row(const VecX& direction);
  bool before(int i, int j, const VecX& direction) const;  // lexicographically
  void pivot(int row, int entering, const VecX& direction);
  void refresh();
  int first_row() const;
  void read(LemkeResult& result) const;

  const int n_;
  const LemkeOptions options_;
  MatX M_;
  VecX q_, row_scale_, column_scale_;
  VecX cover_;              // d
  std::vector<int> basis_;  // variable of every row
  MatX inverse_;            // B^-1
  VecX values_;             // B^-1 q
  int ties_ = 0;
};

Lemke::Lemke(const MatX& M, const VecX& q, const LemkeOptions& options, int attempt)
    : n_(static_cast<int>(q.size())), options_(options), cover_(VecX::Ones(n_)) {
  scale(M, q);
  std::minstd_rand random(attempt);
  for (int i = 0; i < n_ && attempt > 0; ++i) cover_[i] += static_cast<double>(random() % 1024) / 1024;
  inverse_ = MatX::Identity(n_, n_);
  values_ = q_;
  basis_.resize(n_);
  for (int i = 0; i < n_; ++i) basis_[i] = i;
}

// Rows and columns in turn, twice, by the square roots of their largest entries.
void Lemke::scale(const MatX& M, const VecX& q) {
  row_scale_ = column_scale_ = VecX::Ones(n_);
  M_ = M;
  for (int pass = 0; pass < 2; ++pass) {
    for (int i = 0; i < n_; ++i) {
      const double row = M_.row(i).lpNorm<Eigen::Infinity>(), column = M_.col(i).lpNorm<Eigen::Infinity>();
      const double r = row > 0 ? 1 / std::sqrt(row) : 1.0, c = column > 0 ? 1 / std::sqrt(column) : 1.0;
      M_.row(i) *= r;
      M_.col(i) *= c;
      row_scale_[i] *= r;
      column_scale_[i] *= c;
    }
  }
  q_ = row_scale_.cwiseProduct(q);
}

VecX Lemke::column(int variable) const {
  if (variable < n_) return VecX::Unit(n_, variable);
  if (variable < 2 * n_) return -M_.col(variable - n_);
  return -cover_;
}

bool Lemke::before(int i, int j, const VecX& direction) const {
  for (int k = 0; k < n_; ++k) {
    const double left = inverse_(i, k) / direction[i], right = inverse_(j, k) / direction[j];
    if (left != right) return left < right;
  }
  return i < j;
}

// The row whose variable reaches zero first, -1: none. z_0 goes first among equals: then the problem is solved.
int Lemke::choose_row(const VecX& direction) {
  const double least_pivot = kPivot * direction.lpNorm<Eigen::Infinity>();
  double least = 0;
  int best = -1;
  const double size = kTie * (values_.lpNorm<Eigen::Infinity>() + 1e-300);
  for (int i = 0; i < n_; ++i) {
    if (direction[i] <= least_pivot) continue;
    const double ratio = std::max(values_[i], 0.0) / direction[i];
    if (best < 0) {
      best = i;
      least = ratio;
      continue;
    }
    const double tie = size / std::min(direction[i], direction[best]);
    if (ratio > least + tie) continue;
    if (ratio >= least - tie) {
      ++ties_;
      if (basis_[best] == 2 * n_ || (basis_[i] != 2 * n_ && !before(i, best, direction))) continue;
    }
    best = i;
    least = std::min(ratio, least);
  }
  return best;
}

void Lemke::pivot(int row, int entering, const VecX& direction) {
  basis_[row] = entering;
  inverse_.row(row) /= direction[row];
  values_[row] /= direction[row];
  for (int i = 0; i < n_; ++i) {
    if (i == row || direction[i] == 0) continue;
    inverse_.row(i) -= direction[i] * inverse_.row(row);
    values_[i] -= direction[i] * values_[row];
  }
}

void Lemke::refresh() {
  MatX B(n_, n_);
  for (int i = 0; i < n_; ++i) B.col(i) = column(basis_[i]);
  inverse_ = B.partialPivLu().inverse();
  values_ = inverse_ * q_;
}

// The row of the most negative q / d, lexicographically (q, identity).
int Lemke::first_row() const {
  int row = 0;
  for (int i = 1; i < n_; ++i) {
    if (values_[i] / cover_[i] <= values_[row] / cover_[row]) row = i;
  }
  return row;
}

void Lemke::read(LemkeResult& result) const {
  VecX z = VecX::Zero(n_);
  for (int i = 0; i < n_; ++i) {
    if (basis_[i] >= n_ && basis_[i] < 2 * n_) z[basis_[i] - n_] = std::max(values_[i], 0.0);
  }
  const VecX w = M_ * z + q_;
  const double size = q_.size() > 0 ? std::max(q_.lpNorm<Eigen::Infinity>(), 1e-300) : 1.0;
  result.residual = n_ > 0 ? z.cwiseMin(w).lpNorm<Eigen::Infinity>() / size : 0.0;
  result.z = z.cwiseProduct(column_scale_);
  result.w = w.cwiseQuotient(row_scale_);
}

LemkeResult Lemke::solve() {
  LemkeResult result;
  const int most = options_.max_pivots > 0 ? options_.max_pivots : 100 + 20 * n_;
  bool solved = n_ == 0 || q_.minCoeff() >= 0;
  int row = solved ? -1 : first_row();
  int entering = 2 * n_;
  while (!solved && result.pivots < most) {
    if (options_.stop && options_.stop()) {
      result.status = PivotingStatus::kStopped;
      break;
    }
    const VecX direction = inverse_ * column(entering);
    if (entering != 2 * n_) row = choose_row(direction);
    if (row < 0) {
      result.status = PivotingStatus::kUnboundedRay;
      break;
    }
    const int leaving = basis_[row];
    pivot(row, entering, direction);
    ++result.pivots;
    if (options_.refresh > 0 && result.pivots % options_.refresh == 0) refresh();
    solved = leaving == 2 * n_;
    if (!solved) entering = complement(leaving);
  }
  if (result.pivots > 0) refresh();
  read(result);
  result.ties = ties_;
  if (solved && result.residual <= options_.tolerance) result.status = PivotingStatus::kSolved;
  return result;
}

}  // namespace

LemkeResult solve_lemke(const MatX& M, const VecX& q, const LemkeOptions& options) {
  LemkeResult total;
  for (int attempt = 0; attempt < options.max_attempts; ++attempt) {
    LemkeResult result = Lemke(M, q, options, attempt).solve();
    const int pivots = total.pivots + result.pivots, ties = total.ties + result.ties;
    const bool solved = result.status == PivotingStatus::kSolved, stopped = result.status == PivotingStatus::kStopped;
    // Without an answer: the least wrong one. A cut short one is worth less than those that came to an end.
    if (attempt == 0 || solved || result.residual < total.residual) total = std::move(result);
    if (stopped) total.status = PivotingStatus::kStopped;
    total.attempts = attempt + 1;
    total.pivots = pivots;
    total.ties = ties;
    if (total.status == PivotingStatus::kSolved || total.status == PivotingStatus::kStopped) break;
  }
  return total;
}

}  // namespace stiction

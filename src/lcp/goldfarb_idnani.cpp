#include "lcp/goldfarb_idnani.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

namespace stiction {
namespace {

constexpr double kDependent = 1e-11;     // sine of the angle to span(A) below which a normal counts as dependent
constexpr double kContradiction = 1e-9;  // relative violation of a dependent constraint that proves infeasibility
constexpr double kPivot = 1e-11;         // smallest share r_j |c_j| / |c| that may block
constexpr int kFreeSettles = 3;          // returns from the final check before the tolerance is loosened

}  // namespace

QpSolver::QpSolver(MatX G, MatX C, int equality_count, const QpOptions& options)
    : G_(std::move(G)), C_(std::move(C)), equality_count_(equality_count), options_(options), factor_(G_) {
  assert(G_.rows() == G_.cols() && (C_.cols() == 0 || C_.rows() == G_.rows()) && equality_count_ <= C_.cols());
  scale_.resize(C_.cols());
  if (!factor_.positive_definite()) return;
  for (Eigen::Index i = 0; i < C_.cols(); ++i) scale_[i] = factor_.dual_norm(C_.col(i));
}

void QpSolver::forget_active_set() {
  factor_.clear();
  active_.clear();
}

QpResult QpSolver::solve(const VecX& a, const VecX& b) {
  QpResult result;
  if (!factor_.positive_definite()) return result;
  assert(a.size() == G_.rows() && b.size() == C_.cols());
  a_ = a;
  b_ = b;
  const int n = static_cast<int>(a.size());
  max_iterations_ = options_.max_iterations > 0 ? options_.max_iterations : 100 + 20 * (n + static_cast<int>(b.size()));
  tolerance_ = options_.tolerance;
  iterations_ = changes_ = 0;
  settled_at_ = -1;
  const std::int64_t operations = factor_.operations();
  certificate_.resize(0);
  free_size_ = factor_.dual_norm(a_);
  place_.assign(b.size(), Place::kOutside);
  for (const Active& c : active_) place_[c.index] = Place::kActive;
  settle();

  result.status = QpStatus::kOptimal;
  for (int settles = 0;;) {
    double sigma = 1;
    int worst = most_violated(sigma);
    if (worst < 0) {
      settle();
      worst = most_violated(sigma);
      if (worst < 0) break;
      if (++settles > kFreeSettles) tolerance_ *= 4;
    }
    const Entry entry = enforce(worst, sigma);
    if (entry == Entry::kInfeasible) result.status = QpStatus::kInfeasible;
    if (entry == Entry::kLimit) result.status = QpStatus::kIterationLimit;
    if (result.status != QpStatus::kOptimal) break;
  }
  result.update_operations = factor_.operations() - operations;
  fill(result);
  // What is left after a failure is no S-pair to start from.
  if (result.status != QpStatus::kOptimal) forget_active_set();
  return result;
}

// The constraint farthest from holding in the metric of G, or -1; equalities come first. sigma: the side it is on.
int QpSolver::most_violated(double& sigma) {
  size_ = std::max(size_, factor_.norm(x_));
  const VecX slack = C_.transpose() * x_ - b_;
  int worst = -1;
  double largest = 0;
  for (int i = 0; i < slack.size(); ++i) {
    if (i == equality_count_ && worst >= 0) break;
    if (place_[i] != Place::kOutside) continue;
    const double violation = is_equality(i) ? std::abs(slack[i]) : -slack[i];
    if (!(violation > tolerance_ * (scale_[i] * size_ + std::abs(b_[i])))) continue;
    // A zero normal that asks for the impossible is the worst there can be.
    const double distance = scale_[i] > 0 ? violation / scale_[i] : std::numeric_limits<double>::infinity();
    if (distance <= largest) continue;
    largest = distance;
    worst = i;
    sigma = is_equality(i) && slack[i] > 0 ? -1 : 1;
  }
  return worst;
}

// Takes a violated constraint into A, dropping what blocks it.
QpSolver::Entry QpSolver::enforce(int index, double sigma) {
  const VecX normal = sigma * C_.col(index);
  const double noise = factor_.noise() * normal.norm();
  double u = 0;
  while (iterations_ < max_iterations_) {
    ++iterations_;
    const int q = factor_.size();
    VecX d = factor_.transform(normal);  // (1)
    const double d2 = d.tail(d.size() - q).norm();
    const bool dependent = d2 <= std::max(kDependent * scale_[index], noise);
    const VecX r = factor_.solve_R(d.head(q));
    const double slack = normal.dot(x_) - sigma * b_[index];
    if (settled_at_ == changes_ && -slack <= noise_ * d2) return tolerate(index);
    const Blocking blocking = find_blocking(r, scale_[index]);
    if (dependent && blocking.position < 0) return judge_contradiction(index, sigma, r);

    // (3), (4)
    const double full = dependent ? 0 : std::max(0.0, -slack) / (d2 * d2);
    const bool enters = !dependent && (blocking.position < 0 || full <= blocking.t);
    const double t = enters ? full : blocking.t;
    if (!dependent) x_ += t * factor_.kernel(d);
    for (int j = 0; j < q; ++j) {
      active_[j].u -= t * r[j];
      if (!is_equality(active_[j].index)) active_[j].u = std::max(0.0, active_[j].u);
    }
    u += t;
    if (enters) {
      factor_.add(d);
      active_.push_back({index, sigma, u});
      place_[index] = Place::kActive;
      ++changes_;
      return Entry::kEntered;
    }
    drop(blocking.position);
  }
  return Entry::kLimit;
}

// (2): t1 and who decides it: of all that reach zero together, the one with the largest share in the new normal.
QpSolver::Blocking QpSolver::find_blocking(const VecX& r, double scale) const {
  Blocking found;
  double shortest = std::numeric_limits<double>::infinity();
  const auto blocks = [&](int j) {
    return !is_equality(active_[j].index) && r[j] * scale_[active_[j].index] > kPivot * scale;
  };
  for (int j = 0; j < r.size(); ++j) {
    if (blocks(j)) shortest = std::min(shortest, active_[j].u / r[j]);
  }
  double best = 0;
  for (int j = 0; j < r.size(); ++j) {
    if (!blocks(j) || active_[j].u / r[j] > shortest * (1 + 1e-12)) continue;
    const double share = r[j] * scale_[active_[j].index];
    if (share > best) {
      best = share;
      found = {j, shortest};
    }
  }
  return found;
}

// sigma c_i = N r with r_j <= 0 for the inequalities of A: y = (sigma for i, -r for A) proves by C y = 0, b . y > 0
// that the constraint cannot be met together with A, if b . y is more than the round-off of its terms and of C y
// allows.
QpSolver::Entry QpSolver::judge_contradiction(int index, double sigma, const VecX& r) {
  VecX y = VecX::Zero(b_.size());
  y[index] = sigma;
  for (int j = 0; j < r.size(); ++j) {
    const Active& c = active_[j];
    y[c.index] = c.sigma * (is_equality(c.index) ? -r[j] : std::max(0.0, -r[j]));
  }
  const double noise = kContradiction * y.cwiseAbs().dot(b_.cwiseAbs()) + factor_.dual_norm(C_ * y) * size_;
  if (y.dot(b_) <= noise) return tolerate(index);
  certificate_ = y;
  return Entry::kInfeasible;
}

QpSolver::Entry QpSolver::tolerate(int index) {
  place_[index] = Place::kTolerated;
  return Entry::kTolerated;
}

void QpSolver::drop(int position) {
  place_[active_[position].index] = Place::kOutside;
  active_.erase(active_.begin() + position);
  factor_.remove(position);
  ++changes_;
}

VecX QpSolver::normals_times_u() const {
  VecX sum = VecX::Zero(a_.size());
  for (const Active& c : active_) sum += c.sigma * c.u * C_.col(c.index);
  return sum;
}

// x and u of the set A from its factors:  R^T y = b_A,  x = J1 y - J2 J2^T a,  R u = y + J1^T a.
void QpSolver::refresh() {
  const int q = factor_.size();
  VecX rhs(q);
  for (int j = 0; j < q; ++j) rhs[j] = active_[j].sigma * b_[active_[j].index];
  const VecX y = factor_.solve_R_transposed(rhs);
  const VecX Ja = factor_.transform(a_);
  x_ = factor_.span(y) - factor_.kernel(Ja);
  const VecX u = factor_.solve_R(y + Ja.head(q));
  for (int j = 0; j < q; ++j) active_[j].u = u[j];
}

// One round of iterative refinement of x and u; the same formulas with the residuals of the KKT system on the right.
void QpSolver::refine() {
  const int q = factor_.size();
  const VecX stationarity = G_.selfadjointView<Eigen::Lower>() * x_ + a_ - normals_times_u();
  VecX rhs(q);
  for (int j = 0; j < q; ++j) {
    const Active& c = active_[j];
    rhs[j] = c.sigma * (b_[c.index] - C_.col(c.index).dot(x_));
  }
  const VecX y = factor_.solve_R_transposed(rhs);
  const VecX Js = factor_.transform(stationarity);
  x_ += factor_.span(y) - factor_.kernel(Js);
  const VecX du = factor_.solve_R(y + Js.head(q));
  for (int j = 0; j < q; ++j) active_[j].u += du[j];
}

// The position in A of the most negative multiplier beyond round-off, or -1.
int QpSolver::most_negative() const {
  int found = -1;
  double most = -tolerance_ * (free_size_ + factor_.norm(x_));
  for (std::size_t j = 0; j < active_.size(); ++j) {
    const Active& c = active_[j];
    if (is_equality(c.index) || c.u * scale_[c.index] >= most) continue;
    most = c.u * scale_[c.index];
    found = static_cast<int>(j);
  }
  return found;
}

// An accurate S-pair with A or, where multipliers turn out negative, what is left of A without them.
void QpSolver::settle() {
  for (;;) {
    refresh();
    refine();
    const int leaving = most_negative();
    if (leaving < 0) break;
    drop(leaving);
  }
  for (Active& c : active_) {
    if (!is_equality(c.index)) c.u = std::max(0.0, c.u);
  }
  noise_ = 4 * std::numeric_limits<double>::epsilon() * factor_.kernel_size() * (a_.norm() + (G_ * x_).norm());
  size_ = factor_.norm(x_);
  if (changes_ != settled_at_) std::replace(place_.begin(), place_.end(), Place::kTolerated, Place::kOutside);
  settled_at_ = changes_;
}

void QpSolver::fill(QpResult& result) const {
  result.x = x_;
  result.multipliers = VecX::Zero(b_.size());
  for (const Active& c : active_) result.multipliers[c.index] = c.sigma * c.u;
  result.objective = 0.5 * x_.dot(G_.selfadjointView<Eigen::Lower>() * x_) + a_.dot(x_);
  result.iterations = iterations_;
  result.changes = changes_;
  result.certificate = certificate_;
}

QpResult solve_qp(const QpProblem& problem, const QpOptions& options) {
  return QpSolver(problem.G, problem.C, problem.equality_count, options).solve(problem.a, problem.b);
}

}  // namespace stiction

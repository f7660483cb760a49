#include "recorded/contact_space_law.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "contact/projections.h"
#include "recorded/recorded_error.h"

namespace stiction {
namespace {

constexpr int kRefinements = 3;
constexpr double kRefined = 1e-14;  // relative residual at which refinement ends
constexpr double kWorthWhile = 0.5;

Vec3 segment(const double* v, int contact) {
  return Eigen::Map<const Vec3>(v + 3 * static_cast<std::size_t>(contact));
}

}  // namespace

ContactSpaceLaw::ContactSpaceLaw(const RecordedProblem& problem, const std::vector<int>& contacts, double allowed)
    : allowed_(allowed) {
  const int dimension = problem.dimension;
  double q_squared = 0;
  q_.assign(3 * contacts.size(), 0.0);
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    mu_.push_back(problem.mu[contacts[c]]);
    scale_.push_back(1 / std::sqrt(natural_step(problem, contacts[c])));
    for (int k = 0; k < dimension; ++k) q_[3 * c + k] = problem.q[dimension * contacts[c] + k] / scale_[c];
    q_squared += segment(q_.data(), static_cast<int>(c)).squaredNorm();
  }
  recorded_mu_ = mu_;
  denominator_ = std::sqrt(q_squared);
  couple(problem, contacts);
  connect();
  for (auto* v : {&right_side_, &residual_, &best_, &w_}) v->resize(q_.size());
}

void ContactSpaceLaw::couple(const RecordedProblem& problem, const std::vector<int>& contacts) {
  const int dimension = problem.dimension;
  const auto local = [&](Eigen::Index contact) {
    return static_cast<int>(std::lower_bound(contacts.begin(), contacts.end(), contact) - contacts.begin());
  };
  std::vector<std::map<int, Mat3>> rows(contacts.size());
  for (std::size_t j = 0; j < contacts.size(); ++j) {
    rows[j].try_emplace(static_cast<int>(j), Mat3::Zero());
    for (int k = 0; k < dimension; ++k) {
      for (SparseMatrix::InnerIterator it(problem.W, dimension * contacts[j] + k); it; ++it) {
        const int i = local(it.row() / dimension);
        const int column = static_cast<int>(j);
        rows[j].try_emplace(i, Mat3::Zero());  // the pattern is symmetric
        Mat3& block = rows[i].try_emplace(column, Mat3::Zero()).first->second;
        block(it.row() % dimension, k) = it.value() / (scale_[i] * scale_[j]);
      }
    }
  }
  for (const auto& row : rows) {
    row_begin_.push_back(static_cast<int>(couplings_.size()));
    for (const auto& [column, block] : row) couplings_.push_back({column, block, nullptr});
  }
  row_begin_.push_back(static_cast<int>(couplings_.size()));
}

void ContactSpaceLaw::connect() {
  std::vector<std::pair<int, int>> edges;
  for (int i = 0; i < contact_count(); ++i)
    for (int k = row_begin_[i]; k < row_begin_[i + 1]; ++k)
      if (couplings_[k].column < i) edges.emplace_back(i, couplings_[k].column);
  lu_.analyze(contact_count(), edges);
  for (int i = 0; i < contact_count(); ++i)
    for (int k = row_begin_[i]; k < row_begin_[i + 1]; ++k) couplings_[k].target = lu_.block(i, couplings_[k].column);
}

void ContactSpaceLaw::set_friction_factor(double factor) {
  for (std::size_t c = 0; c < mu_.size(); ++c) mu_[c] = factor * recorded_mu_[c];
}

void ContactSpaceLaw::accumulate(const double* z, double* x) const {
  for (int i = 0; i < velocity_size(); ++i) x[i] += z[i];
}

void ContactSpaceLaw::apply_transposed(const double* x, double* out) const {
  for (int i = 0; i < contact_count(); ++i) {
    Vec3 sum = Vec3::Zero();
    for (int k = row_begin_[i]; k < row_begin_[i + 1]; ++k)
      sum.noalias() += couplings_[k].W * segment(x, couplings_[k].column);
    Eigen::Map<Vec3>(out + 3 * static_cast<std::size_t>(i)) = sum;
  }
}

double ContactSpaceLaw::natural_map(const double* z, const double* u) const {
  double sum = 0;
  for (int c = 0; c < contact_count(); ++c) sum += natural_map_squared(0, mu_[c], 1, z + 3 * c, u + 3 * c);
  return denominator_ > 0 ? std::sqrt(sum) / denominator_ : 0;
}

double ContactSpaceLaw::signorini(const double* z, const double* u) const {
  double worst = 0;
  for (int c = 0; c < contact_count(); ++c) worst = std::max(worst, std::abs(signorini_map(1, z[3 * c], u[3 * c])));
  return denominator_ > 0 ? worst / denominator_ : 0;
}

double ContactSpaceLaw::recorded_map(const double* z, const double* u) const {
  double sum = 0;
  for (int c = 0; c < contact_count(); ++c) {
    const Vec3 r_c = segment(z, c) / scale_[c], u_c = segment(u, c) * scale_[c];
    sum += natural_map_squared(0, mu_[c], 1, r_c.data(), u_c.data());
  }
  return std::sqrt(sum);
}

bool ContactSpaceLaw::factorize(const std::vector<Mat3>& D) {
  D_ = D;
  lu_.set_identity();
  for (int i = 0; i < contact_count(); ++i) {
    for (int k = row_begin_[i]; k < row_begin_[i + 1]; ++k)
      Eigen::Map<Mat3>(couplings_[k].target).noalias() += D[i] * couplings_[k].W;
  }
  return lu_.factorize();
}

double ContactSpaceLaw::residual(const double* x) {
  apply_transposed(x, w_.data());
  double sum = 0;
  for (int c = 0; c < contact_count(); ++c) {
    const Vec3 left = segment(right_side_.data(), c) - segment(x, c) - D_[c] * segment(w_.data(), c);
    Eigen::Map<Vec3>(residual_.data() + 3 * static_cast<std::size_t>(c)) = left;
    sum += left.squaredNorm();
  }
  return std::sqrt(sum);
}

void ContactSpaceLaw::solve(double* x) {
  const std::size_t size = right_side_.size();
  std::copy(x, x + size, right_side_.begin());
  const double enough = kRefined * Eigen::Map<const VecX>(x, static_cast<Eigen::Index>(size)).norm();
  lu_.solve(x);
  double left = residual(x);
  for (int round = 0; round < kRefinements && left > enough; ++round) {
    std::copy(x, x + size, best_.begin());
    lu_.solve(residual_.data());
    for (std::size_t i = 0; i < size; ++i) x[i] += residual_[i];
    const double before = left;
    left = residual(x);
    if (!(left < before)) std::copy(best_.begin(), best_.end(), x);
    if (!(left < kWorthWhile * before)) break;
  }
}

}  // namespace stiction

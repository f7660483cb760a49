#include "recorded/contact_space_law.h"

#include <algorithm>
#include <cmath>

#include "contact/projections.h"
#include "recorded/recorded_error.h"

namespace stiction {
namespace {

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
  matrix_ = make_contact_matrix(problem, contacts, scale_);
}

void ContactSpaceLaw::set_friction_factor(double factor) {
  for (std::size_t c = 0; c < mu_.size(); ++c) mu_[c] = factor * recorded_mu_[c];
}

void ContactSpaceLaw::accumulate(const double* z, double* x) const {
  for (int i = 0; i < velocity_size(); ++i) x[i] += z[i];
}

void ContactSpaceLaw::velocity_as_recorded(const double* z, double* u) const {
  matrix_->multiply_as_recorded(z, u);
  for (std::size_t i = 0; i < q_.size(); ++i) u[i] += q_[i];
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

}  // namespace stiction

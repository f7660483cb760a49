#include "solvers/staggered/alart_curnier.h"

#include <Eigen/SparseLU>
#include <algorithm>
#include <cmath>

#include "contact/projections.h"

namespace stiction {
namespace {

constexpr int kMaxOuter = 40;
constexpr int kMaxNewton = 15;

void project(double mu, const double y[3], double p[3]) {
  p[0] = std::max(y[0], 0.0);
  project_disk(mu * p[0], y + 1, p + 1);
}

// Column-major 3x3, unsymmetric: the tangential part depends on y_n through the radius.
void derivative(double mu, const double y[3], double d[9]) {
  std::fill(d, d + 9, 0.0);
  const double radius = mu * std::max(y[0], 0.0), length = std::hypot(y[1], y[2]);
  double t[4];
  disk_derivative(radius, y + 1, t);
  d[0] = y[0] > 0 ? 1 : 0;
  d[4] = t[0], d[5] = t[1], d[7] = t[2], d[8] = t[3];
  if (y[0] > 0 && length > radius) {
    d[1] = mu * y[1] / length;
    d[2] = mu * y[2] / length;
  }
}

}  // namespace

// y, p, u and the gradient x - A p at x.
void AlartCurnierNewton::evaluate(const Island& island, double rho, const std::vector<double>& x) {
  island.apply_transposed(0, 3, x.data(), u_.data());
  for (int c = 0; c < island.contact_count(); ++c) {
    for (int k = 3 * c; k < 3 * c + 3; ++k) y_[k] = z_[k] - rho * (u_[k] + island.q[k]);
    project(island.mu[c], &y_[3 * c], &p_[3 * c]);
  }
  for (double& p : p_) p = -p;
  gradient_ = x;
  island.accumulate(0, 3, p_.data(), gradient_.data());
  for (double& p : p_) p = -p;
  gradient_norm_ = std::sqrt(Eigen::Map<VecX>(gradient_.data(), island.velocity_size()).squaredNorm());
}

bool AlartCurnierNewton::solve_direction(const Island& island, double rho) {
  constexpr int kColumn = Island::kColumn;
  const int size = 6 * island.body_count();
  std::vector<Eigen::Triplet<double>> triplets;
  for (int i = 0; i < size; ++i) triplets.emplace_back(i, i, 1.0);
  for (int c = 0; c < island.contact_count(); ++c) {
    double d[9];
    derivative(island.mu[c], &y_[3 * c], d);
    if (std::all_of(d, d + 9, [](double v) { return v == 0; })) continue;
    const Eigen::Map<const Eigen::Matrix<double, kColumn, 3>> A(&island.A[static_cast<std::size_t>(c) * Island::kContact]);
    const Eigen::Matrix<double, kColumn, kColumn> S = rho * A * Eigen::Map<const Mat3>(d) * A.transpose();
    const int sides[2] = {island.side_a[c], island.side_b[c]};
    for (int j = 0; j < kColumn; ++j) {
      for (int i = 0; i < kColumn; ++i) {
        const int row = 6 * sides[i / 6] + i % 6, column = 6 * sides[j / 6] + j % 6;
        if (row < size && column < size) triplets.emplace_back(row, column, S(i, j));
      }
    }
  }
  Eigen::SparseMatrix<double> jacobian(size, size);
  jacobian.setFromTriplets(triplets.begin(), triplets.end());
  Eigen::SparseLU<Eigen::SparseMatrix<double>> lu(jacobian);
  if (lu.info() != Eigen::Success) return false;
  const VecX step = lu.solve(-Eigen::Map<VecX>(gradient_.data(), size));
  if (!step.allFinite()) return false;
  std::copy(step.data(), step.data() + size, direction_.begin());
  return true;
}

bool AlartCurnierNewton::inner(const Island& island, double rho, double target) {
  evaluate(island, rho, x_);
  for (int step = 0; step < kMaxNewton && gradient_norm_ > target; ++step) {
    const double last = gradient_norm_;
    if (!solve_direction(island, rho)) return false;
    double t = 1;
    do {
      for (std::size_t i = 0; i < x_.size(); ++i) trial_[i] = x_[i] + t * direction_[i];
      evaluate(island, rho, trial_);
      t *= 0.5;
    } while (gradient_norm_ > (1 - 1e-4 * t) * last && t > 1e-3);
    if (gradient_norm_ >= last) {
      evaluate(island, rho, x_);
      return false;
    }
    x_ = trial_;
  }
  return gradient_norm_ <= target;
}

void AlartCurnierNewton::polish(const Island& island, Iterate& it) {
  it.get_impulse(z_);
  for (auto* v : {&u_, &y_, &p_}) v->resize(z_.size());
  x_.assign(island.velocity_size(), 0.0);
  island.accumulate(0, 3, z_.data(), x_.data());
  trial_ = direction_ = x_;
  std::fill(direction_.begin(), direction_.end(), 0.0);
  double rho = 100;
  for (int outer = 0; outer < kMaxOuter && rho > 1e-2; ++outer) {
    const std::vector<double> x_before = x_;
    if (!inner(island, rho, 1e-11 * island.denominator)) {
      x_ = x_before;
      rho *= 0.1;
      continue;
    }
    double moved = 0;
    for (std::size_t k = 0; k < z_.size(); ++k) moved += (z_[k] - p_[k]) * (z_[k] - p_[k]);
    z_ = p_;
    if (std::sqrt(moved) <= 1e-10 * island.denominator) break;
    rho = std::min(3 * rho, 1e4);
  }
  it.set_impulse(island, z_);
}

}  // namespace stiction

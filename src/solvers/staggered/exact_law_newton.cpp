#include "solvers/staggered/exact_law_newton.h"

#include <algorithm>
#include <cmath>

#include "contact/projections.h"

namespace stiction {
namespace {

constexpr int kMaxOuter = 200;
constexpr int kMaxNewton = 12;
constexpr int kMaxSystems = 400;
constexpr double kRhoStart = 100, kRhoLeast = 0.1, kRhoMost = 1e8;

double norm(const std::vector<double>& v) {
  return Eigen::Map<const VecX>(v.data(), static_cast<Eigen::Index>(v.size())).norm();
}

// P'(y) D(u) of one contact (3).
Mat3 law_derivative(int samples, double mu, const double* y, const double* u) {
  double d[9];
  if (samples == 0) {
    cone_derivative(mu, y, d);
  } else {
    polygon_cone_derivative(samples, mu, y, d);
  }
  Mat3 derivative = Eigen::Map<const Mat3>(d);
  // A sticking contact (y inside the cone) ends at u_t = 0, the kink of |u_t|: its shift is left out of the
  // derivative, which has the same root and does not chatter.
  const bool sticking = derivative == Mat3::Identity();
  const double length = std::hypot(u[1], u[2]);
  if (length > 0 && !sticking) {
    Vec2 t(u[1] / length, u[2] / length);
    if (samples > 0) {
      const double width = 2 * M_PI / samples, corner = std::round(std::atan2(-u[2], -u[1]) / width) * width;
      t = -Vec2(std::cos(corner), std::sin(corner));
    }
    derivative.rightCols<2>() += mu * derivative.col(0) * t.transpose();
  }
  return derivative;
}

}  // namespace

double ExactLawNewton::evaluate(const Island& island, double rho, const std::vector<double>& x) {
  const int samples = island.friction_set.samples;
  island.apply_transposed(0, 3, x.data(), u_.data());
  for (int c = 0; c < island.contact_count(); ++c) {
    double* u = &u_[3 * static_cast<std::size_t>(c)];
    double* y = &y_[3 * static_cast<std::size_t>(c)];
    for (int k = 0; k < 3; ++k) u[k] += island.q[3 * static_cast<std::size_t>(c) + k];
    const double shift = island.mu[c] * support_function(samples, -u[1], -u[2]);
    for (int k = 0; k < 3; ++k) y[k] = z_[3 * static_cast<std::size_t>(c) + k] - rho * (u[k] + (k == 0 ? shift : 0));
    project_declared_cone(samples, island.mu[c], y, &p_[3 * static_cast<std::size_t>(c)]);
  }
  for (double& p : p_) p = -p;
  gradient_ = x;
  island.accumulate(0, 3, p_.data(), gradient_.data());
  for (double& p : p_) p = -p;
  return norm(gradient_);
}

bool ExactLawNewton::newton_direction(const Island& island, double rho) {
  using Columns = Eigen::Matrix<double, Island::kColumn, 3>;
  const int bodies = island.body_count();
  lu_.set_identity();
  for (int g = 0; g < island.group_count(); ++g) {
    Eigen::Matrix<double, Island::kColumn, Island::kColumn> sum;
    sum.setZero();
    for (int c = island.group_begin[g]; c < island.group_begin[g + 1]; ++c) {
      const std::size_t row = 3 * static_cast<std::size_t>(c);
      const Mat3 derivative = law_derivative(island.friction_set.samples, island.mu[c], &y_[row], &u_[row]);
      const Eigen::Map<const Columns> A(&island.A[static_cast<std::size_t>(c) * Island::kContact]);
      sum.noalias() += (rho * A * derivative) * A.transpose();
    }
    const int a = island.side_a[island.group_begin[g]], b = island.side_b[island.group_begin[g]];
    if (a < bodies) lu_.add(a, a, sum.topLeftCorner<6, 6>());
    if (b < bodies) lu_.add(b, b, sum.bottomRightCorner<6, 6>());
    if (a < bodies && b < bodies) {
      lu_.add(a, b, sum.topRightCorner<6, 6>());
      lu_.add(b, a, sum.bottomLeftCorner<6, 6>());
    }
  }
  ++systems_;
  if (!lu_.factorize()) return false;
  for (std::size_t i = 0; i < direction_.size(); ++i) direction_[i] = -gradient_[i];
  lu_.solve(direction_.data());
  return std::all_of(direction_.begin(), direction_.end(), [](double v) { return std::isfinite(v); });
}

// Newton on (2) at fixed z and rho; false if it fails to reach the target (or round-off, which grows with rho).
bool ExactLawNewton::inner(const Island& island, double rho, double target) {
  double g = evaluate(island, rho, x_);
  const double start = g;
  for (int step = 0; step < kMaxNewton && g > target; ++step) {
    if (!newton_direction(island, rho)) return false;
    double t = 2, trial = g;
    do {
      t *= 0.5;
      for (std::size_t i = 0; i < x_.size(); ++i) trial_[i] = x_[i] + t * direction_[i];
      trial = evaluate(island, rho, trial_);
    } while (!(trial <= (1 - 1e-4 * t) * g) && t > 1e-2);
    const bool at_round_off = g <= 1e-6 * start && trial > 0.3 * g;
    if (!(trial < g)) {
      evaluate(island, rho, x_);
      return at_round_off;
    }
    x_ = trial_;
    g = trial;
    if (at_round_off) return true;
  }
  return g <= target;
}

int ExactLawNewton::polish(const Island& island, double target, const Deadline& deadline, Iterate& it) {
  systems_ = 0;
  island.body_pairs(edges_);
  lu_.analyze(island.body_count(), edges_);
  it.get_impulse(z_);
  for (auto* v : {&u_, &y_, &p_}) v->resize(z_.size());
  x_.assign(island.velocity_size(), 0.0);
  island.accumulate(0, 3, z_.data(), x_.data());
  trial_ = direction_ = x_;
  std::fill(direction_.begin(), direction_.end(), 0.0);
  double rho = kRhoStart, growth = 10;
  for (int outer = 0; outer < kMaxOuter && systems_ < kMaxSystems && rho >= kRhoLeast; ++outer) {
    if (deadline.passed()) break;
    start_x_ = x_;
    if (!inner(island, rho, 0.1 * target)) {
      x_ = start_x_;
      rho *= 0.2;
      growth = 2;  // near the largest rho that works: approach it with care
      continue;
    }
    double moved = 0;
    for (std::size_t k = 0; k < z_.size(); ++k) moved += (z_[k] - p_[k]) * (z_[k] - p_[k]);
    z_ = p_;
    if (std::sqrt(moved) <= target * rho) break;  // natural map at the new z: at most |z - z_last| / rho
    rho = std::min(growth * rho, kRhoMost);
  }
  it.set_impulse(island, z_);
  return systems_;
}

}  // namespace stiction

#include "solvers/staggered/projection_kernel.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "contact/island_loops.h"

namespace stiction {
namespace {

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  return Eigen::Map<const VecX>(a.data(), static_cast<Eigen::Index>(a.size()))
      .dot(Eigen::Map<const VecX>(b.data(), static_cast<Eigen::Index>(b.size())));
}

double norm(const std::vector<double>& a) {
  return std::sqrt(dot(a, a));
}

constexpr double kRhoLimit = 1e9;
// Of impulses and velocities: what their sums are wrong by. In long chains impulses are many times the load.
constexpr double kRoundOff = 16 * std::numeric_limits<double>::epsilon();

}  // namespace

// One call of the kernel. Names follow the header's equations.
template <class Set>
struct ProjectionKernel::Run {
  ProjectionKernel& k;
  const Island& island;
  const Set& set;
  const double* q;
  double* z;
  const KernelOptions& options;
  KernelResult result{};
  static constexpr int kCount = Set::kCount;
  int n = island.contact_count();
  double rho = 0;
  double tolerance = 0;  // the wanted one, or what round-off allows

  void resize() {
    const std::size_t rows = static_cast<std::size_t>(n) * kCount;
    for (auto* v : {&k.u_, &k.du_, &k.y_, &k.p_}) v->resize(rows);
    k.derivative_.resize(rows * kCount);
    for (auto* v : {&k.velocity_, &k.direction_, &k.gradient_}) v->resize(island.velocity_size());
  }

  // x = A z, u = A^T x + q.
  void velocity_of_z() {
    std::fill(k.velocity_.begin(), k.velocity_.end(), 0.0);
    island.accumulate(Set::kFirst, kCount, z, k.velocity_.data());
    refresh_u();
  }
  void refresh_u() {
    island.apply_transposed(Set::kFirst, kCount, k.velocity_.data(), k.u_.data());
    for (std::size_t i = 0; i < k.u_.size(); ++i) k.u_[i] += q[i];
  }

  // |z - P(z - u)|.
  double residual() const {
    return std::sqrt(sum_over_contacts(n, kContactsPerTask, [&](int c) {
      double y[kCount], p[kCount], sum = 0;
      for (int i = 0; i < kCount; ++i) y[i] = z[c * kCount + i] - k.u_[c * kCount + i];
      set.project(c, y, p);
      for (int i = 0; i < kCount; ++i) sum += (z[c * kCount + i] - p[i]) * (z[c * kCount + i] - p[i]);
      return sum;
    }));
  }

  // y = z - rho (u + t du), p = P(y); returns du . p (for the line search).
  double evaluate(double t) {
    return sum_over_contacts(n, kContactsPerTask, [&](int c) {
      double* y = k.y_.data() + c * kCount;
      double* p = k.p_.data() + c * kCount;
      double slope = 0;
      for (int i = 0; i < kCount; ++i) {
        y[i] = z[c * kCount + i] - rho * (k.u_[c * kCount + i] + t * k.du_[c * kCount + i]);
      }
      set.project(c, y, p);
      for (int i = 0; i < kCount; ++i) slope += k.du_[c * kCount + i] * p[i];
      return slope;
    });
  }

  // g = x - A p.
  double gradient_norm() {
    std::fill(k.gradient_.begin(), k.gradient_.end(), 0.0);
    island.accumulate(Set::kFirst, kCount, k.p_.data(), k.gradient_.data());
    for (std::size_t i = 0; i < k.gradient_.size(); ++i) k.gradient_[i] = k.velocity_[i] - k.gradient_[i];
    return norm(k.gradient_);
  }

  // Solves (3) into direction_, du_ = A^T dx. False if the matrix could not be factored.
  bool newton_direction() {
    for_contacts(n, kContactsPerTask, [&](int c) {
      set.derivative(c, k.y_.data() + c * kCount, k.derivative_.data() + c * kCount * kCount);
    });
    if (!k.system_.factorize(island, Set::kFirst, kCount, rho, k.derivative_)) return false;
    for (std::size_t i = 0; i < k.direction_.size(); ++i) k.direction_[i] = -k.gradient_[i];
    k.system_.solve(island, k.direction_.data());
    island.apply_transposed(Set::kFirst, kCount, k.direction_.data(), k.du_.data());
    ++result.newton_steps;
    return true;
  }

  // Step length along the direction by regula falsi on the derivative of the convex merit function; leaves y, p there.
  double line_search() {
    const double c0 = dot(k.direction_, k.velocity_), c1 = dot(k.direction_, k.direction_);
    const double slope0 = dot(k.gradient_, k.direction_);
    const auto slope = [&](double t) { return c0 + t * c1 - evaluate(t); };
    double f = slope(1.0);
    if (std::abs(f) <= 0.3 * std::abs(slope0)) return 1.0;
    double low = 0, f_low = slope0, high = 1, f_high = f;
    while (f_high < 0 && high < 8) {
      low = high, f_low = f_high;
      high *= 2;
      f_high = slope(high);
    }
    double t = high;
    for (int i = 0; i < 20 && f_high > 0; ++i) {
      t = f_high > f_low ? high - f_high * (high - low) / (f_high - f_low) : 0.5 * (low + high);
      t = std::clamp(t, low + 0.05 * (high - low), high - 0.05 * (high - low));
      f = slope(t);
      if (std::abs(f) <= 0.1 * std::abs(slope0)) break;
      (f > 0 ? high : low) = t;
      (f > 0 ? f_high : f_low) = f;
    }
    return t;
  }

  bool out_of_time() {
    result.cut = result.cut || (options.deadline != nullptr && options.deadline->passed());
    return result.cut;
  }

  // Newton on (2) at fixed z and rho until |g| <= target.
  void inner(double target) {
    std::fill(k.du_.begin(), k.du_.end(), 0.0);
    evaluate(0);
    double g = gradient_norm();
    const double start = g;
    for (int step = 0; step < options.max_newton && g > target && result.newton_steps < options.max_systems; ++step) {
      if (out_of_time() || !newton_direction()) break;
      const double t = line_search();
      for (std::size_t i = 0; i < k.velocity_.size(); ++i) k.velocity_[i] += t * k.direction_[i];
      for (std::size_t i = 0; i < k.u_.size(); ++i) k.u_[i] += t * k.du_[i];
      const double last = g;
      g = gradient_norm();
      if (g > 0.9 * last && g <= std::max(1e-9 * start, tolerance)) break;  // round-off reached
    }
  }

  void bound_tolerance() {
    const double impulse = Eigen::Map<const VecX>(z, static_cast<Eigen::Index>(n) * kCount).norm();
    tolerance = std::max(options.tolerance, kRoundOff * (impulse + norm(k.velocity_)));
  }

  KernelResult run(double* x) {
    resize();
    velocity_of_z();
    bound_tolerance();
    result.residual = residual();
    rho = result.residual <= options.near ? options.rho_end : options.rho_start;
    for (int outer = 0; outer < options.max_outer && !(result.residual <= tolerance); ++outer) {
      if (result.newton_steps >= options.max_systems) break;
      const double last = result.residual;
      inner(std::max(0.1 * tolerance, 1e-3 * last));
      std::copy(k.p_.begin(), k.p_.end(), z);
      velocity_of_z();
      bound_tolerance();
      result.residual = residual();
      if (result.cut) break;
      if (rho < options.rho_end) {
        rho = std::min(10 * rho, options.rho_end);
      } else if (result.residual > 0.5 * last) {
        if (result.residual <= options.good_enough || rho >= kRhoLimit) break;
        // A large residual that does not move at all: no feasible point. Stop before z runs away.
        if (result.residual > 0.99 * last && result.residual > options.infeasible) break;
        rho *= 10;
      }
    }
    result.converged = result.residual <= tolerance;
    std::copy(k.velocity_.begin(), k.velocity_.end(), x);
    return result;
  }
};

void ProjectionKernel::prepare(const Island& island, Form form) {
  system_.prepare(island, form);
}

KernelResult ProjectionKernel::solve(const Island& island, const HalfLines& set, const double* q, double* z, double* x,
                                     const KernelOptions& options) {
  return Run<HalfLines>{*this, island, set, q, z, options}.run(x);
}
KernelResult ProjectionKernel::solve(const Island& island, const FrictionDisks& set, const double* q, double* z,
                                     double* x, const KernelOptions& options) {
  return Run<FrictionDisks>{*this, island, set, q, z, options}.run(x);
}
KernelResult ProjectionKernel::solve(const Island& island, const FrictionCones& set, const double* q, double* z,
                                     double* x, const KernelOptions& options) {
  return Run<FrictionCones>{*this, island, set, q, z, options}.run(x);
}

}  // namespace stiction

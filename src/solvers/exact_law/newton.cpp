#include "solvers/exact_law/newton.h"

#include <algorithm>
#include <cmath>

#include "contact/island_loops.h"
#include "contact/projections.h"

namespace stiction {
namespace {

constexpr int kMaxOuter = 200;
constexpr int kMaxNewton = 12;
constexpr double kRhoLeast = 0.1, kRhoMost = 1e8;
constexpr double kGrowth = 10, kCarefulGrowth = 3, kCut = 0.1;
constexpr double kInnerShare = 0.1;   // of the natural map, left by the inner problem
constexpr double kUsefulShare = 0.5;  // with this much left it has still been worth while
constexpr double kSlow = 0.5;
constexpr double kRoundOff = 1e-12;  // of the denominator

// P'(y) D(u) of one contact (3).
Mat3 law_derivative(int samples, double mu, const double* y, const double* u) {
  double d[9];
  if (samples == 0) {
    cone_derivative(mu, y, d);
  } else {
    polygon_cone_derivative(samples, mu, y, d);
  }
  Mat3 derivative = Eigen::Map<const Mat3>(d);
  const double length = std::sqrt(u[1] * u[1] + u[2] * u[2]);
  if (length > 0) {
    Vec2 t(u[1] / length, u[2] / length);
    if (samples != 0) {
      farthest_corner(samples, -u[1], -u[2], t.data());
      t = -t;
    }
    derivative.rightCols<2>() += mu * derivative.col(0) * t.transpose();
  }
  return derivative;
}

}  // namespace

double ExactLawNewton::evaluate(const LawOperator& law, double rho, const std::vector<double>& x) {
  const int samples = law.samples();
  const std::vector<double>&q = law.q(), &mu = law.mu();
  law.apply_transposed(x.data(), u_.data());
  for_contacts(law.contact_count(), kHeavyContactsPerTask, [&](int c) {
    double* u = &u_[3 * static_cast<std::size_t>(c)];
    double* y = &y_[3 * static_cast<std::size_t>(c)];
    for (int k = 0; k < 3; ++k) u[k] += q[3 * static_cast<std::size_t>(c) + k];
    const double shift = mu[c] * support_function(samples, -u[1], -u[2]);
    for (int k = 0; k < 3; ++k) y[k] = z_[3 * static_cast<std::size_t>(c) + k] - rho * (u[k] + (k == 0 ? shift : 0));
    project_declared_cone(samples, mu[c], y, &p_[3 * static_cast<std::size_t>(c)]);
  });
  gradient_.assign(x.size(), 0.0);
  law.accumulate(p_.data(), gradient_.data());
  for (std::size_t i = 0; i < x.size(); ++i) gradient_[i] = x[i] - gradient_[i];
  return law.norm(gradient_.data());
}

bool ExactLawNewton::newton_direction(LawOperator& law, double rho) {
  for_contacts(law.contact_count(), kHeavyContactsPerTask, [&](int c) {
    const std::size_t row = 3 * static_cast<std::size_t>(c);
    derivative_[c] = rho * law_derivative(law.samples(), law.mu()[c], &y_[row], &u_[row]);
  });
  ++systems_;
  if (!law.factorize(derivative_)) return false;
  for (std::size_t i = 0; i < direction_.size(); ++i) direction_[i] = -gradient_[i];
  law.solve(direction_.data());
  return std::all_of(direction_.begin(), direction_.end(), [](double v) { return std::isfinite(v); });
}

// Newton on (2) at fixed z and rho, down to |g| = target. False if what is left is too much to be useful: more than
// `useful`. (Between the two lies round-off, which grows with rho.)
bool ExactLawNewton::inner(LawOperator& law, double rho, double target, double useful, const Deadline& deadline) {
  double g = evaluate(law, rho, x_);
  for (int step = 0; step < kMaxNewton && g > target; ++step) {
    if (deadline.passed() || !newton_direction(law, rho)) return false;
    double t = 2, trial = g;
    do {
      t *= 0.5;
      for (std::size_t i = 0; i < x_.size(); ++i) trial_[i] = x_[i] + t * direction_[i];
      trial = evaluate(law, rho, trial_);
    } while (!(trial <= (1 - 1e-4 * t) * g) && t > 1e-2);
    if (!(trial < g)) {
      evaluate(law, rho, x_);
      break;
    }
    const bool slow = trial > 0.3 * g && trial <= useful;
    x_ = trial_;
    g = trial;
    if (slow) break;
  }
  return g <= std::max(target, useful);
}

int ExactLawNewton::polish(LawOperator& law, const Goal& goal, const Deadline& deadline, std::vector<double>& z) {
  systems_ = 0;
  best_natural_map_ = residual_(law, z);
  z_ = z;
  derivative_.resize(law.contact_count());
  for (auto* v : {&u_, &y_, &p_}) v->resize(z.size());
  x_ = residual_.velocity();
  trial_ = direction_ = x_;
  std::fill(direction_.begin(), direction_.end(), 0.0);
  double natural_map = best_natural_map_, rho = goal.first_rho, growth = kGrowth;
  bool done = natural_map <= goal.target || law.accepts(z.data(), residual_.u().data());
  for (int outer = 0; outer < kMaxOuter && !done && !deadline.passed(); ++outer) {
    if (systems_ >= goal.max_systems || rho < kRhoLeast) break;
    const double error = natural_map * law.denominator();
    if (inner(law, rho, std::max(kInnerShare * error, kRoundOff * law.denominator()), kUsefulShare * error, deadline)) {
      z_ = p_;
      rho = std::min(growth * rho, kRhoMost);
    } else {
      if (best_natural_map_ <= goal.enough) break;
      rho *= kCut;
      growth = kCarefulGrowth;  // near the largest rho that works: approach it with care
    }
    natural_map = residual_(law, z_);
    x_ = residual_.velocity();
    if (natural_map > kSlow * best_natural_map_ && best_natural_map_ <= goal.enough) break;
    if (natural_map >= best_natural_map_) continue;
    best_natural_map_ = natural_map;
    z = z_;
    done = natural_map <= goal.target || law.accepts(z.data(), residual_.u().data()) ||
           (natural_map <= goal.tolerance && residual_.signorini(law, z) <= goal.signorini);
  }
  return systems_;
}

}  // namespace stiction

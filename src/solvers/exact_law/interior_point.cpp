#include "solvers/exact_law/interior_point.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "contact/island_loops.h"
#include "solvers/exact_law/lorentz_cone.h"

namespace stiction {
namespace {

// sqrt(tau) at the start: this times the start's natural map, at most the mean size of q; per contact.
constexpr double kStart = 30;
constexpr double kFrictionless = 1e-4;  // below this coefficient a contact takes part as a half-line
constexpr double kSmoothing = 0.01;     // eps / sqrt(tau)
constexpr double kCentrality = 0.1;     // least determinant of a contact's pair, relative to tau
constexpr double kFractionToBoundary = 0.99;
constexpr double kLeastSigma = 0.01, kMostSigma = 0.9;
constexpr double kGain = 0.7;
constexpr int kPatience = 8;     // systems without that gain
constexpr int kRunUp = 8;        // systems before patience and folds count
constexpr double kFold = 0.1;    // a shorter step than this means that the path folds back,
constexpr double kInFold = 0.5;  // at the contacts that let no longer step than this pass;
constexpr double kUnbend = 0.7;  // there the derivative of the shift is cut by this factor,
constexpr double kFree = 0.8;    // until a longer step than this shows that the fold is passed;
constexpr double kRecovery = 3;  // then it comes back by this factor a step

Vec3 segment(const std::vector<double>& v, int contact) {
  return Eigen::Map<const Vec3>(&v[3 * static_cast<std::size_t>(contact)]);
}

void set_segment(std::vector<double>& v, int contact, const Vec3& value) {
  std::copy(value.data(), value.data() + 3, &v[3 * static_cast<std::size_t>(contact)]);
}

// (I + e_n t^T) v
Vec3 with_shift(const Vec2& slope, Vec3 v) {
  v[0] += slope.dot(v.tail<2>());
  return v;
}

}  // namespace

void InteriorPoint::start(const LawOperator& law, const std::vector<double>& z) {
  count_ = law.contact_count();
  for (auto* v : {&S_, &Z_, &U_, &dZ_, &dU_, &mismatch_, &centring_}) v->resize(count_);
  for (auto* v : {&W_, &W_inverse_, &H_, &D_}) v->resize(count_);
  slope_.resize(count_);
  slope_share_.assign(count_, 1.0);
  z_.resize(3 * static_cast<std::size_t>(count_));
  w_.resize(z_.size());
  x_.assign(law.velocity_size(), 0.0);
  dx_ = x_;
  best_natural_map_ = residual_(law, z);
  const double size = law.denominator() / std::sqrt(static_cast<double>(count_));
  const double root_tau = size * std::min(kStart * best_natural_map_, 1.0);
  for_contacts(count_, kHeavyContactsPerTask, [&](int c) {
    const double mu = law.mu()[c];
    const bool friction = mu > kFrictionless;
    S_[c] = friction ? Vec3(1 / mu, 1, 1) : Vec3(1, 0, 0);
    const Vec3 S_inverse = friction ? Vec3(mu, 1, 1) : Vec3(1, 0, 0);
    Vec3 U = S_[c].cwiseProduct(segment(residual_.u(), c));
    U[0] += U.tail<2>().norm();
    const lorentz::CentralPair pair(S_inverse.cwiseProduct(segment(z, c)) - U, root_tau * root_tau);
    Z_[c] = pair.z;
    U_[c] = pair.u;
    dZ_[c] = dU_[c] = Vec3::Zero();
  });
  impulse(z_);
  law.accumulate(z_.data(), x_.data());
}

void InteriorPoint::linearize(const LawOperator& law) {
  tau_ = complementarity(0);
  const double eps = kSmoothing * std::sqrt(tau_);
  law.apply_transposed(x_.data(), w_.data());
  for_contacts(count_, kHeavyContactsPerTask, [&](int c) {
    const double length = std::sqrt(U_[c].tail<2>().squaredNorm() + eps * eps);
    slope_[c] = slope_share_[c] * U_[c].tail<2>() / length;
    mismatch_[c] = U_[c] - S_[c].cwiseProduct(segment(w_, c) + segment(law.q(), c));
    mismatch_[c][0] -= length - eps;
    const lorentz::Scaling scaling(Z_[c], U_[c]);
    W_[c] = scaling.W;
    W_inverse_[c] = scaling.W_inverse;
    H_[c].noalias() = scaling.W * scaling.W;
  });
}

bool InteriorPoint::factorize(LawOperator& law) {
  for_contacts(count_, kHeavyContactsPerTask, [&](int c) {
    D_[c] = H_[c];
    D_[c].rightCols<2>() += H_[c].col(0) * slope_[c].transpose();
    D_[c] = (S_[c].asDiagonal() * D_[c] * S_[c].asDiagonal()).eval();
  });
  return law.factorize(D_);
}

void InteriorPoint::direction(LawOperator& law) {
  for_contacts(count_, kHeavyContactsPerTask, [&](int c) {
    const Vec3 impulse = Z_[c] + centring_[c] + H_[c] * with_shift(slope_[c], mismatch_[c]);
    set_segment(w_, c, S_[c].cwiseProduct(impulse));
  });
  for (std::size_t i = 0; i < x_.size(); ++i) dx_[i] = -x_[i];
  law.accumulate(w_.data(), dx_.data());
  law.solve(dx_.data());
  law.apply_transposed(dx_.data(), w_.data());
  for_contacts(count_, kHeavyContactsPerTask, [&](int c) {
    dU_[c] = with_shift(slope_[c], S_[c].cwiseProduct(segment(w_, c)) - mismatch_[c]);
    dZ_[c] = centring_[c] - H_[c] * dU_[c];
  });
}

void InteriorPoint::aim_at_boundary() {
  for_contacts(count_, kContactsPerTask, [&](int c) { centring_[c] = -Z_[c]; });
}

void InteriorPoint::aim_at_centre(double sigma) {
  for_contacts(count_, kHeavyContactsPerTask, [&](int c) {
    const Vec3 second_order = lorentz::product(W_inverse_[c] * dZ_[c], W_[c] * dU_[c]);
    const Vec3 aim = Vec3(sigma * tau_, 0, 0) - second_order;
    centring_[c] = W_[c] * lorentz::quotient(W_[c] * U_[c], aim) - Z_[c];
  });
}

double InteriorPoint::complementarity(double step) const {
  return sum_over_contacts(count_, kContactsPerTask,
                           [&](int c) { return (Z_[c] + step * dZ_[c]).dot(U_[c] + step * dU_[c]); }) /
         count_;
}

double InteriorPoint::step_to_boundary(int contact) const {
  return std::min(lorentz::largest_step(Z_[contact], dZ_[contact]), lorentz::largest_step(U_[contact], dU_[contact]));
}

double InteriorPoint::step_to_boundary() const {
  return least_over_contacts(count_, kHeavyContactsPerTask, std::numeric_limits<double>::infinity(),
                             [&](int c) { return step_to_boundary(c); });
}

void InteriorPoint::unbend() {
  for_contacts(count_, kHeavyContactsPerTask, [&](int c) {
    if (step_to_boundary(c) < kInFold) slope_share_[c] *= kUnbend;
  });
}

void InteriorPoint::straighten() {
  for (double& share : slope_share_) share = std::min(1.0, kRecovery * share);
}

bool InteriorPoint::is_central(double step) const {
  struct Part {
    double least = std::numeric_limits<double>::infinity(), sum = 0;  // least: -1 outside the cones
  };
  const auto part_of = [&](int begin, int end) {
    Part part;
    for (int c = begin; c < end; ++c) {
      const Vec3 Z = Z_[c] + step * dZ_[c], U = U_[c] + step * dU_[c];
      const double z = lorentz::determinant(Z), u = lorentz::determinant(U);
      if (!(z > 0 && u > 0 && Z[0] > 0 && U[0] > 0)) return Part{-1, 0};
      part.least = std::min(part.least, z * u);
      part.sum += Z.dot(U);
    }
    return part;
  };
  const Part all = parallel_reduce(count_, kHeavyContactsPerTask, part_of, [](const Part& a, const Part& b) {
    return Part{std::min(a.least, b.least), a.sum + b.sum};
  });
  return all.least >= 0 && std::sqrt(all.least) >= kCentrality * all.sum / count_;
}

double InteriorPoint::step_inside() const {
  const double most = std::min(1.0, kFractionToBoundary * step_to_boundary());
  double step = most;
  for (int i = 0; i < 20; ++i, step *= 0.8)
    if (is_central(step)) return step;
  return 0.9 * most;  // no central point in sight: go on from where the path is lost
}

void InteriorPoint::take(double step) {
  for_contacts(count_, kHeavyContactsPerTask, [&](int c) {
    Z_[c] += step * dZ_[c];
    U_[c] += step * dU_[c];
  });
  for (std::size_t i = 0; i < x_.size(); ++i) x_[i] += step * dx_[i];
}

void InteriorPoint::impulse(std::vector<double>& z) const {
  for_contacts(count_, kContactsPerTask, [&](int c) { set_segment(z, c, S_[c].cwiseProduct(Z_[c])); });
}

int InteriorPoint::solve(LawOperator& law, double target, int max_systems, const Deadline& deadline,
                         std::vector<double>& z) {
  start(law, z);
  double mark = std::numeric_limits<double>::infinity();
  int age = 0, systems = 0;
  bool folded = false;
  for (; systems < max_systems && age < kPatience && best_natural_map_ > target && !deadline.passed(); ++systems) {
    linearize(law);
    if (!factorize(law)) break;
    aim_at_boundary();
    direction(law);
    const double ratio = complementarity(std::min(1.0, step_to_boundary())) / tau_;
    aim_at_centre(std::clamp(ratio * ratio * ratio, kLeastSigma, kMostSigma));
    direction(law);
    const double step = step_inside();
    if (!std::isfinite(step) || !(step > 0)) break;
    folded = !folded && step < kFold && systems >= kRunUp;
    if (folded) {
      unbend();
      continue;
    }
    take(step);
    if (step > kFree) straighten();
    impulse(z_);
    const double natural_map = residual_(law, z_);
    if (!std::isfinite(natural_map)) break;
    if (natural_map < best_natural_map_) {
      best_natural_map_ = natural_map;
      z = z_;
    }
    age = natural_map < kGain * mark || systems < kRunUp ? 0 : age + 1;
    if (natural_map < kGain * mark) mark = natural_map;
  }
  return systems;
}

}  // namespace stiction

#include "elastic/modal/floating_step.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>

#include "elastic/modal/floating_body.h"
#include "model/model.h"
#include "model/state.h"

namespace stiction {
namespace {

constexpr int kMaxIterations = 60;  // of the fixed point of (2)
constexpr int kMaxLinearisations = 20;
constexpr int kMaxPulls = 5;
constexpr double kMaxPull = 0.05;  // against the modes' momentum, where it adds energy

// I - H E^-1 H^T: the inertia that is left where the modes give way; coupling: E^-1 H^T.
Mat3 rotational_mass(const InertiaAt& at, const MatX& coupling) {
  Mat3 mass = at.I;
  for (Eigen::Index k = 0; k < coupling.rows(); ++k) {
    const Vec3 row = coupling.row(k).transpose();  // of fixed size: the product takes no memory
    mass -= row * at.H.col(k).transpose();
  }
  return mass;
}

}  // namespace

FloatingStep::FloatingStep(const FloatingBody& body) : body_(body) {
  const int modes = body.mode_count();
  start_velocity.resize(6 + modes);
  free_velocity.resize(6 + modes);
  factor = MatX::Zero(6 + modes, 6 + modes);
  coupling_.resize(modes, 3);
  coriolis_.resize(3, modes);
}

void FloatingStep::predict(const Model& model, const Body& body, const BodyState& state, double step) {
  step_ = step;
  center_ = state.center;
  fall_ = step * model.gravity;
  rotation_ = state.rotation;
  axes_ = rotation_.toRotationMatrix();
  q_ = state.deformation;
  u_before_ = state.deformation_rate;
  radius_ = body_.radius_bound(q_);
  at_.set(body_.integrals(), q_);
  inertia_.compute(at_.I);
  u_ = u_before_;
  set_elastic();
  couple();
  const Vec3 w = rotation_.conjugate() * state.angular_velocity, torque = rotation_.conjugate() * body.torque;
  const Vec3 momentum = at_.I * w + at_.H * u_before_;
  pull_ = 0;
  bool settled = solve_kick(momentum, torque, accuracy_.kicks);
  for (int i = 0; i < kMaxLinearisations && linearise_again(); ++i) {
    couple();
    settled = solve_kick(momentum, torque, accuracy_.kicks);
  }
  if (!settled && accuracy_.kicks < kMaxIterations) solve_kick(momentum, torque, kMaxIterations);
  keep_energy(momentum, torque);
  const Vec3 spun = inertia_.solve(momentum + step * torque - at_.H * u_);
  start_velocity << state.velocity, state.angular_velocity, u_before_;
  free_velocity.head<3>() = state.velocity + step * (model.gravity + body.force / body_.integrals().rigid.mass);
  free_velocity.segment<3>(3) = rotation_ * spun;
  free_velocity.tail(u_.size()) = u_;
  set_contact_mass();
  set_factor();
}

void FloatingStep::couple() {
  coupling_ = at_.H.transpose();
  solve_effective(coupling_);
  schur_.compute(rotational_mass(at_, coupling_));
}

// residual_: what (2) lacks at u+ = u_.
void FloatingStep::set_residual(const Vec3& momentum, const Vec3& torque) {
  const double h = step_;
  middle_ = 0.5 * (u_before_ + u_);
  const Vec3 w = inertia_.solve(momentum + 0.5 * h * torque - at_.H * middle_);
  const Sym3 rate = at_.dI * middle_;  // of the inertia
  const Vec3 turned = h * (torque - w.cross(momentum) - full(rate) * w);
  carried_ = u_ - u_before_;
  const Vec3 sped_up = inertia_.solve(turned - at_.H * carried_);
  Sym3 squares;  // of w, against the entries of dI
  squares << w[0] * w[0], w[1] * w[1], w[2] * w[2], 2 * w[0] * w[1], 2 * w[0] * w[2], 2 * w[1] * w[2];
  Eigen::Map<VecX>(coriolis_.data(), 3 * u_.size()).noalias() = body_.integrals().N * middle_;
  residual_ = known_;
  subtract_effective(u_, residual_);
  residual_.noalias() -= at_.H.transpose() * sped_up;
  residual_.noalias() -= 2 * h * (coriolis_.transpose() * w);
  residual_.noalias() += 0.5 * h * (at_.dI.transpose() * squares);
  residual_ -= pull_ * middle_;
}

// The fixed point: each time the residual is taken away by what multiplies u+ in (2) and (3).
bool FloatingStep::solve_kick(const Vec3& momentum, const Vec3& torque, int most_iterations) {
  double last = std::numeric_limits<double>::infinity();
  for (int i = 0; i < most_iterations; ++i) {
    set_residual(momentum, torque);
    carried_ = residual_;
    solve_effective(carried_);
    const Vec3 spun = schur_.solve(Vec3(at_.H * carried_));
    residual_.noalias() += at_.H.transpose() * spun;
    carried_ = residual_;
    solve_effective(carried_);
    u_ += carried_;
    const double change = carried_.norm();
    if (!(change > accuracy_.kick * u_.norm())) return true;
    if (i > 3 && change >= last) return true;  // rounding
    last = change;
  }
  return false;
}

// In the middle of a drift over `step` [s] from the start's configuration; negative: of the one that led there.
double FloatingStep::drift_energy(const VecX& u, const Vec3& momentum, double step) {
  carried_ = q_ + 0.5 * step * u;
  const Mat3 inertia = body_.integrals().inertia(carried_);
  const Vec3 own = at_.H * u;
  const Vec3 w = turn_freely(inertia, own, momentum, step).mean;
  return 0.5 * (w.dot(inertia * w) + 2 * w.dot(own) + u.squaredNorm() + twice_elastic_energy(carried_));
}

// Finds the pull on the modes, along their mean velocity, with which the energy of the drift to come is that of the
// last one, but for damping and torque. Newton's method with the slope of a pull's work.
void FloatingStep::keep_energy(const Vec3& momentum, const Vec3& torque) {
  if (body_.options().gamma > 0.5) return;  // numerical damping is wanted
  const double before = drift_energy(u_before_, momentum, -step_);
  const Vec3 pushed = momentum + step_ * torque;
  for (int i = 0; i < kMaxPulls; ++i) {
    middle_ = 0.5 * (u_before_ + u_);
    const Vec3 w = inertia_.solve(momentum + 0.5 * step_ * torque - at_.H * middle_);
    const double lost = step_ * (damping_power(middle_) - torque.dot(w));
    const double excess = drift_energy(u_, pushed, step_) - before + lost;
    if (!(std::abs(excess) > accuracy_.energy * before)) return;
    const double pull = std::clamp(pull_ + excess / middle_.squaredNorm(), -kMaxPull, most_pull_);
    if (pull == pull_) return;
    pull_ = pull;
    solve_kick(momentum, torque, kMaxIterations);
  }
}

// S^-1 = L L^T by blocks: with C C^T = I - H E^-1 H^T and E^-1 = F F^T,   L = (C^-T, 0; -E^-1 H^T C^-T, F).
void FloatingStep::set_factor() {
  const Eigen::Index modes = u_.size();
  const bool plain = body_.options().metric == ContactMetric::kMass;
  if (plain) {
    coupling_ = at_.H.transpose();
    schur_.compute(rotational_mass(at_, coupling_));
  } else {
    couple();
  }
  const Mat3 inverse = schur_.matrixU().solve(Mat3(Mat3::Identity()));
  coupling_.noalias() = at_.H.transpose() * inverse;
  factor.diagonal().head<3>().setConstant(1 / std::sqrt(body_.integrals().rigid.mass));
  factor.block<3, 3>(3, 3) = axes_ * inverse;
  if (plain) {
    factor.bottomRightCorner(modes, modes).setIdentity();
  } else {
    solve_effective(coupling_);
    set_inverse_root(factor.bottomRightCorner(modes, modes));
  }
  factor.block(6, 3, modes, 3) = -coupling_;
}

void FloatingStep::jacobian(std::size_t i, PointJacobian& jacobian) const {
  const Eigen::Index modes = q_.size();
  const Vec3 arm = points_[i].place - center_;
  const MaterialPoint& point = points_[i].material;
  const auto& corners = body_.surface().triangles[point.triangle];
  const auto weights = point.weights();
  jacobian.resize(3, 6 + modes);
  jacobian.leftCols<3>().setIdentity();
  jacobian.middleCols<3>(3) << 0, arm[2], -arm[1], -arm[2], 0, arm[0], arm[1], -arm[0], 0;
  jacobian.rightCols(modes).setZero();
  for (int c = 0; c < 3; ++c) {
    if (weights[c] == 0) continue;
    const Mat3 R = weights[c] * axes_;
    const double *x = body_.vertex_shapes(corners[c]), *y = x + modes, *z = y + modes;
    double* out = jacobian.data() + 18;
    for (Eigen::Index k = 0; k < modes; ++k, out += 3)
      for (int r = 0; r < 3; ++r) out[r] += (R(r, 0) * x[k] + R(r, 1) * y[k]) + R(r, 2) * z[k];
  }
}

double FloatingStep::gained_speed(const VecX& velocity) const {
  const VecX gained = velocity - start_velocity;
  const double centre = std::min(gained.head<3>().norm(), (gained.head<3>() - fall_).norm());
  return centre + radius_ * gained.segment<3>(3).norm() + body_.speed_bound(gained.tail(q_.size()));
}

bool FloatingStep::point_velocity(const TouchedPoint& point, const VecX& velocity, Vec3& result) const {
  const MaterialPoint& material = point.material;
  const auto& corners = body_.surface().triangles[material.triangle];
  const auto weights = material.weights();
  Vec3 within = Vec3::Zero();
  for (int c = 0; c < 3; ++c) {
    if (weights[c] == 0) continue;
    within += weights[c] * (body_.surface_basis()->middleRows<3>(3 * corners[c]) * velocity.tail(q_.size()));
  }
  result = velocity.head<3>() + Vec3(velocity.segment<3>(3)).cross(point.place - center_) + rotation_ * within;
  return true;
}

bool FloatingStep::surface_motion(const VecX& velocity, SurfaceMotion& motion) const {
  motion.velocity = velocity.head<3>();
  motion.angular_velocity = velocity.segment<3>(3);
  motion.rate = velocity.tail(q_.size());
  return true;
}

void FloatingStep::advance(const VecX& velocity, const VecX& impulse, BodyState& state) {
  u_ = velocity.tail(q_.size());
  const Vec3 w = rotation_.conjugate() * Vec3(velocity.segment<3>(3));
  const Vec3 own = at_.H * u_;  // the same all along the drift, as H(u) u = 0
  const Vec3 momentum = at_.I * w + own;
  middle_ = q_ + 0.5 * step_ * u_;
  const FreeTurn turn = turn_freely(body_.integrals().inertia(middle_), own, momentum, step_);
  state.velocity = velocity.head<3>();
  state.center += step_ * state.velocity;
  state.rotation = (rotation_ * turn.rotation).normalized();
  state.deformation += step_ * u_;
  state.deformation_rate = u_;
  if (!impulse.isZero(0)) limit_rate(state.deformation_rate);
  const Vec3 moved = state.rotation.conjugate() * (rotation_ * momentum);  // L+
  const Mat3 inertia = body_.integrals().inertia(state.deformation);
  const Vec3 kept = at_.H * state.deformation_rate;
  state.angular_velocity = state.rotation * Vec3(inertia.llt().solve(moved - kept));
}

}  // namespace stiction

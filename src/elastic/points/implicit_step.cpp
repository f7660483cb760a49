#include "elastic/points/implicit_step.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <limits>

#include "model/state.h"

namespace stiction {

// The places that the state names, unless they are known.
void ImplicitPointsStep::load_reference(const BodyState& state) {
  const auto kept = state.deformation.tail(y_.size());
  const bool known = mass_ && mass_->step() == step_ && reference_ == kept;
  if (known) return;
  reference_ = kept;
  mass_ = nullptr;
  if (reference_ != body_.rest()) body_.forces().set_reference(reference_, elements_at_);
}

void ImplicitPointsStep::choose_mass(const InternalForces::Change& change, bool at_rest) {
  if (change.from_rest <= (at_rest ? kFar * kFar : kBack * kBack)) {
    if (at_rest && mass_) return;
    reference_ = body_.rest();
    mass_ = body_.rest_mass(step_);
    return;
  }
  const bool near = !at_rest && change.from_reference <= kFar * kFar;
  if (near && mass_) return;
  if (!near) {
    reference_ = y_;
    body_.forces().set_reference(reference_, elements_at_);
  }
  mass_ = std::make_shared<const EffectiveMass>(body_, step_, reference_);
}

void ImplicitPointsStep::set_free(const BodyState& state) {
  load_reference(state);
  const bool at_rest = reference_ == body_.rest();
  InternalForces::Extras extras;
  if (!at_rest) extras.reference = &elements_at_;
  choose_mass(body_.forces().set_force(y_, extras, work_, force_), at_rest);
  const bool held = body_.holds_nodes();
  const int nodes = body_.node_count();
  known_.resize(y_.size());
  for (int i = 0; i < nodes; ++i) {
    const Vec3 y = y_.segment<3>(3 * i);
    Vec3 motion = (held ? start_ : u_).segment<3>(3 * i) + twist_.cross(y);
    if (held) motion += fall_;
    known_.segment<3>(3 * i) = body_.masses()[i] * motion;
  }
  force_ = step_ * force_ + known_;
  if (!mass_->is_definite()) force_.setConstant(std::numeric_limits<double>::quiet_NaN());
  mass_->solve(force_, solve_work_);
  free_ = force_;
  if (!body_.is_solid() && free_.allFinite()) balance();
  if (held) return;
  make_force_free(free_, false);
  for (int i = 0; i < nodes; ++i) {
    const Vec3 y = y_.segment<3>(3 * i);
    free_.segment<3>(3 * i) += velocity_ + fall_ + spin_.cross(y);
  }
}

// unbalanced_ = what implicit Euler's equation of this motion leaves over [kg m/s].
void ImplicitPointsStep::set_unbalanced(const VecX& motion) {
  const PointsOptions& options = body_.options();
  place_ = y_ + step_ * motion;
  InternalForces::Extras extras;
  extras.rates = &motion;
  extras.stiffness_damping = options.stiffness_damping;
  body_.forces().set_force(place_, extras, work_, unbalanced_);
  unbalanced_ = -known_ - step_ * unbalanced_;
  for (int i = 0; i < body_.node_count(); ++i) {
    const double inertia = (1 + step_ * options.mass_damping) * body_.masses()[i];
    unbalanced_.segment<3>(3 * i) += inertia * motion.segment<3>(3 * i);
  }
  if (body_.holds_nodes()) body_.clear_held(unbalanced_);
}

double ImplicitPointsStep::squared_momentum(const VecX& momentum) const {
  double sum = 0;
  for (int i = 0; i < body_.node_count(); ++i) sum += momentum.segment<3>(3 * i).squaredNorm() / body_.masses()[i];
  return sum;
}

// Iterates on free_ until little is unbalanced against what energy there is.
void ImplicitPointsStep::balance() {
  set_unbalanced(free_);
  double left = squared_momentum(unbalanced_);
  const double noise = kNoise * kNoise * inertia_.trace() / (step_ * step_);
  if (left <= noise) return;
  const double enough = std::max(noise, kUnbalanced * (squared_momentum(known_) + 2 * body_.forces().energy(y_)));
  bool is_slow = false;
  for (int k = 0; k < kIterations && left > enough; ++k) {
    if (is_slow) {
      reference_ = place_;
      mass_ = std::make_shared<const EffectiveMass>(body_, step_, reference_);
      if (!mass_->is_definite()) return;
    }
    trial_ = unbalanced_;
    mass_->solve(trial_, solve_work_);
    free_ -= trial_;
    for (double part = 1;; part /= 2) {
      set_unbalanced(free_);
      const double now = squared_momentum(unbalanced_);
      if (now < left || part < 0.05) {
        is_slow = now > kSlow * left;
        left = now;
        break;
      }
      free_ += (part / 2) * trial_;
    }
  }
  if (reference_ != body_.rest()) body_.forces().set_reference(reference_, elements_at_);
}

void ImplicitPointsStep::set_contact_mass() {
  if (factored_mass_ == mass_ && factored_ == touched_) return;
  const auto count = static_cast<Eigen::Index>(touched_.size());
  factor.resize(3 * count, 3 * count);
  for (Eigen::Index b = 0; b < count; ++b) {
    const MatX& columns = mass_->response(body_.surface_slot(touched_[b]));
    for (Eigen::Index a = b; a < count; ++a) {
      factor.block<3, 3>(3 * a, 3 * b) = columns.middleRows<3>(3 * body_.surface_slot(touched_[a]));
    }
    if (body_.is_held(touched_[b])) {
      factor.block<3, 3>(3 * b, 3 * b) = kHeldCompliance / body_.masses()[touched_[b]] * Mat3::Identity();
    }
  }
  const Eigen::LLT<Eigen::Ref<MatX>> in_place(factor);
  // Not positive definite, which only round-off or numbers that are none can do: the step is refused, see set_free().
  if (in_place.info() != Eigen::Success) factor.setConstant(std::numeric_limits<double>::quiet_NaN());
  factor.triangularView<Eigen::StrictlyUpper>().setZero();
  factored_ = touched_;
  factored_mass_ = mass_;
}

void ImplicitPointsStep::answer(const VecX& impulse, VecX& change) const {
  change.setZero(free_.size());
  for (std::size_t k = 0; k < touched_.size(); ++k) {
    change.segment<3>(3 * touched_[k]) = impulse.segment<3>(3 * static_cast<Eigen::Index>(k));
  }
  mass_->solve(change, solve_work_);
}

void ImplicitPointsStep::impulses_for(const VecX& change, VecX& impulse) const {
  impulse = change;
  factor.triangularView<Eigen::Lower>().solveInPlace(impulse);
  factor.triangularView<Eigen::Lower>().transpose().solveInPlace(impulse);
}

// By the midpoint rule: with the velocity at the start a tumbling body would gain energy in every step.
Vec3 ImplicitPointsStep::drift_spin(const Vec3& spin) const {
  Vec3 w = spin_ + twist_;
  for (int k = 0; k < 4; ++k) {
    const Quat half = Quat(1, 0.25 * step_ * w[0], 0.25 * step_ * w[1], 0.25 * step_ * w[2]).normalized();
    w = half * Vec3(inverse_inertia_ * (half.conjugate() * spin));
  }
  return w;
}

void ImplicitPointsStep::keep(BodyState& state) const {
  state.deformation.tail(y_.size()) = reference_;
  state.deformation_rate.tail(y_.size()).setZero();
}

}  // namespace stiction

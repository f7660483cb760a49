#include "elastic/points/implicit_step.h"

#include <Eigen/Cholesky>
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
  for (int i = 0; i < nodes; ++i) {
    const Vec3 y = y_.segment<3>(3 * i);
    Vec3 motion = (held ? start_ : u_).segment<3>(3 * i) + twist_.cross(y);
    if (held) motion += fall_;
    force_.segment<3>(3 * i) = step_ * force_.segment<3>(3 * i) + body_.masses()[i] * motion;
  }
  if (!mass_->is_definite()) force_.setConstant(std::numeric_limits<double>::quiet_NaN());
  mass_->solve(force_, solve_work_);
  free_ = force_;
  if (held) return;
  make_force_free(free_, false);
  for (int i = 0; i < nodes; ++i) {
    const Vec3 y = y_.segment<3>(3 * i);
    free_.segment<3>(3 * i) += velocity_ + fall_ + spin_.cross(y);
  }
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
  Eigen::LLT<Eigen::Ref<MatX>> in_place(factor);
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

// An elastic body on its own, step by step.
#pragma once

#include <Eigen/LU>

#include "elastic/bodies.h"
#include "model/state.h"

namespace stiction::test {

class Flight {
 public:
  Flight(std::shared_ptr<const FloatingBody> modal, double step, const Vec3& gravity = Vec3::Zero())
      : modal_(std::move(modal)), step_(step), motion_(modal_->make_step()) {
    model_.gravity = gravity;
    model_.bodies = {modal_body("body", modal_, Vec3::Zero())};
    compute_masses(model_);
    state = initial_state(model_).bodies[0];
  }

  void run(int steps) {
    for (int i = 0; i < steps; ++i) {
      turned_from_ = state.rotation;
      motion_->predict(model_, model_.bodies[0], state, step_);
      velocity_ = motion_->free_velocity;
      motion_->advance(velocity_, VecX::Zero(0), state);
    }
  }
  // Velocities of the state become those of half a step before: given at the time of the positions, they are then where
  // the step has them.
  void step_velocities_back() {
    motion_->predict(model_, model_.bodies[0], state, step_);
    set_velocities(1.5 * motion_->start_velocity - 0.5 * motion_->free_velocity);
  }
  // In the middle of the last step, where velocities live.
  double energy() const {
    const InertiaIntegrals& integrals = modal_->integrals();
    const VecX& u = state.deformation_rate;
    BodyState bent = state;
    bent.deformation -= 0.5 * step_ * u;
    const VecX& q = bent.deformation;
    const Vec3 L = 0.5 * (state.rotation.conjugate() * spin() + turned_from_.conjugate() * spin());
    const Vec3 own = integrals.own_spin(q, u), w = integrals.inertia(q).inverse() * (L - own);
    return 0.5 * (integrals.rigid.mass * state.velocity.squaredNorm() + w.dot(L + own) + u.squaredNorm()) +
           modal_->elastic_energy(bent);
  }
  double plain_energy() const { return total_energy(model_, model_.bodies[0], state); }
  Vec3 spin() const { return modal_->angular_momentum(state); }
  const FloatingBody& modal() const { return *modal_; }
  const Body& body() const { return model_.bodies[0]; }
  Model& model() { return model_; }

  BodyState state;

 private:
  void set_velocities(const VecX& velocity) {
    state.velocity = velocity.head<3>();
    state.angular_velocity = velocity.segment<3>(3);
    state.deformation_rate = velocity.tail(modal_->mode_count());
  }

  std::shared_ptr<const FloatingBody> modal_;
  double step_;
  Quat turned_from_ = Quat::Identity();
  std::unique_ptr<DeformableStep> motion_;
  Model model_;
  VecX velocity_;
};

}  // namespace stiction::test

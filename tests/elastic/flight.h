// A modal body on its own, step by step.
#pragma once

#include "elastic/bodies.h"
#include "model/state.h"

namespace stiction::test {

class Flight {
 public:
  Flight(std::shared_ptr<const ModalBody> modal, double step, const Vec3& gravity = Vec3::Zero())
      : modal_(std::move(modal)), step_(step), motion_(modal_->make_step()) {
    model_.gravity = gravity;
    model_.bodies = {modal_body("body", modal_, Vec3::Zero())};
    compute_masses(model_);
    state = initial_state(model_).bodies[0];
  }

  void run(int steps) {
    for (int i = 0; i < steps; ++i) {
      motion_->predict(model_, model_.bodies[0], state, step_);
      velocity_ = motion_->free_velocity;
      motion_->advance(velocity_, velocity_, state);
    }
  }
  // Velocities of the state become those of half a step before: given at the time of the positions, they are then where
  // the step has them.
  void step_velocities_back() {
    motion_->predict(model_, model_.bodies[0], state, step_);
    set_velocities(1.5 * motion_->start_velocity - 0.5 * motion_->free_velocity);
  }
  // Velocities of the state live half a step before its positions: energy with those at the time of the positions.
  double energy() {
    const BodyState kept = state;
    motion_->predict(model_, model_.bodies[0], state, step_);
    set_velocities(0.5 * (motion_->start_velocity + motion_->free_velocity));
    const double energy = plain_energy();
    state = kept;
    return energy;
  }
  double plain_energy() const { return total_energy(model_, model_.bodies[0], state); }
  Vec3 spin() const { return modal_->angular_momentum(state); }
  const ModalBody& modal() const { return *modal_; }
  const Body& body() const { return model_.bodies[0]; }
  Model& model() { return model_; }

  BodyState state;

 private:
  void set_velocities(const VecX& velocity) {
    state.velocity = velocity.head<3>();
    state.angular_velocity = velocity.segment<3>(3);
    state.deformation_rate = velocity.tail(modal_->mode_count());
  }

  std::shared_ptr<const ModalBody> modal_;
  double step_;
  std::unique_ptr<DeformableStep> motion_;
  Model model_;
  VecX velocity_;
};

}  // namespace stiction::test

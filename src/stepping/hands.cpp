// Hands while a simulation runs: their pull before the contact solve, what they feel after it, devices that move them.
#include <fmt/format.h>

#include <cmath>

#include "base/error.h"
#include "model/dynamics.h"
#include "model/hand_path.h"
#include "model/turn.h"
#include "stepping/require.h"
#include "stepping/simulation_impl.h"

namespace stiction {
namespace {

void require_coupling(const HandCoupling& coupling) {
  const auto refuse = [](const char* what, const char* wanted, double value) {
    throw InputError(fmt::format("{} of a hand must be {}, got {}", what, wanted, value));
  };
  const auto strength = [&](const char* what, double value) {
    if (!(value >= 0) || !std::isfinite(value)) refuse(what, "zero or positive", value);
  };
  const auto limit = [&](const char* what, double value) {
    if (!(value > 0)) refuse(what, "positive", value);
  };
  strength("stiffness", coupling.stiffness);
  strength("damping", coupling.damping);
  strength("angular stiffness", coupling.angular_stiffness);
  strength("angular damping", coupling.angular_damping);
  limit("largest force", coupling.max_force);
  limit("largest torque", coupling.max_torque);
}

}  // namespace

void Simulation::Impl::add_hand_state(const Hand& hand) {
  wake(hand.body, state);
  HandState s;
  s.follows_path = !hand.path.empty();
  const Pose present = body_pose(model.bodies[hand.body], state.bodies[hand.body]);
  s.target.pose = s.follows_path ? pose_on_path(hand.path, state.time) : present;
  if (hand.point) s.target.pose = {present.to_world(*hand.point), Quat::Identity()};
  s.last = s.target.pose;
  hands.push_back(s);
  hand_targets.push_back(s.target);
  hand_readings.push_back({hand.body, {}, s.target.pose});
}

int Simulation::Impl::hand_of(int body) const {
  for (std::size_t i = 0; i < model.hands.size(); ++i) {
    if (model.hands[i].body == body) return static_cast<int>(i);
  }
  return -1;
}

// Hands on bodies that are not there yet, or held in all degrees of freedom, do nothing.
void Simulation::Impl::pull_hands() {
  for (std::size_t i = 0; i < hands.size(); ++i) {
    const Hand& hand = model.hands[i];
    HandTarget& target = hand_targets[i];
    target = hands[i].target;
    if (hands[i].follows_path) target.pose = pose_on_path(hand.path, static_cast<double>(state.step_index + 1) * step);
    if (!hands[i].has_velocity) {
      target.velocity = (target.pose.position - hands[i].last.position) / step;
      target.angular_velocity = turn_of(target.pose.rotation * hands[i].last.rotation.conjugate()) / step;
    }
    if (prediction.block_of_body[hand.body] < 0) continue;
    const Body& body = model.bodies[hand.body];
    const BodyState& held_body = state.bodies[hand.body];
    const HandPull pull = hand.point ? point_pull(hand.coupling, *hand.point, target, body, held_body, step)
                                     : hand_pull(hand.coupling, target, body, held_body, step);
    apply_pull(model, state, hand.body, pull, prediction);
  }
}

void Simulation::Impl::feel_hands() {
  for (std::size_t i = 0; i < hands.size(); ++i) {
    const Hand& hand = model.hands[i];
    hand_readings[i] = {hand.body, {}, hand_targets[i].pose};
    hands[i].last = hand_targets[i].pose;
    if (hands[i].follows_path) hands[i].target = hand_targets[i];
    const int block = prediction.block_of_body[hand.body];
    if (block < 0) continue;
    const HandPull& pull = prediction.pulls[prediction.pull_of_block[block]];
    hand_readings[i].felt = hand_force(hand.coupling, pull, block_velocity.segment<6>(6 * block), step);
  }
}

const std::vector<FeltHand>& Simulation::hands() const {
  return impl_->hand_readings;
}

void Simulation::take_hold(int body, const HandCoupling& coupling) {
  require_free_body(impl_->model, body);
  require_rigid(impl_->model, body);
  require_coupling(coupling);
  const int known = impl_->hand_of(body);
  if (known >= 0) {
    impl_->model.hands[known].coupling = coupling;
    return;
  }
  impl_->model.hands.push_back({body, coupling, {}});
  impl_->add_hand_state(impl_->model.hands.back());
}

void Simulation::take_hold_at(int body, const Vec3& point, const HandCoupling& coupling) {
  require_free_body(impl_->model, body);
  require_rigid(impl_->model, body);
  require_finite(point, "the point");
  require_coupling(coupling);
  if (impl_->hand_of(body) >= 0) throw InputError("a hand holds this body already: release it first");
  impl_->model.hands.push_back({body, coupling, {}, point});
  impl_->add_hand_state(impl_->model.hands.back());
}

void Simulation::release(int body) {
  Impl& s = *impl_;
  const int hand = s.hand_of(body);
  if (hand < 0) throw InputError("no hand holds this body: take hold of it first");
  s.model.hands.erase(s.model.hands.begin() + hand);
  s.hands.erase(s.hands.begin() + hand);
  s.hand_targets.erase(s.hand_targets.begin() + hand);
  s.hand_readings.erase(s.hand_readings.begin() + hand);
}

void Simulation::move_hand(int body, const Pose& pose) {
  move_hand(body, HandTarget{pose, Vec3::Zero(), Vec3::Zero()});
  impl_->hands[impl_->hand_of(body)].has_velocity = false;
}

void Simulation::move_hand(int body, const HandTarget& target) {
  const int hand = impl_->hand_of(body);
  if (hand < 0) throw InputError("no hand holds this body: take hold of it first");
  require_pose(target.pose);
  require_finite(target.velocity, "velocity");
  require_finite(target.angular_velocity, "angular velocity");
  HandState& state = impl_->hands[hand];
  state.follows_path = false;
  state.has_velocity = true;
  state.target = target;
  state.target.pose.rotation.normalize();
}

}  // namespace stiction

// Hands that hold bodies.
#include <fmt/format.h>

#include "library/world_impl.h"

namespace stiction {

void World::take_hold(const BodyRef& body, const HandSettings& settings) {
  HandCoupling coupling;
  coupling.stiffness = settings.stiffness;
  coupling.damping = settings.damping;
  coupling.angular_stiffness = settings.angular_stiffness;
  coupling.angular_damping = settings.angular_damping;
  coupling.max_force = settings.max_force;
  coupling.max_torque = settings.max_torque;
  impl_->simulation.take_hold(impl_->index_of(body), coupling);
}

void World::release(const BodyRef& body) {
  impl_->simulation.release(impl_->index_of(body));
}

void World::move_hand(const BodyRef& body, const Vector3& position, const Quaternion& rotation) {
  impl_->simulation.move_hand(impl_->index_of(body), Pose{to_internal(position), to_internal(rotation)});
}

void World::move_hand(const BodyRef& body, const Vector3& position, const Quaternion& rotation, const Vector3& velocity,
                      const Vector3& angular_velocity) {
  const HandTarget target = {
      {to_internal(position), to_internal(rotation)}, to_internal(velocity), to_internal(angular_velocity)};
  impl_->simulation.move_hand(impl_->index_of(body), target);
}

HandReading World::hand(const BodyRef& body) const {
  const int index = impl_->index_of(body);
  for (const FeltHand& hand : impl_->simulation.hands()) {
    if (hand.body != index) continue;
    return {to_public(hand.felt.force), to_public(hand.felt.torque), to_public(hand.target.position),
            to_public(hand.target.rotation)};
  }
  throw InputError(
      fmt::format("no hand holds body \"{}\": take_hold() of it first", impl_->simulation.model().bodies[index].name));
}

}  // namespace stiction

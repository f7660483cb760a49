// What a world tells about itself.
#include <fmt/format.h>

#include "library/world_impl.h"
#include "model/state.h"

namespace stiction {

double World::time() const {
  return impl_->simulation.state().time;
}
double World::step_size() const {
  return impl_->simulation.step_size();
}
double World::duration() const {
  return impl_->duration;
}
std::int64_t World::step_count() const {
  return impl_->simulation.state().step_index;
}
double World::energy() const {
  return total_energy(impl_->simulation.model(), impl_->simulation.state());
}
std::uint64_t World::state_hash() const {
  return stiction::state_hash(impl_->simulation.state());
}
int World::body_count() const {
  return static_cast<int>(impl_->simulation.model().bodies.size());
}
int World::body_index(std::string_view name) const {
  return impl_->index_of(name);
}
const std::string& World::body_name(int index) const {
  return impl_->simulation.model().bodies[impl_->index_of(index)].name;
}

BodyReading World::body(const BodyRef& ref) const {
  const int index = impl_->index_of(ref);
  const Body& body = impl_->simulation.model().bodies[index];
  const BodyState& state = impl_->simulation.state().bodies[index];
  BodyReading reading;
  reading.position = to_public(body_pose(body, state).position);
  reading.rotation = to_public(state.rotation);
  reading.center_of_mass = to_public(state.center);
  reading.velocity = to_public(state.velocity);
  reading.angular_velocity = to_public(state.angular_velocity);
  reading.force = to_public(body.force);
  reading.torque = to_public(body.torque);
  reading.mass = body.mass.mass;
  reading.fixed = body.fixed;
  reading.present = state.present;
  return reading;
}

const StepReading& World::last_step() const {
  return impl_->last_step;
}
const std::vector<ContactReading>& World::contacts() const {
  return impl_->contacts;
}

Vector3 World::contact_force_on(const BodyRef& body) const {
  const int index = impl_->index_of(body);
  Vec3 sum = Vec3::Zero();
  for (const ContactReading& contact : impl_->contacts) {
    if (contact.body_b == index) sum += to_internal(contact.force_on_b);
    if (contact.body_a == index) sum -= to_internal(contact.force_on_b);
  }
  return to_public(sum);
}

int World::joint_count() const {
  return static_cast<int>(impl_->simulation.model().joints.size());
}

JointReading World::joint(int index) const {
  if (index < 0 || index >= joint_count()) {
    throw InputError(fmt::format("there is no joint number {} (there are {})", index, joint_count()));
  }
  const FeltJoint felt = impl_->simulation.joint(index);
  return {felt.coordinate, felt.velocity, felt.effort, to_public(felt.force), to_public(felt.torque)};
}

Vector3 World::gravity() const {
  return to_public(impl_->simulation.model().gravity);
}
double World::friction(const std::string& material_a, const std::string& material_b) const {
  return impl_->simulation.model().surface(impl_->material(material_a), impl_->material(material_b)).friction;
}
double World::restitution(const std::string& material_a, const std::string& material_b) const {
  return impl_->simulation.model().surface(impl_->material(material_a), impl_->material(material_b)).restitution;
}

}  // namespace stiction

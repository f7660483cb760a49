// Changes while running: parameters, bodies, and whole states.
#include <fmt/format.h>

#include "base/file.h"
#include "library/world_impl.h"
#include "recording/output_file.h"

namespace stiction {
namespace {

constexpr std::uintmax_t kMaxFileSize = 4ull << 30;  // [bytes]

}  // namespace

void World::set_gravity(const Vector3& gravity) {
  impl_->simulation.set_gravity(to_internal(gravity));
}

void World::set_friction(const std::string& material, double friction) {
  const int index = impl_->material(material);
  impl_->simulation.set_material(index, friction, impl_->simulation.model().materials[index].restitution);
}

void World::set_restitution(const std::string& material, double restitution) {
  const int index = impl_->material(material);
  impl_->simulation.set_material(index, impl_->simulation.model().materials[index].friction, restitution);
}

void World::set_friction(const std::string& material_a, const std::string& material_b, double friction) {
  const int a = impl_->material(material_a), b = impl_->material(material_b);
  impl_->simulation.set_pair(a, b, friction, impl_->simulation.model().surface(a, b).restitution);
}

void World::set_restitution(const std::string& material_a, const std::string& material_b, double restitution) {
  const int a = impl_->material(material_a), b = impl_->material(material_b);
  impl_->simulation.set_pair(a, b, impl_->simulation.model().surface(a, b).friction, restitution);
}

void World::set_force(const BodyRef& body, const Vector3& force, const Vector3& torque) {
  impl_->simulation.set_force(impl_->index_of(body), to_internal(force), to_internal(torque));
}

void World::set_motor(int joint, double velocity, double max_effort) {
  impl_->simulation.set_motor(joint, velocity, max_effort);
}

void World::set_velocity(const BodyRef& body, const Vector3& velocity, const Vector3& angular_velocity) {
  impl_->simulation.set_velocity(impl_->index_of(body), to_internal(velocity), to_internal(angular_velocity));
}

void World::set_pose(const BodyRef& body, const Vector3& position, const Quaternion& rotation) {
  impl_->simulation.set_pose(impl_->index_of(body), {to_internal(position), to_internal(rotation)});
}

World World::copy() const {
  const Simulation& own = impl_->simulation;
  Simulation other(own.model(), own.step_size(), own.options(), own.threads());
  other.restore(own.save());
  auto impl = std::make_unique<Impl>(std::move(other), impl_->duration);
  impl->last_step = impl_->last_step;
  impl->contacts = impl_->contacts;
  return World(std::move(impl));
}

std::string World::save() const {
  return impl_->simulation.save();
}

void World::save_file(const std::string& path) const {
  require_writable(path);
  write_file(path, save());
}

void World::restore(std::string_view saved) {
  impl_->simulation.restore(saved);
  impl_->last_step = {};
  impl_->last_step.time = time();
  impl_->contacts.clear();
}

void World::restore_file(const std::string& path) {
  const std::string bytes = read_whole_file(path, kMaxFileSize, "a saved state");
  try {
    restore(bytes);
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}: {}", path, error.what()));
  }
}

}  // namespace stiction

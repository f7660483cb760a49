// Changes that people make while a simulation runs.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "model/mass_ratio.h"
#include "stepping/require.h"
#include "stepping/simulation_impl.h"

namespace stiction {
namespace {

void require_surface(double friction, double restitution) {
  if (const std::string fault = friction_fault(friction); !fault.empty()) throw InputError("friction " + fault);
  if (!(restitution >= 0 && restitution <= 1)) {
    throw InputError(fmt::format("restitution must be from 0 to 1, got {}", restitution));
  }
}

void require_material(const Model& model, int material) {
  if (material < 0 || material >= static_cast<int>(model.materials.size())) {
    throw InputError(fmt::format("there is no material number {} (there are {})", material, model.materials.size()));
  }
}

// Every value in its range: options that no file or command line has checked.
void require_option_values(SolverOptions options) {
  for (const OptionField& field : solver_option_fields()) {
    try {
      field.set(options, field.get(options));
    } catch (const InputError& error) {
      throw InputError(fmt::format("solver option {}: {}", field.key, error.what()));
    }
  }
}

}  // namespace

void require_finite(const Vec3& value, const char* what) {
  if (!value.allFinite()) throw InputError(fmt::format("{} must be finite", what));
}

void require_free_body(const Model& model, int body) {
  if (body < 0 || body >= static_cast<int>(model.bodies.size())) {
    throw InputError(fmt::format("there is no body number {} (there are {})", body, model.bodies.size()));
  }
  if (model.bodies[body].fixed) {
    throw InputError(fmt::format("body \"{}\" is {}: only free bodies can be changed", model.bodies[body].name,
                                 model.bodies[body].scripted ? "moved by the scene's motions" : "fixed"));
  }
}

void require_pose(const Pose& pose) {
  require_finite(pose.position, "position");
  if (!(std::abs(pose.rotation.norm() - 1) < 1e-6)) throw InputError("rotation must be a unit quaternion");
}

void Simulation::set_gravity(const Vec3& gravity) {
  require_finite(gravity, "gravity");
  impl_->model.gravity = gravity;
  wake_all(impl_->state);
}

void Simulation::set_material(int material, double friction, double restitution) {
  require_material(impl_->model, material);
  require_surface(friction, restitution);
  impl_->model.materials[material].friction = friction;
  impl_->model.materials[material].restitution = restitution;
  wake_all(impl_->state);
}

void Simulation::set_pair(int material_a, int material_b, double friction, double restitution) {
  Model& model = impl_->model;
  require_material(model, material_a);
  require_material(model, material_b);
  require_surface(friction, restitution);
  const auto same_pair = [&](const MaterialPair& pair) {
    return std::minmax(pair.material_a, pair.material_b) == std::minmax(material_a, material_b);
  };
  const auto found = std::find_if(model.pairs.begin(), model.pairs.end(), same_pair);
  const MaterialPair changed = {material_a, material_b, friction, restitution};
  if (found != model.pairs.end()) {
    *found = changed;
  } else {
    model.pairs.push_back(changed);
  }
  wake_all(impl_->state);
}

void Simulation::set_force(int body, const Vec3& force, const Vec3& torque) {
  require_free_body(impl_->model, body);
  require_finite(force, "force");
  require_finite(torque, "torque");
  require_no_turn(impl_->model, body, !torque.isZero(0));
  impl_->model.bodies[body].force = force;
  impl_->model.bodies[body].torque = torque;
  wake(body, impl_->state);
}

void Simulation::set_velocity(int body, const Vec3& velocity, const Vec3& angular_velocity) {
  require_free_body(impl_->model, body);
  require_finite(velocity, "velocity");
  require_finite(angular_velocity, "angular velocity");
  require_no_turn(impl_->model, body, !angular_velocity.isZero(0));
  const DofLock& lock = impl_->model.bodies[body].lock;
  BodyState& state = impl_->state.bodies[body];
  for (int axis = 0; axis < 3; ++axis) {
    state.velocity[axis] = lock[axis] ? 0 : velocity[axis];
    state.angular_velocity[axis] = lock[3 + axis] ? 0 : angular_velocity[axis];
  }
  wake(body, impl_->state);
}

void Simulation::set_pose(int body, const Pose& pose) {
  require_free_body(impl_->model, body);
  require_pose(pose);
  require_no_turn(impl_->model, body, !pose.rotation.isApprox(Quat::Identity()));
  BodyState& state = impl_->state.bodies[body];
  state.rotation = pose.rotation.normalized();
  state.center = pose.position + state.rotation * impl_->model.bodies[body].mass.center;
  wake(body, impl_->state);
}

void Simulation::set_motor(int joint, double velocity, double max_effort) {
  std::vector<Joint>& joints = impl_->model.joints;
  if (joint < 0 || joint >= static_cast<int>(joints.size())) {
    throw InputError(fmt::format("there is no joint number {} (there are {})", joint, joints.size()));
  }
  Joint& changed = joints[joint];
  if (!changed.motor || !std::isfinite(changed.motor->max_effort)) {
    throw InputError(fmt::format("joint number {} has no motor of limited strength", joint));
  }
  if (!std::isfinite(velocity)) throw InputError("the velocity of a motor must be finite");
  if (!(max_effort > 0) || !std::isfinite(max_effort)) {
    throw InputError(fmt::format("the strength of a motor must be positive and finite, got {}", max_effort));
  }
  *changed.motor = {velocity, max_effort};
  for (const int body : changed.bodies) {
    if (body != kWorld) wake(body, impl_->state);
  }
}

void Simulation::set_solver(const SolverOptions& options) {
  require_option_values(options);
  auto inside = inside_collider(impl_->model, options);
  impl_->solver = make_solver(options);
  impl_->inside = std::move(inside);
  impl_->memory.friction_memory.clear();
  impl_->options = options;
}

void Simulation::add_now(int body, const Pose& pose, const Vec3& velocity, const Vec3& angular_velocity) {
  require_free_body(impl_->model, body);
  if (impl_->state.bodies[body].present) {
    throw InputError(fmt::format("body \"{}\" is there already: it can be added once", impl_->model.bodies[body].name));
  }
  require_pose(pose);
  require_finite(velocity, "velocity");
  require_finite(angular_velocity, "angular velocity");
  std::vector<char> present;
  for (const BodyState& other : impl_->state.bodies) present.push_back(other.present ? 1 : 0);
  require_mass_ratios_of(impl_->model, body, present);
  set_pose(body, pose);
  set_velocity(body, velocity, angular_velocity);
  impl_->state.bodies[body].present = true;
}

}  // namespace stiction

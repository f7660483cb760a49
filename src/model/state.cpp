#include "model/state.h"

#include "base/hash.h"
#include "model/deformable.h"

namespace stiction {

State initial_state(const Model& model) {
  State state;
  state.bodies.reserve(model.bodies.size());
  for (const Body& body : model.bodies) {
    BodyState s;
    s.center = body.start.to_world(body.mass.center);
    s.rotation = body.start.rotation;
    s.present = body.appears_at <= 0;
    for (int i = 0; i < 3 && !body.fixed; ++i) {
      if (!body.lock[i]) s.velocity[i] = body.start_velocity[i];
      if (!body.lock[3 + i]) s.angular_velocity[i] = body.start_angular_velocity[i];
    }
    if (body.deforms()) {
      body.deformable->set_start(s.deformation, s.deformation_rate);
      if (body.start_deformation.size() > 0) s.deformation = body.start_deformation;
    }
    state.bodies.push_back(s);
  }
  return state;
}

void place_scripted_bodies(const Model& model, double step, State& state) {
  if (model.motions.empty()) return;
  for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i) {
    const Body& body = model.bodies[i];
    if (!body.scripted) continue;
    BodyState& placed = state.bodies[i];
    const Pose pose = scripted_pose(model.motions, i, body.start, state.time);
    const MeanMotion mean = mean_motion(model.motions, i, body.start, state.time, state.time + step);
    placed.center = pose.position;  // a scripted body has no mass: its centre is its origin
    placed.rotation = pose.rotation;
    placed.velocity = mean.velocity;
    placed.angular_velocity = mean.angular_velocity;
  }
}

Pose body_pose(const Body& body, const BodyState& state) {
  return {state.center - state.rotation * body.mass.center, state.rotation};
}

double kinetic_energy(const Body& body, const BodyState& state) {
  if (body.deforms()) return body.deformable->kinetic_energy(body, state);
  const Vec3 omega_body = state.rotation.conjugate() * state.angular_velocity;
  return 0.5 * body.mass.mass * state.velocity.squaredNorm() + 0.5 * omega_body.dot(body.mass.inertia * omega_body);
}

double elastic_energy(const Body& body, const BodyState& state) {
  return body.deforms() ? body.deformable->elastic_energy(state) : 0;
}

// A constant torque has no potential: it is left out.
double potential_energy(const Model& model, const Body& body, const BodyState& state) {
  return -(body.mass.mass * model.gravity + body.force).dot(state.center);
}

double total_energy(const Model& model, const Body& body, const BodyState& state) {
  return kinetic_energy(body, state) + elastic_energy(body, state) + potential_energy(model, body, state);
}

double total_energy(const Model& model, const State& state) {
  double energy = 0;
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    const BodyState& s = state.bodies[i];
    if (!body.fixed && s.present) energy += total_energy(model, body, s);
  }
  return energy;
}

std::uint64_t state_hash(const State& state) {
  Hash64 hash;
  for (const BodyState& s : state.bodies) {
    for (int i = 0; i < 3; ++i) hash.add(s.center[i]);
    for (int i = 0; i < 4; ++i) hash.add(s.rotation.coeffs()[i]);
    for (int i = 0; i < 3; ++i) hash.add(s.velocity[i]);
    for (int i = 0; i < 3; ++i) hash.add(s.angular_velocity[i]);
    for (const double x : s.deformation) hash.add(x);
    for (const double x : s.deformation_rate) hash.add(x);
    hash.add_byte(s.present ? 1 : 0);
  }
  return hash.value();
}

int first_non_finite_body(const State& state) {
  for (std::size_t i = 0; i < state.bodies.size(); ++i) {
    const BodyState& s = state.bodies[i];
    const bool finite = s.center.allFinite() && s.rotation.coeffs().allFinite() && s.velocity.allFinite() &&
                        s.angular_velocity.allFinite() && s.deformation.allFinite() && s.deformation_rate.allFinite();
    if (!finite) return static_cast<int>(i);
  }
  return -1;
}

}  // namespace stiction

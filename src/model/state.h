// Everything that moves. A State is plain data: copy it to save it.
#pragma once

#include <cstdint>
#include <vector>

#include "base/types.h"
#include "model/model.h"

namespace stiction {

struct BodyState {
  Vec3 center = Vec3::Zero();            // centre of mass, world [m]
  Quat rotation = Quat::Identity();      // body axes to world axes
  Vec3 velocity = Vec3::Zero();          // of the centre of mass [m/s]
  Vec3 angular_velocity = Vec3::Zero();  // world axes [rad/s]
  bool present = true;                   // false until the time the body is added
  bool asleep = false;                   // takes no part in steps until it is woken
  std::int32_t rest_steps = 0;           // steps at rest so far, counted where bodies may fall asleep
  std::int32_t sleep_island = -1;        // the same for all that fell asleep together
  VecX deformation, deformation_rate;    // of a body that deforms (model/deformable.h)
};

struct State {
  double time = 0;              // [s]
  std::int64_t step_index = 0;  // steps taken so far
  std::vector<BodyState> bodies;
};

State initial_state(const Model& model);

// Puts every scripted body where its motions want it at the state's time, with the mean velocity of the coming
// step [s].
void place_scripted_bodies(const Model& model, double step, State& state);

// Placement of the body's own coordinates (its origin, not its centre of mass).
Pose body_pose(const Body& body, const BodyState& state);

// Kinetic, elastic and gravitational potential energy, and the potential of the bodies' constant forces [J].
// Only free, present bodies count.
double total_energy(const Model& model, const State& state);
double total_energy(const Model& model, const Body& body, const BodyState& state);  // of one body
double kinetic_energy(const Body& body, const BodyState& state);
double elastic_energy(const Body& body, const BodyState& state);                        // zero for rigid bodies
double potential_energy(const Model& model, const Body& body, const BodyState& state);  // of gravity and its force

// 64-bit hash over the bits of all bodies in model order.
std::uint64_t state_hash(const State& state);

// Index of the first body with a non-finite number, or -1.
int first_non_finite_body(const State& state);

}  // namespace stiction

// One instant of a run as recordings keep it.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/types.h"
#include "recording/contact_state.h"

namespace stiction {

class Simulation;

struct FrameBody {
  Vec3 position = Vec3::Zero();          // of the body's origin [m]
  Quat rotation = Quat::Identity();      // body axes to world axes
  Vec3 velocity = Vec3::Zero();          // of the centre of mass [m/s]
  Vec3 angular_velocity = Vec3::Zero();  // world axes [rad/s]
  bool present = true;                   // false until the time the body is added
};

// Single precision: for looking at, not for computing on.
struct FrameContact {
  std::int32_t body_a = 0;  // index in the scene
  std::int32_t body_b = 0;
  ContactState state = ContactState::kOpen;
  std::array<float, 3> point{};       // world [m]
  std::array<float, 3> normal{};      // unit, from a to b
  float gap = 0;                      // negative when the bodies overlap [m]
  std::array<float, 3> force_on_b{};  // mean over the step, world axes [N]
};

inline constexpr std::size_t kStageCount = 6;  // predict, collide, assemble, solve, judge, advance

// Bodies after a step, the contacts it found at its start and how exact it was.
struct Frame {
  double time = 0;         // [s]
  std::int64_t step = 0;   // steps taken so far
  bool judged = false;     // the figures below are known: not so before the first step
  bool converged = false;  // residual within the solver's tolerance
  double residual = 0;     // the judge's, declared friction set
  double penetration = 0;  // largest at the start of the step [m], >= 0
  std::uint32_t iterations = 0;
  std::uint32_t systems = 0;      // linear systems solved
  double kinetic_energy = 0;      // of free bodies [J]
  double potential_energy = 0;    // of gravity and constant forces [J]
  double elastic_energy = 0;      // of deformation [J]
  std::vector<FrameBody> bodies;  // in scene order
  std::vector<FrameContact> contacts;
  // Surface vertices of the bodies that deform, in scene order: x y z of each in the body's own coordinates [m].
  std::vector<float> surface_vertices;
  // Wall time [s], to three digits. It differs from run to run: all else is the same bits every time.
  std::array<float, kStageCount> stage_seconds{};
};

// The present instant of a simulation; `frame` memory is reused. Without `with_step` (before the first step, or when
// the last step failed) the bodies alone.
void capture_frame(const Simulation& simulation, bool with_step, Frame& frame);

}  // namespace stiction

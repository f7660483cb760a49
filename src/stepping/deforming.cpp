// Bodies that deform, in the stages of a step.
#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "model/deformable.h"
#include "stepping/require.h"
#include "stepping/simulation_impl.h"

namespace stiction {
namespace {

bool asks_to_turn(const Body& body) {
  return !body.start.rotation.isApprox(Quat::Identity()) || !body.start_angular_velocity.isZero(0) ||
         !body.torque.isZero(0);
}

}  // namespace

void require_supported(const Model& model) {
  for (const Body& body : model.bodies) {
    if (!body.is_prepared()) {
      throw InputError(fmt::format("body \"{}\" is to deform, but was never made ready for it", body.name));
    }
    if (!body.deforms()) continue;
    const bool locked = std::any_of(body.lock.begin(), body.lock.end(), [](bool held) { return held; });
    if (!body.deformable->frame_turns() && asks_to_turn(body)) {
      throw InputError(fmt::format(
          "body \"{}\" has a frame that does not turn: give it no rotation, angular velocity or torque", body.name));
    }
    if (body.fixed || locked) {
      throw InputError(fmt::format(
          "body \"{}\" deforms: it cannot be fixed, moved by the scene or held in a degree of freedom", body.name));
    }
  }
  for (const Hand& hand : model.hands) require_rigid(model, hand.body);
}

void require_no_turn(const Model& model, int body, bool turns) {
  if (!turns || !model.bodies[body].deforms() || model.bodies[body].deformable->frame_turns()) return;
  throw InputError(fmt::format("body \"{}\" has a frame that does not turn", model.bodies[body].name));
}

void require_rigid(const Model& model, int body) {
  if (model.bodies[body].deforms()) {
    throw InputError(fmt::format("body \"{}\" deforms: hands hold rigid bodies only", model.bodies[body].name));
  }
}

// Friction of the last step on the degrees of freedom that this one has.
void Simulation::Impl::warm_start_deforming() {
  friction_impulse = problem.warm_impulse;
  for (int c = 0; c < problem.contact_count(); ++c) friction_impulse[3 * c] = 0;
  generalized_impulse(problem, friction_impulse, momentum);
  const Eigen::Index wide = problem.dof_count() - 6 * problem.body_count();
  problem.warm_friction_momentum.tail(wide) = momentum.tail(wide);
}

// How much farther deforming surfaces move than their velocities let expect, by forces of their own.
void Simulation::Impl::start_detours() {
  detour.assign(model.bodies.size(), 0.0);
  for (const DeformingBody& deforming : prediction.deforming) {
    if (deforming.takes_part) detour[deforming.body] = step * deforming.motion->free_change;
  }
}

// And by contacts.
bool Simulation::Impl::find_deforming_detours() {
  bool any = false;
  for (const DeformingBody& deforming : prediction.deforming) {
    if (deforming.wide < 0) continue;
    wide_velocity =
        problem.wide_part(solution.velocity, problem.wide_bodies[deforming.wide]) - deforming.motion->free_velocity;
    const double way = step * deforming.motion->fastest_point(wide_velocity);
    if (!(way > model.margin / 2)) continue;
    detour[deforming.body] += way;
    any = true;
  }
  return any;
}

// What bodies say of themselves once contacts are known: a number that is none would spread to all they touch.
void Simulation::Impl::refuse_non_finite_blocks() const {
  for (const DeformingBody& deforming : prediction.deforming) {
    if (deforming.wide < 0) continue;
    const WideBody& wide = problem.wide_bodies[deforming.wide];
    if (!problem.factor(wide).allFinite() || !problem.wide_part(problem.free_velocity, wide).allFinite()) {
      fail_non_finite(deforming.body);
    }
  }
}

void Simulation::Impl::advance_deforming() {
  generalized_impulse(problem, solution.impulse, momentum);
  for (const DeformingBody& deforming : prediction.deforming) {
    if (deforming.wide < 0) continue;
    const WideBody& wide = problem.wide_bodies[deforming.wide];
    wide_velocity = problem.wide_part(solution.velocity, wide);
    deforming.motion->advance(wide_velocity, problem.wide_part(momentum, wide), next.bodies[deforming.body]);
  }
}

}  // namespace stiction

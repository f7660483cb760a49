// Bodies that deform, in the stages of a step.
#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/parallel.h"
#include "model/deformable.h"
#include "stepping/require.h"
#include "stepping/simulation_impl.h"

namespace stiction {
namespace {

bool asks_to_turn(const Body& body) {
  return !body.start.rotation.isApprox(Quat::Identity()) || !body.start_angular_velocity.isZero(0) ||
         !body.torque.isZero(0);
}

void require_stable_step(const Body& body, double step) {
  const double longest = body.deformable->longest_step();
  if (step <= longest) return;
  throw InputError(fmt::format(
      "body \"{}\" is integrated explicitly and unstable at a step of {:.4g} s: its limit is {:.4g} s. Take a smaller "
      "step, \"integrator\": \"implicit\", less stiffness \"damping\" if it has any, larger elements, or a softer or "
      "denser "
      "material",
      body.name, step, longest));
}

}  // namespace

void require_supported(const Model& model, double step) {
  for (const Body& body : model.bodies) {
    if (!body.is_prepared()) {
      throw InputError(fmt::format("body \"{}\" is to deform, but was never made ready for it", body.name));
    }
    if (!body.deforms()) continue;
    require_stable_step(body, step);
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

std::optional<InsideCollider> inside_collider(const Model& model, const SolverOptions& options) {
  make_solver(options);  // refuses unknown names
  if (solver_entry(options.name).source != ContactSource::kVerticesInside) return std::nullopt;
  if (model.sleep_after > 0) {
    throw InputError(fmt::format("solver \"{}\" does not know bodies that sleep: leave \"sleep\" out", options.name));
  }
  return InsideCollider(model);
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

// How much farther the solved velocities take deforming surfaces than those of the step's start.
bool Simulation::Impl::find_deforming_detours() {
  bool any = false;
  for (const DeformingBody& deforming : prediction.deforming) {
    if (deforming.wide < 0) continue;
    wide_velocity = deforming.part(solution.velocity);
    const double way = step * deforming.motion->gained_speed(wide_velocity);
    if (!(way > model.margin / 2)) continue;
    detour[deforming.body] = std::max(detour[deforming.body], way);
    any = true;
  }
  return any;
}

// What bodies say of themselves once contacts are known: a number that is none would spread to all they touch.
void Simulation::Impl::refuse_non_finite_blocks() const {
  for (const DeformingBody& deforming : prediction.deforming) {
    if (deforming.wide < 0) continue;
    const bool has_factor = !deforming.motion->moves_as_points();
    if ((has_factor && !deforming.motion->factor.allFinite()) || !deforming.part(problem.free_velocity).allFinite()) {
      fail_non_finite(deforming.body);
    }
  }
}

void Simulation::Impl::find_inside_contacts() {
  look_ahead();
  free_places.resize(model.bodies.size());
  parallel_tasks(static_cast<int>(prediction.deforming.size()), [&](int i) {
    const DeformingBody& deforming = prediction.deforming[i];
    FreePlaces& places = free_places[deforming.body];
    if (deforming.takes_part) {
      deforming.motion->free_places(places.start, places.end);
    } else {
      places.start.clear();
      places.end.clear();
    }
  });
  inside->collide(state, ahead, free_places, contacts);
}

void Simulation::Impl::advance_deforming() {
  if (inside) {
    momentum = solution.momentum;
  } else {
    generalized_impulse(problem, solution.impulse, momentum);
  }
  for (const DeformingBody& deforming : prediction.deforming) {
    if (deforming.wide < 0) continue;
    wide_velocity = deforming.part(solution.velocity);
    deforming.motion->advance(wide_velocity, deforming.part(momentum), next.bodies[deforming.body]);
  }
}

}  // namespace stiction

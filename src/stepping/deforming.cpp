// Bodies that deform, in the stages of a step.
#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "stepping/require.h"
#include "stepping/simulation_impl.h"

namespace stiction {

void require_supported(const Model& model) {
  for (const Body& body : model.bodies) {
    if (!body.deforms()) continue;
    const bool locked = std::any_of(body.lock.begin(), body.lock.end(), [](bool held) { return held; });
    if (body.fixed || locked) {
      throw InputError(fmt::format(
          "body \"{}\" deforms: it cannot be fixed, moved by the scene or held in a degree of freedom", body.name));
    }
  }
  for (const Hand& hand : model.hands) require_rigid(model, hand.body);
}

void require_rigid(const Model& model, int body) {
  if (model.bodies[body].deforms()) {
    throw InputError(fmt::format("body \"{}\" deforms: hands hold rigid bodies only", model.bodies[body].name));
  }
}

// Friction of the last step on the degrees of freedom that this one has.
void Simulation::Impl::warm_start_deforming() {
  wide_velocity = problem.warm_impulse;
  for (int c = 0; c < problem.contact_count(); ++c) wide_velocity[3 * c] = 0;
  generalized_impulse(problem, wide_velocity, momentum);
  const Eigen::Index wide = problem.dof_count() - 6 * problem.body_count();
  problem.warm_friction_momentum.tail(wide) = momentum.tail(wide);
}

bool Simulation::Impl::find_deforming_detours() {
  bool any = false;
  for (const DeformingBody& deforming : prediction.deforming) {
    if (deforming.wide < 0) continue;
    const auto solved = problem.wide_part(solution.velocity, problem.wide_bodies[deforming.wide]);
    const auto way_beyond = [&](const VecX& expected) {
      wide_velocity = solved - expected;
      return step * deforming.motion->fastest_point(wide_velocity);
    };
    const double way =
        std::min(way_beyond(deforming.motion->start_velocity), way_beyond(deforming.motion->free_velocity));
    if (!(way > model.margin / 2)) continue;
    detour[deforming.body] = way;
    any = true;
  }
  return any;
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

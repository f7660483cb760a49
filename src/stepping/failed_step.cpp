// Ending a step that failed: everything is as before it, and the error says so.
#include <fmt/format.h>

#include <algorithm>
#include <new>

#include "base/error.h"
#include "stepping/require.h"
#include "stepping/simulation_impl.h"

namespace stiction {

// Collider, inside collider and solver keep data from step to step, which may now be half a step's.
void Simulation::Impl::drop_step() noexcept {
  if (has_before_waking) std::swap(state, before_waking);
  static_cast<StepWork&>(*this) = StepWork();
  std::fill(joint_readings.begin(), joint_readings.end(), FeltJoint{});
  tools_are_whole = false;
  const Collider dropped = std::move(collider);
  inside.reset();
  solver.reset();
}

void Simulation::Impl::make_tools() {
  Collider new_collider(model);
  std::optional<InsideCollider> new_inside = inside_collider(model, options);
  solver = make_solver(options);
  collider = std::move(new_collider);
  inside = std::move(new_inside);
  tools_are_whole = true;
}

void Simulation::Impl::fail_step(int contact_count) {
  const std::int64_t step_index = state.step_index + 1;
  const double time = static_cast<double>(step_index) * step;
  try {
    throw;
  } catch (const SimulationError&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw SimulationError(
        fmt::format("out of memory at t = {:.6g} s (step {}, {} contacts when last counted); the last good state is "
                    "kept. Look for many bodies in one place, or take fewer bodies, samples or solver threads",
                    time, step_index, contact_count));
  } catch (const std::exception& error) {
    throw SimulationError(
        fmt::format("the step to t = {:.6g} s (step {}, {} contacts when last counted) failed: {}; "
                    "the last good state is kept",
                    time, step_index, contact_count, error.what()));
  }
}

}  // namespace stiction

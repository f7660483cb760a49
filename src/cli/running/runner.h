// Runs a scene from start to end: the loop behind `check`.
#pragma once

#include <cstdint>
#include <functional>

#include "recording/run_report.h"
#include "scenes/scene.h"
#include "stepping/simulation.h"

namespace stiction {

// Called after every step; `step_total` is how many there will be. Returns false to interrupt the run.
using StepCallback = std::function<bool(const Simulation&, std::int64_t step_total)>;

// threads: 0 = all cores. Throws InputError on an impossible scene. A simulation that fails while running is a report
// with status failed. Expectations of such a run count as not passed; of an interrupted one, only what is certain is
// judged.
RunReport run_scene(const Scene& scene, int threads, const StepCallback& after_step);

}  // namespace stiction

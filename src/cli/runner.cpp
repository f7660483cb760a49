#include "cli/runner.h"

#include <chrono>
#include <memory>
#include <vector>

#include "base/error.h"
#include "cli/scene_source.h"
#include "recording/run_statistics.h"

namespace stiction {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

RunReport identity(const Scene& scene, const Simulation& simulation) {
  RunReport report;
  report.scene = scene.name;
  report.solver = simulation.options().name;
  report.friction_set = to_string(simulation.options().tangents);
  report.tolerance = simulation.options().tolerance;
  report.warm_start = simulation.options().warm_start;
  report.step_seconds = simulation.step_size();
  report.threads = simulation.threads();
  return report;
}

using Monitors = std::vector<std::unique_ptr<ExpectationMonitor>>;

Monitors start_monitors(const Scene& scene, const Simulation& simulation) {
  Monitors monitors;
  for (const Expectation& expectation : scene.expectations) {
    monitors.push_back(make_monitor(expectation, simulation.model()));
    monitors.back()->start(simulation);
  }
  return monitors;
}

// The loop proper. Throws SimulationError.
RunStatus take_steps(Simulation& simulation, std::int64_t step_total, RunStatistics& statistics, Monitors& monitors,
                     const StepCallback& after_step) {
  for (std::int64_t i = 0; i < step_total; ++i) {
    const StepReport& step = simulation.step();
    statistics.add(step, simulation.state(), simulation.contacts());
    for (auto& monitor : monitors) monitor->observe(simulation);
    const bool wanted = after_step(simulation, step_total);
    if (!wanted && i + 1 < step_total) return RunStatus::kInterrupted;
  }
  return RunStatus::kFinished;
}

}  // namespace

RunReport run_scene(const Scene& scene, int threads, const StepCallback& after_step) {
  const std::int64_t step_total = step_count(scene);
  Simulation simulation(scene.model, scene.step, scene.solver, threads);
  RunReport report = identity(scene, simulation);
  RunStatistics statistics(simulation.model(), simulation.state());
  Monitors monitors = start_monitors(scene, simulation);

  const Clock::time_point start = Clock::now();
  try {
    report.status = take_steps(simulation, step_total, statistics, monitors, after_step);
  } catch (const SimulationError& error) {
    report.status = RunStatus::kFailed;
    report.error = error.what();
  }
  report.wall_seconds = seconds_since(start);

  statistics.write_into(report, simulation.state());
  for (const auto& monitor : monitors) {
    const ExpectationResult result = monitor->result();
    const bool passed = result.passed && report.status == RunStatus::kFinished;
    report.expectations.push_back({result.text, result.value, passed});
  }
  return report;
}

}  // namespace stiction

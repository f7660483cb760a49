// One run of a scene, step by step: the simulation, its statistics and the monitors of its expectations.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "recording/run_report.h"
#include "recording/run_statistics.h"
#include "scenes/scene.h"
#include "scenes/verdict.h"
#include "stepping/simulation.h"

namespace stiction {

class RunSession {
 public:
  // `scene` must outlive the session. threads: 0 = all cores. Throws InputError on an impossible scene.
  RunSession(const Scene& scene, int threads);

  const Scene& scene() const { return scene_; }
  const Simulation& simulation() const { return simulation_; }
  std::int64_t step_total() const { return step_total_; }
  bool finished() const { return simulation_.state().step_index >= step_total_; }
  double wall_seconds() const;  // of the run so far, with what went before a resumption

  // Throws SimulationError if the simulation fails; everything is then as after the last good step. Where memory ends
  // after the simulation's part, is_whole() turns false.
  void take_step();
  // Do simulation, figures and expectations belong to the same step? If not, the run cannot go on or be saved.
  bool is_whole() const { return whole_; }

  // Expectations of a run that failed count as not passed; of one that ended early, only what is certain is judged.
  RunReport report(RunStatus status, const std::string& error) const;

  // Everything that decides how the run goes on, and what was measured so far.
  std::string save() const;
  // Throws InputError if the bytes do not fit this scene. wall_seconds: of the run up to there.
  void restore(std::string_view saved, double wall_seconds);

 private:
  RunExtent extent(RunStatus status) const;

  using Clock = std::chrono::steady_clock;

  const Scene& scene_;
  std::int64_t step_total_;
  Simulation simulation_;
  RunStatistics statistics_;
  std::vector<std::unique_ptr<ExpectationMonitor>> monitors_;
  bool whole_ = true;
  double earlier_seconds_ = 0;
  Clock::time_point start_;
};

}  // namespace stiction

#include "cli/running/run_session.h"

#include "base/byte_stream.h"
#include "base/error.h"
#include "base/peak_memory.h"
#include "cli/files/scene_source.h"

namespace stiction {

RunSession::RunSession(const Scene& scene, int threads)
    : scene_(scene),
      step_total_(step_count(scene)),
      simulation_(scene.model, scene.step, scene.solver, threads),
      statistics_(simulation_.model(), simulation_.state()),
      start_(Clock::now()) {
  for (const Expectation& expectation : scene.expectations) {
    monitors_.push_back(make_monitor(expectation, simulation_.model()));
    monitors_.back()->start(simulation_);
  }
}

double RunSession::wall_seconds() const {
  return earlier_seconds_ + std::chrono::duration<double>(Clock::now() - start_).count();
}

void RunSession::take_step() {
  statistics_.reserve_step();
  const StepReport& step = simulation_.step();
  whole_ = false;
  statistics_.add(step, simulation_.state(), simulation_.contacts());
  statistics_.add_hands(simulation_.hands());
  for (const auto& monitor : monitors_) monitor->observe(simulation_);
  whole_ = true;
}

RunReport RunSession::report(RunStatus status, const std::string& error) const {
  const SolverOptions& options = simulation_.options();
  RunReport report;
  report.status = status;
  report.error = error;
  report.scene = scene_.name;
  report.notes = scene_.notes;
  report.solver = options.name;
  report.friction_set = to_string(options.tangents);
  report.tolerance = options.tolerance;
  report.warm_start = options.warm_start;
  report.step_seconds = simulation_.step_size();
  report.threads = simulation_.threads();
  report.memory_bytes = peak_memory();
  report.wall_seconds = wall_seconds();
  statistics_.write_into(report, simulation_.state());
  for (std::size_t i = 0; i < monitors_.size(); ++i) {
    const RunEnd end{extent(status), simulation_.state().time, simulation_.step_size()};
    const ExpectationResult result = verdict(scene_.expectations[i], monitors_[i]->result(), end);
    report.expectations.push_back({result.text, result.value, result.passed, result.judged});
  }
  return report;
}

RunExtent RunSession::extent(RunStatus status) const {
  if (status == RunStatus::kFailed) return RunExtent::kFailed;
  if (status == RunStatus::kInterrupted) return RunExtent::kStopped;
  return scene_.duration < scene_.full_duration ? RunExtent::kShortened : RunExtent::kWhole;
}

std::string RunSession::save() const {
  ByteWriter bytes;
  bytes.put(std::string_view(simulation_.save()));
  statistics_.save(bytes);
  bytes.put(static_cast<std::uint64_t>(monitors_.size()));
  for (const auto& monitor : monitors_) monitor->save(bytes);
  return bytes.bytes();
}

void RunSession::restore(std::string_view saved, double wall_seconds) {
  ByteReader bytes(saved, "saved run");
  simulation_.restore(bytes.get_text());
  statistics_.load(bytes);
  if (bytes.get<std::uint64_t>() != monitors_.size()) throw InputError("saved run: another number of expectations");
  for (const auto& monitor : monitors_) monitor->load(bytes);
  if (bytes.remaining() != 0) throw InputError("saved run: longer than it should be");
  earlier_seconds_ = wall_seconds;
  start_ = Clock::now();
}

}  // namespace stiction

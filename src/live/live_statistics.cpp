#include "live/live_statistics.h"

namespace stiction {
namespace {

double share(std::int64_t part, std::int64_t all) {
  return all > 0 ? static_cast<double>(part) / static_cast<double>(all) : 1;
}

}  // namespace

using Lock = std::lock_guard<std::mutex>;

LiveStatistics::LiveStatistics(const std::string& scene, double step) {
  report_.scene = scene;
  report_.step_seconds = step;
}

void LiveStatistics::add_step(const TimedStep& timed, const StepReport& report) {
  const Lock lock(mutex_);
  cpu_.add(timed.cpu);
  wall_.add(timed.wall);
  recent_cpu_.add(timed.cpu);
  const bool converged = report.certificate.residual <= kEnough;
  converged_ += converged ? 1 : 0;
  recent_converged_ += converged ? 1 : 0;
  report_.budget_cut += report.solve.status == SolveStatus::kBudgetCut ? 1 : 0;
  if (!timed.played) return;
  report_.sim_seconds += report_.step_seconds;
  report_.late += timed.late ? 1 : 0;
  recent_late_ += timed.late ? 1 : 0;
}

void LiveStatistics::add_played_time(double seconds) {
  const Lock lock(mutex_);
  report_.played_seconds += seconds;
}

void LiveStatistics::add_frame() {
  const Lock lock(mutex_);
  ++report_.frames;
}

void LiveStatistics::add_command(bool refused) {
  const Lock lock(mutex_);
  ++(refused ? report_.refused : report_.commands);
}

void LiveStatistics::set_solver(const std::string& name) {
  const Lock lock(mutex_);
  report_.solver = name;
}

void LiveStatistics::set_stopped(const std::string& why) {
  const Lock lock(mutex_);
  report_.stopped = why;
}

void LiveStatistics::set_recording_error(const std::string& why) {
  const Lock lock(mutex_);
  report_.recording_error = why;
}

void LiveStatistics::set_audience(const Audience& audience) {
  const Lock lock(mutex_);
  audience_ = audience;
}

void LiveStatistics::start_recent() {
  const Lock lock(mutex_);
  recent_cpu_ = {};
  recent_converged_ = recent_late_ = 0;
}

RecentTiming LiveStatistics::recent() const {
  const Lock lock(mutex_);
  return {recent_cpu_.times(), recent_late_, share(recent_converged_, recent_cpu_.count())};
}

Audience LiveStatistics::audience() const {
  const Lock lock(mutex_);
  return audience_;
}

LiveReport LiveStatistics::report() const {
  const Lock lock(mutex_);
  LiveReport report = report_;
  report.cpu = cpu_.times();
  report.wall = wall_.times();
  report.converged = share(converged_, cpu_.count());
  return report;
}

}  // namespace stiction

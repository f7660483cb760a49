#include "cli/text/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/text/printable.h"

namespace stiction {
namespace {

constexpr std::chrono::milliseconds kWait{100};

}  // namespace

std::string clock_text(double seconds) {
  if (!std::isfinite(seconds)) return "?";
  const auto total = static_cast<std::int64_t>(std::ceil(std::clamp(seconds, 0.0, 1e12)));
  const std::int64_t hours = total / 3600;
  if (hours > 0) return fmt::format("{}:{:02}:{:02}", hours, total / 60 % 60, total % 60);
  return fmt::format("{}:{:02}", total / 60, total % 60);
}

std::string progress_line(const Simulation& simulation, std::int64_t first_step, std::int64_t step_total,
                          double wall_seconds) {
  const State& state = simulation.state();
  const StepReport& report = simulation.last_report();
  const auto done = static_cast<double>(std::max<std::int64_t>(state.step_index - first_step, 1));
  const double left = wall_seconds / done * static_cast<double>(step_total - state.step_index);
  return fmt::format(
      "step {}/{}  t {:.4g} s  {:.3g} x real time  {} contacts  {} iterations, {} systems  residual {:.1e}  left {}",
      state.step_index, step_total, state.time, done * simulation.step_size() / std::max(wall_seconds, 1e-9),
      report.contact_count, report.solve.iterations, report.solve.newton_steps, report.certificate.residual,
      clock_text(left));
}

Progress::Progress(const std::string& label, std::chrono::seconds plain_interval)
    : label_(printable(label)), line_(kWait, plain_interval) {}

void Progress::update(const Simulation& simulation, std::int64_t step_total) {
  if (first_step_ < 0) first_step_ = simulation.state().step_index - 1;
  if (!line_.is_due()) return;
  line_.show(label_ + ": " + progress_line(simulation, first_step_, step_total, line_.seconds()));
}

}  // namespace stiction

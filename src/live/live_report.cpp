#include "live/live_report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace stiction {
namespace {

using Json = nlohmann::ordered_json;

Json times_json(const StepTimes& times) {
  return {{"p50", times.p50_ms},
          {"p99", times.p99_ms},
          {"max", times.max_ms},
          {"histogram", {{"edges_ms", times.edges_ms}, {"counts", times.counts}}}};
}

std::string times_text(const char* name, const StepTimes& times) {
  return fmt::format("  {:<16} p50 {:.3g} ms, p99 {:.3g} ms, max {:.3g} ms\n", name, times.p50_ms, times.p99_ms,
                     times.max_ms);
}

double percent(std::int64_t part, std::int64_t all) {
  return all > 0 ? 100 * static_cast<double>(part) / static_cast<double>(all) : 0;
}

}  // namespace

std::string live_report_json(const LiveReport& report) {
  const Json stopped = report.stopped.empty() ? Json(nullptr) : Json(report.stopped);
  const Json recording_error = report.recording_error.empty() ? Json(nullptr) : Json(report.recording_error);
  const Json json = {{"scene", report.scene},
                     {"solver", report.solver},
                     {"step_seconds", report.step_seconds},
                     {"steps", report.cpu.steps},
                     {"played_seconds", report.played_seconds},
                     {"sim_seconds", report.sim_seconds},
                     {"step_cpu_ms", times_json(report.cpu)},
                     {"step_wall_ms", times_json(report.wall)},
                     {"late", report.late},
                     {"converged_1e-3", report.converged},
                     {"budget_cut", report.budget_cut},
                     {"frames", report.frames},
                     {"commands", report.commands},
                     {"refused_commands", report.refused},
                     {"stopped", stopped},
                     {"recording_error", recording_error}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string live_report_text(const LiveReport& report) {
  std::string text =
      fmt::format("{}: {} steps of {:g} ms\n", report.scene, report.cpu.steps, 1e3 * report.step_seconds);
  if (report.cpu.steps > 0) {
    if (report.played_seconds > 0) {
      text += fmt::format("  {:<16} {:.3g} s in {:.3g} s, {:.1f} % of the steps late\n", "played", report.sim_seconds,
                          report.played_seconds, percent(report.late, report.cpu.steps));
    }
    text += times_text("processor time", report.cpu) + times_text("wall time", report.wall);
    text += fmt::format("  {:<16} {:.2f} % of the steps (residual at most 1e-3), {} cut by the budget\n", "converged",
                        100 * report.converged, report.budget_cut);
  }
  text += fmt::format("  {:<16} {} carried out, {} refused\n", "commands", report.commands, report.refused);
  if (!report.stopped.empty()) text += fmt::format("  {:<16} {}\n", "stopped", report.stopped);
  return text;
}

}  // namespace stiction

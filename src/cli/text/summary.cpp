#include "cli/text/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/text/size_text.h"

namespace stiction {
namespace {

std::string row(const char* label, const std::string& text) {
  return fmt::format("  {:<13}{}\n", label, text);
}

// A number for people; unknown ones as a dash.
std::string number(double value) {
  return std::isfinite(value) ? fmt::format("{:.4g}", value) : "-";
}

std::string text_of(const MeanMax& x) {
  return fmt::format("mean {}, max {}", number(x.mean), number(x.max));
}

std::string text_of(const Distribution& x) {
  return fmt::format("mean {}, median {}, 99 % {}, max {} ms", number(x.mean), number(x.p50), number(x.p99),
                     number(x.max));
}

std::string steps_text(std::int64_t steps) {
  return fmt::format("{} step{}", steps, steps == 1 ? "" : "s");
}

std::string headline(const RunReport& report) {
  return fmt::format("{}: {}, {} of {:g} s, {:.4g} s simulated in {:.3g} s wall ({:.3g} x real time)\n", report.scene,
                     status_name(report.status), steps_text(report.steps), report.step_seconds, report.sim_seconds,
                     report.wall_seconds, report.sim_seconds / std::max(report.wall_seconds, 1e-9));
}

std::string worst_step_text(const WorstStep& worst) {
  if (worst.step == 0) return "";
  std::string text = fmt::format(" (worst: step {} at {:.4g} s", worst.step, worst.time);
  if (!worst.body_a.empty()) text += fmt::format(", {} on {}", worst.body_b, worst.body_a);
  return text + ")";
}

std::string memory_row(const RunReport& report) {
  if (report.memory_bytes <= 0) return "";
  return row("memory", size_text(static_cast<std::uint64_t>(report.memory_bytes)) + " at most");
}

std::string effort_rows(const RunReport& report) {
  return row("contacts", text_of(report.contacts)) +
         row("iterations",
             fmt::format("{}; linear systems: {}", text_of(report.iterations), text_of(report.newton_steps))) +
         row("solve", text_of(report.solve_ms)) + row("step", text_of(report.step_ms)) + memory_row(report);
}

// Only what went wrong.
std::string trouble_rows(const RunReport& report) {
  std::string rows;
  const auto add = [&rows](const char* label, std::int64_t steps) {
    if (steps > 0) rows += row(label, steps_text(steps));
  };
  add("iter. limit", report.iteration_limit);
  add("infeasible", report.infeasible);
  add("budget cut", report.budget_cut);
  add("overruns", report.budget_overruns);
  for (const auto& [rung, steps] : report.rungs)
    rows += row("fallback", fmt::format("{}: {}", rung, steps_text(steps)));
  return rows;
}

std::string exactness_rows(const RunReport& report) {
  return row("converged",
             fmt::format("{} % of the steps to {:g}", number(100 * report.converged_fraction), report.tolerance)) +
         row("residual", text_of(report.residual) + worst_step_text(report.worst_step)) +
         row("", fmt::format("exact cone: {}; Signorini: max {}", text_of(report.residual_cone),
                             number(report.signorini_max)));
}

std::string hand_rows(const RunReport& report) {
  std::string rows;
  for (const HandFigures& hand : report.hands) {
    rows +=
        row("hand", fmt::format("{}: force {} N; torque {} N m", hand.body, text_of(hand.force), text_of(hand.torque)));
  }
  return rows;
}

std::string energy_text(const RunReport& report) {
  std::string text = fmt::format("start {}, end {}, max {} J", number(report.energy_start), number(report.energy_end),
                                 number(report.energy_max));
  if (report.energy_events == 0) return text;
  return text + fmt::format("; events {} {} J", report.energy_events > 0 ? "added" : "took",
                            number(std::abs(report.energy_events)));
}

std::string joint_row(const RunReport& report) {
  if (report.max_joint_error == 0) return "";
  return row("joints", fmt::format("apart by max {} m or rad", number(report.max_joint_error)));
}

std::string mechanics_rows(const RunReport& report) {
  return hand_rows(report) + row("penetration", fmt::format("max {} m", number(report.max_penetration))) +
         joint_row(report) + row("displacement", fmt::format("max {} m", number(report.max_displacement))) +
         row("speed", fmt::format("max {} m/s at the end", number(report.max_speed_end))) +
         row("energy", energy_text(report)) + row("state hash", fmt::format("{:016x}", report.state_hash));
}

}  // namespace

std::string expectation_line(const ReportedExpectation& expectation) {
  const char* verdict = !expectation.judged ? "not judged" : expectation.passed ? "pass" : "FAIL";
  return fmt::format("{}  {}", verdict, expectation.text);
}

std::string summary_text(const RunReport& report) {
  std::string text = headline(report);
  if (!report.error.empty()) text += row("error", report.error);
  text += row("bodies", fmt::format("{} ({} degrees of freedom)", report.bodies, report.dofs));
  text += row("solver", fmt::format("{}, friction set {}, {} thread{}", report.solver, report.friction_set,
                                    report.threads, report.threads == 1 ? "" : "s"));
  text += effort_rows(report) + trouble_rows(report) + exactness_rows(report) + mechanics_rows(report);
  const char* label = "expected";
  for (const ReportedExpectation& expectation : report.expectations) {
    text += row(label, expectation_line(expectation));
    label = "";
  }
  return text;
}

}  // namespace stiction

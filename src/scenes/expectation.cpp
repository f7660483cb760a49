#include "scenes/expectation.h"

#include <fmt/format.h>

#include <cmath>

#include "base/error.h"
#include "scenes/monitors.h"

namespace stiction {

Moment::Moment(const Simulation& of)
    : model(of.model()), state(of.state()), report(of.last_report()), step(of.step_size()), simulation(&of) {}

const char* expectation_name(ExpectationKind kind) {
  switch (kind) {
    case ExpectationKind::kAtRest:
      return "at_rest";
    case ExpectationKind::kMoved:
      return "moved";
    case ExpectationKind::kSpeed:
      return "speed";
    case ExpectationKind::kPosition:
      return "position";
    case ExpectationKind::kDistance:
      return "distance";
    case ExpectationKind::kEnergy:
      return "energy";
    case ExpectationKind::kPenetration:
      return "penetration";
    case ExpectationKind::kConverged:
      return "converged";
    case ExpectationKind::kCustom:
      return "custom";
  }
  return "unknown";
}

bool matches_pattern(const std::string& pattern, const std::string& name) {
  // Greedy with one point of return: the last star swallows one more character whenever the rest does not fit.
  std::size_t p = 0, n = 0, star = std::string::npos, resume = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = n;
    } else if (p < pattern.size() && pattern[p] == name[n]) {
      ++p;
      ++n;
    } else if (star != std::string::npos) {
      p = star + 1;
      n = ++resume;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

std::vector<int> select_free_bodies(const std::string& pattern, const Model& model) {
  std::vector<int> selected;
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    if (!body.fixed && matches_pattern(pattern, body.name)) selected.push_back(static_cast<int>(i));
  }
  return selected;
}

std::unique_ptr<ExpectationMonitor> make_monitor(const Expectation& expectation, const Model& model) {
  switch (expectation.kind) {
    case ExpectationKind::kAtRest:
    case ExpectationKind::kMoved:
    case ExpectationKind::kSpeed:
    case ExpectationKind::kPosition:
      return make_motion_monitor(expectation, model);
    case ExpectationKind::kDistance:
      return make_distance_monitor(expectation, model);
    case ExpectationKind::kEnergy:
    case ExpectationKind::kPenetration:
    case ExpectationKind::kConverged:
      return make_step_monitor(expectation);
    case ExpectationKind::kCustom:
      break;
  }
  if (!expectation.custom) throw InputError("a custom expectation needs a function that makes its monitor");
  return expectation.custom(model);
}

void WindowMonitor::start(const Moment& moment) {
  if (!in_window(moment)) return;
  opened_ = true;
  watch(moment);
}

void WindowMonitor::observe(const Moment& moment) {
  if (!in_window(moment)) return;
  opened_ = true;
  watch(moment);
  watch_step(moment);
}

ExpectationResult WindowMonitor::result() const {
  if (opened_) return judge();
  ExpectationResult unjudged;
  unjudged.text =
      fmt::format("{}{}: the run has no step in this time", expectation_name(expectation_.kind), window_text());
  unjudged.value = std::nan("");
  unjudged.judged = false;
  return unjudged;
}

void WindowMonitor::save(ByteWriter& to) const {
  put_each(to, opened_);
  save_figures(to);
}

void WindowMonitor::load(ByteReader& from) {
  get_each(from, opened_);
  load_figures(from);
}

bool WindowMonitor::in_window(const Moment& moment) const {
  const double slack = 1e-3 * moment.step;  // times are sums of steps and carry rounding
  return moment.state.time >= expectation_.from - slack && moment.state.time <= expectation_.to + slack;
}

std::string WindowMonitor::window_text() const {
  std::string text;
  if (expectation_.from > 0) text += fmt::format(" from {:g} s", expectation_.from);
  if (std::isfinite(expectation_.to)) text += fmt::format(" to {:g} s", expectation_.to);
  return text;
}

std::string range_text(double min, double max, const char* unit) {
  if (!std::isfinite(min) && !std::isfinite(max)) return "unlimited";
  if (!std::isfinite(min)) return fmt::format("at most {:.6g} {}", max, unit);
  if (!std::isfinite(max)) return fmt::format("at least {:.6g} {}", min, unit);
  return fmt::format("between {:.6g} and {:.6g} {}", min, max, unit);
}

}  // namespace stiction

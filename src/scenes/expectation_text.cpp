#include "scenes/expectation_text.h"

#include <fmt/format.h>

#include <cmath>

#include "scenes/monitors.h"

namespace stiction {
namespace {

std::string window_words(const Expectation& e) {
  if (e.from > 0 && std::isfinite(e.to)) return fmt::format(", from {:.4g} s to {:.4g} s", e.from, e.to);
  if (e.from > 0) return fmt::format(", from {:.4g} s on", e.from);
  if (std::isfinite(e.to)) return fmt::format(", until {:.4g} s", e.to);
  return "";
}

std::string rest_words(const Expectation& e) {
  std::string words;
  if (std::isfinite(e.max_displacement)) words = fmt::format("moves by at most {:.4g} m", e.max_displacement);
  if (!std::isfinite(e.max_speed)) return words;
  return words + fmt::format("{}ends no faster than {:.4g} m/s", words.empty() ? "" : ", ", e.max_speed);
}

std::string energy_words(const Expectation& e) {
  std::string words = "total energy rises by at most ";
  if (std::isfinite(e.max)) words += fmt::format("{:.4g} J", e.max);
  if (!std::isfinite(e.max_relative)) return words;
  return words + fmt::format("{}{:.4g} % of itself", std::isfinite(e.max) ? " and " : "", 100 * e.max_relative);
}

std::string words_of(const Expectation& e) {
  const std::string bodies = e.bodies == "*" ? "every body" : e.bodies;
  switch (e.kind) {
    case ExpectationKind::kAtRest:
      return fmt::format("{}: {}", bodies, rest_words(e));
    case ExpectationKind::kMoved:
      return fmt::format("{}: moves by more than {:.4g} m", bodies, e.more_than);
    case ExpectationKind::kSpeed:
      return fmt::format("{}: speed {}", bodies, range_text(e.min, e.max, "m/s"));
    case ExpectationKind::kPosition:
      return fmt::format("{}: {} {}", bodies, "xyz"[e.axis], range_text(e.min, e.max, "m"));
    case ExpectationKind::kDistance:
      return fmt::format("{} and {}: distance {}", e.bodies, e.other, range_text(e.min, e.max, "m"));
    case ExpectationKind::kEnergy:
      return energy_words(e);
    case ExpectationKind::kPenetration:
      return fmt::format("penetration at most {:.4g} m", e.max);
    case ExpectationKind::kConverged:
      return fmt::format("at least {:.6g} % of the steps converge", 100 * e.fraction);
    case ExpectationKind::kCustom:
      break;
  }
  return e.custom_name;
}

}  // namespace

std::string expectation_text(const Expectation& expectation) {
  return words_of(expectation) + window_words(expectation);
}

}  // namespace stiction

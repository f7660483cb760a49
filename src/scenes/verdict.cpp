#include "scenes/verdict.h"

#include <fmt/format.h>

#include <cmath>

namespace stiction {
namespace {

// Can no further step end in the window? With the slack of the monitors' own window.
bool is_over(const Expectation& expectation, const RunEnd& end) {
  return end.time + end.step > expectation.to + 1e-3 * end.step;
}

bool decides(const Expectation& expectation, const ExpectationResult& result, const RunEnd& end) {
  if (end.extent == RunExtent::kWhole || result.settled || is_over(expectation, end)) return true;
  return end.extent == RunExtent::kShortened && result.passed && !std::isfinite(expectation.to);
}

}  // namespace

ExpectationResult verdict(const Expectation& expectation, ExpectationResult result, const RunEnd& end) {
  if (end.extent == RunExtent::kFailed) {
    result.passed = false;
    result.judged = true;
    return result;
  }
  if (!result.judged || decides(expectation, result, end)) return result;
  result.passed = result.judged = false;
  result.text += fmt::format("; the run {} at {:.6g} s",
                             end.extent == RunExtent::kStopped ? "was stopped" : "was cut short", end.time);
  return result;
}

}  // namespace stiction

// What a live session was like: printed when it ends, and written as JSON.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace stiction {

// Processor time of steps, on the session's thread.
struct StepTimes {
  std::int64_t steps = 0;
  double p50_ms = 0;  // from a histogram: within 6 %
  double p99_ms = 0;
  double max_ms = 0;                 // exact
  std::vector<double> edges_ms;      // of the bins, rising by the same factor; the first bin reaches down to zero
  std::vector<std::int64_t> counts;  // one more than edges: the last bin has no upper end
};

struct LiveReport {
  std::string scene;
  std::string solver;           // as it is at the end
  double step_seconds = 0;      // simulated time of a step [s]
  double played_seconds = 0;    // wall time in which it was playing [s]
  double sim_seconds = 0;       // simulated in it [s]
  StepTimes cpu;                // of all steps
  StepTimes wall;               // of all steps
  std::int64_t late = 0;        // steps that were played and ended after the next one was due
  double converged = 0;         // share of steps with a residual of at most 1e-3; 1 if there were none
  std::int64_t budget_cut = 0;  // steps cut by the solver's wall-clock budget
  std::int64_t frames = 0;      // given to the listener
  std::int64_t commands = 0;    // carried out
  std::int64_t refused = 0;     // commands that were answered by an error
  std::string stopped;          // why the simulation stopped, "" otherwise
  std::string recording_error;  // what was lost of the last recording that went wrong, "" if none did
};

std::string live_report_json(const LiveReport& report);  // one object, indented
std::string live_report_text(const LiveReport& report);  // a few lines for people

}  // namespace stiction

// Tells on standard error how a run gets on: one living line on a terminal, a plain line every few seconds elsewhere.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "stepping/simulation.h"

namespace stiction {

class Progress {
 public:
  // label: what the lines begin with. plain_interval: between lines where there is no terminal.
  Progress(const std::string& label, std::chrono::seconds plain_interval);
  ~Progress();  // takes the living line away
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void update(const Simulation& simulation, std::int64_t step_total);

 private:
  using Clock = std::chrono::steady_clock;

  std::string label_;
  Clock::duration interval_;
  bool terminal_;
  bool line_shown_ = false;
  Clock::time_point start_;
  Clock::time_point next_;
  std::int64_t first_step_ = -1;  // where the run stood when the clock started; -1: not known yet
};

// first_step: where the run stood when the clock started.
// "step 120/6000  t 1.2 s  3.1 x real time  108 contacts  4 iterations  residual 1e-07  left 0:32"
std::string progress_line(const Simulation& simulation, std::int64_t first_step, std::int64_t step_total,
                          double wall_seconds);

// "0:07", "12:34", "1:02:03"
std::string clock_text(double seconds);

}  // namespace stiction

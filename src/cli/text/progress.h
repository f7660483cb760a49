// Tells on standard error how a run gets on.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "cli/text/living_line.h"
#include "stepping/simulation.h"

namespace stiction {

class Progress {
 public:
  // label: what the lines begin with. plain_interval: between lines where there is no terminal.
  Progress(const std::string& label, std::chrono::seconds plain_interval);

  void update(const Simulation& simulation, std::int64_t step_total);

 private:
  std::string label_;
  LivingLine line_;
  std::int64_t first_step_ = -1;  // where the run stood when the clock started; -1: not known yet
};

// first_step: where the run stood when the clock started.
// "step 120/6000  t 1.2 s  3.1 x real time  108 contacts  4 iterations  residual 1e-07  left 0:32"
std::string progress_line(const Simulation& simulation, std::int64_t first_step, std::int64_t step_total,
                          double wall_seconds);

// "0:07", "12:34", "1:02:03"
std::string clock_text(double seconds);

}  // namespace stiction

// Engines on the same scene take turns in slices of wall time, so that all of them meet the machine in the same state.
// Each runs in a process of its own: one that crashes, or that does not come back from a step, takes nobody with it.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "bench/peers/result.h"
#include "bench/peers/trial.h"

namespace stiction::bench {

struct Contender {
  Result blank;                                     // what is known before it begins
  std::function<std::unique_ptr<Trial>()> prepare;  // called in its own process
};

struct TurnsSettings {
  double cap = 60;                                // of wall time, a contender [s]
  double slice = 0.25;                            // of a turn [s]
  std::function<void(const Result&)> progress{};  // after every turn
  std::function<bool()> stop{};                   // asked after every turn and preparation; true stops all of them
};

// Results in the order of the contenders.
std::vector<Result> take_turns(const std::vector<Contender>& contenders, const TurnsSettings& settings);

}  // namespace stiction::bench

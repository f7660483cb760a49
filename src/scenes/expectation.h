// What a scene promises, judged while it runs.
#pragma once

#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "stepping/simulation.h"

namespace stiction {

struct ExpectationResult {
  std::string text;   // what was expected, with units
  double value = 0;   // the measured figure that decided
  bool passed = false;
};

// Watches one run. Fresh for every run.
class ExpectationMonitor {
 public:
  virtual ~ExpectationMonitor() = default;
  virtual void start(const Simulation& simulation) = 0;         // before the first step
  virtual void observe(const Simulation& simulation) = 0;       // after every step
  virtual ExpectationResult result(const Simulation& simulation) const = 0;  // at the end
};

enum class ExpectationKind { kAtRest, kMoved, kSpeed, kPosition, kDistance, kEnergy, kPenetration, kConverged };

// The expectations that scene files can state. Unused fields keep their defaults.
struct Expectation {
  ExpectationKind kind = ExpectationKind::kAtRest;
  std::string bodies;   // pattern with * (at_rest, moved, speed, position), first body of distance
  std::string other;    // second body of distance
  int axis = 2;         // of position
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
  double max_displacement = std::numeric_limits<double>::infinity();  // at_rest [m]
  double max_speed = std::numeric_limits<double>::infinity();         // at_rest [m/s], at the end of the window
  double more_than = 0;          // moved [m]
  double fraction = 1;           // converged: least share of converged steps
  double from = 0;               // window [s]
  double to = std::numeric_limits<double>::infinity();
  // Scenes built in code may add their own: then `custom` makes the monitor and the fields above are ignored.
  std::shared_ptr<ExpectationMonitor> (*custom)(const Expectation&) = nullptr;
  std::string custom_name;
};

std::unique_ptr<ExpectationMonitor> make_monitor(const Expectation& expectation, const Model& model);

// Does `name` match `pattern`, where * stands for any run of characters?
bool matches_pattern(const std::string& pattern, const std::string& name);

}  // namespace stiction

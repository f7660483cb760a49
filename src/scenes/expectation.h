// What a scene promises, judged while it runs.
//
//   at_rest      every body's centre of mass stays within max_displacement of where it was when the window opened (or
//                where the body was added, if later), and its speed at the last step of the window is at most max_speed
//   moved        every body was, at some step of the window, farther than more_than from where it was at its opening
//   speed        every body's speed (of the centre of mass) stays within [min, max] at all steps of the window
//   position     the origin of every body stays within [min, max] along the axis at all steps of the window
//   distance     the centres of mass of two bodies stay within [min, max] of each other at all steps of the window
//   energy       total energy never exceeds that at the opening by more than max [J] and max_relative |E_opening|;
//                steps in which a body is added or a velocity is set are not judged: what they bring is allowed for
//   penetration  the largest penetration of any step of the window is at most max
//   converged    at least this fraction of the window's steps are converged
//
// Body patterns select free bodies only. A window that the run never reaches, or whose bodies are never there, is not
// judged. What a run that ended early proves is in verdict.h.
#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "base/byte_stream.h"
#include "stepping/simulation.h"

namespace stiction {

struct ExpectationResult {
  std::string text;  // what was expected and what was measured, with units
  double value = 0;  // the measured figure that decided
  bool passed = false;
  bool settled = false;  // no further step can change `passed`
  bool judged = true;    // false: the run had nothing to judge by, and `passed` is false
};

// One instant of a run, as monitors see it. A Simulation converts to it.
struct Moment {
  const Model& model;
  const State& state;
  const StepReport& report;                // of the step that led here; meaningless before the first step
  double step;                             // [s]
  const Simulation* simulation = nullptr;  // for contacts and their forces; null: there are none to be seen

  Moment(const Model& the_model, const State& the_state, const StepReport& the_report, double the_step)
      : model(the_model), state(the_state), report(the_report), step(the_step) {}
  Moment(const Simulation& simulation);  // NOLINT(google-explicit-constructor): monitors take simulations
};

// Watches one run. Fresh for every run. A run that is resumed goes on with what save() kept: a fresh monitor of the
// same expectation loads it in place of start().
class ExpectationMonitor {
 public:
  virtual ~ExpectationMonitor() = default;
  virtual void start(const Moment& moment) = 0;    // before the first step
  virtual void observe(const Moment& moment) = 0;  // after every step
  virtual ExpectationResult result() const = 0;    // at the end
  virtual void save(ByteWriter& to) const = 0;     // everything that start() and observe() have changed
  virtual void load(ByteReader& from) = 0;         // throws InputError if the bytes do not fit
};

enum class ExpectationKind {
  kAtRest,
  kMoved,
  kSpeed,
  kPosition,
  kDistance,
  kEnergy,
  kPenetration,
  kConverged,
  kCustom
};

// The expectations that scene files can state. Unused fields keep their defaults.
struct Expectation {
  static constexpr double kUnlimited = std::numeric_limits<double>::infinity();

  ExpectationKind kind = ExpectationKind::kAtRest;
  std::string bodies;                    // pattern with * (at_rest, moved, speed, position), first body of distance
  std::string other;                     // second body of distance
  int axis = 2;                          // of position
  double min = -kUnlimited;              // speed [m/s], position [m], distance [m]
  double max = kUnlimited;               // the same, penetration [m], energy gain [J]
  double max_relative = kUnlimited;      // energy gain over |energy| at the opening of the window
  double max_displacement = kUnlimited;  // at_rest [m]
  double max_speed = kUnlimited;         // at_rest [m/s], at the end of the window
  double more_than = 0;                  // moved [m]
  double fraction = 1;                   // converged: least share of converged steps
  double from = 0;                       // window [s]
  double to = kUnlimited;
  // kCustom, for scenes built in code: makes the monitor; the name says in words what is expected.
  std::function<std::unique_ptr<ExpectationMonitor>(const Model&)> custom;
  std::string custom_name;
};

// "at_rest", ... as written in scene files; "custom".
const char* expectation_name(ExpectationKind kind);

// The model must outlive the monitor. Throws InputError if a pattern selects no free body.
std::unique_ptr<ExpectationMonitor> make_monitor(const Expectation& expectation, const Model& model);

// Does `name` match `pattern`, where * stands for any run of characters?
bool matches_pattern(const std::string& pattern, const std::string& name);

// Indices of the bodies whose names match, free ones only.
std::vector<int> select_free_bodies(const std::string& pattern, const Model& model);

}  // namespace stiction

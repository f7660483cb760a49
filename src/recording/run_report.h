// What a run was like: the contents of `--report`.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "base/types.h"
#include "solvers/contact_solver.h"

namespace stiction {

inline constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();  // null in JSON

enum class RunStatus { kFinished, kInterrupted, kFailed };
const char* status_name(RunStatus status);  // "finished", "interrupted", "failed"

// Over the steps of a run; unknown if there were none.
struct MeanMax {
  double mean = kUnknown;
  double max = kUnknown;
};

struct Distribution {
  double mean = kUnknown;
  double p50 = kUnknown;  // nearest rank
  double p99 = kUnknown;
  double max = kUnknown;
};

// The step with the largest residual.
struct WorstStep {
  std::int64_t step = 0;  // 1 is the first; 0: no step had a contact
  double time = 0;        // at the end of the step [s]
  double residual = 0;
  int contact = -1;    // index in that step's contacts
  std::string body_a;  // the bodies of that contact
  std::string body_b;
  std::vector<IterateLogEntry> iterates;  // how the solver got there, with the solver option log_iterates
};

// What a hand felt, over the steps in which it held its body.
struct HandFigures {
  std::string body;
  MeanMax force;   // magnitude [N]
  MeanMax torque;  // magnitude [N m]
};

struct BodyEnd {
  std::string name;
  Vec3 position = Vec3::Zero();  // of the body's origin [m]
  Quat rotation = Quat::Identity();
  Vec3 velocity = Vec3::Zero();          // of the centre of mass [m/s]
  Vec3 angular_velocity = Vec3::Zero();  // world axes [rad/s]
};

struct ReportedExpectation {
  std::string text;
  double value = kUnknown;
  bool passed = false;
  bool judged = true;  // false: the run ended before it could show, and `passed` is false; null in JSON
};

struct RunReport {
  RunStatus status = RunStatus::kFinished;
  std::string error;  // why it failed, "" otherwise

  // What was run.
  std::string scene;
  std::vector<std::string> notes;  // what was changed while reading the scene, what looks like a slip
  std::string solver;
  std::string friction_set;  // "disk", "polygon8"
  double tolerance = 0;      // judge's residual at which a step counts as converged
  bool warm_start = true;
  double step_seconds = 0;
  std::int64_t steps = 0;
  double sim_seconds = 0;
  double wall_seconds = 0;
  int dofs = 0;                // of free bodies, without the held ones
  int bodies = 0;              // all of them
  std::string contact_metric;  // of elastic bodies: "effective", "mass", "mixed"; "" if there are none
  int threads = 1;
  std::int64_t memory_bytes = 0;  // peak resident set of the process when the report was made; 0: not known

  // Effort.
  MeanMax contacts;
  MeanMax iterations;
  MeanMax newton_steps;
  Distribution solve_ms;
  Distribution step_ms;
  std::vector<std::pair<std::string, double>> stage_ms;  // mean per stage, in the order of the stages
  std::int64_t dof_form_islands = 0;
  std::int64_t contact_form_islands = 0;
  std::map<std::string, std::int64_t> rungs;  // fall-backs that were needed, and in how many steps

  // Exactness.
  double converged_fraction = kUnknown;
  std::int64_t iteration_limit = 0;  // steps cut by the iteration limit
  std::int64_t infeasible = 0;       // steps without a feasible velocity
  std::int64_t budget_cut = 0;       // steps cut by the wall-clock budget
  std::int64_t budget_overruns = 0;  // steps that exceeded it all the same
  MeanMax residual;                  // declared friction set
  MeanMax residual_cone;             // exact Coulomb cone
  WorstStep worst_step;
  double signorini_max = 0;
  double cone_violation_max = 0;
  double momentum_error_max = 0;

  // Mechanics.
  double max_penetration = 0;  // [m]
  double max_joint_error = 0;  // [m], [rad]
  double energy_start = 0;     // [J]
  double energy_end = 0;
  double energy_max = 0;
  double energy_events = 0;     // that bodies added and velocities set after the start brought
  double max_displacement = 0;  // of a free body's centre of mass from its start, over all steps [m]
  double max_speed_end = 0;     // of free bodies [m/s]
  std::vector<HandFigures> hands;
  std::vector<BodyEnd> bodies_end;
  std::vector<ReportedExpectation> expectations;
  std::uint64_t state_hash = 0;
};

// One JSON object, indented; numbers that are not finite become null.
std::string report_json(const RunReport& report);

// Is this the text of a report, of whatever version?
bool is_report(const std::string& text);

}  // namespace stiction

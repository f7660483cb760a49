// What solves one island: the part in which solvers differ. solvers/islandwise_solver.h does the rest.
#pragma once

#include <vector>

#include "contact/island.h"
#include "solvers/contact_solver.h"
#include "solvers/deadline.h"
#include "solvers/iterate.h"

namespace stiction {

// What a driver starts from; null where there is nothing.
struct DriverStart {
  const std::vector<double>* impulse = nullptr;   // z, scaled, by contact id
  const std::vector<double>* friction = nullptr;  // f, scaled generalised friction impulse (SP's warm start)
  const ContactProblem* problem = nullptr;        // that the island is of
  bool is_solution = false;   // impulse has solved this island, or this island without some of its contacts
  bool of_this_step = false;  // impulse comes from a solve of this step, with fewer contacts
};

// What rigid bodies do. Round-off of their velocities would add up.
enum class Motion {
  kSolved,  // they go on as the solution says
  kKept,    // they keep the velocities they had before the step
  kNone,    // they have none
};

struct DriverResult {
  Iterate solution;    // its c + f is the change of velocity in the kinetic metric
  Iterate warm_start;  // what the next step had better start from; mostly the solution itself
  SolveStatus status = SolveStatus::kConverged;
  int iterations = 0;
  int newton_steps = 0;     // linear systems solved
  Form form = Form::kAuto;  // of these systems; kAuto: there were none
  const char* rung = "";    // the fall-back that was needed last
  Motion motion = Motion::kSolved;
  bool structure_kept = false;  // what was found out about its contact graph could be used again
  std::vector<IterateLogEntry> log;
};

// The judge measures all islands together. Its denominator is the larger of two norms, each the root of a sum of
// squares over islands: if every island meets the tolerance over sqrt(2), all of them together meet it.
inline constexpr double kIslandShare = 0.7;

class IslandDriver {
 public:
  virtual ~IslandDriver() = default;
  // Never throws on non-convergence: the best iterate is returned. All fields of `result` are set, its memory reused.
  virtual void solve(const Island& island, const DriverStart& start, const Deadline& deadline,
                     DriverResult& result) = 0;
};

}  // namespace stiction

// Solves recorded problems on the exact friction law, contact by contact group that is coupled to nothing else.
//
// Gauss-Seidel sweeps as long as they promise to arrive first; central path (InteriorPoint), then proximal Newton
// (ExactLawNewton), as in the predictor of the simulation; where that is not enough, further rounds from disturbed
// starts (group_solver.h). The best impulses count; not converging is data.
#pragma once

#include "recorded/recorded_problem.h"
#include "solvers/deadline.h"

namespace stiction {

enum class RecordedStatus { kSolved, kIterationLimit, kTimeLimit, kFailed };
const char* status_name(RecordedStatus status);

struct RecordedOptions {
  double tolerance = 1e-8;  // of recorded_error
  double time_limit = 60;   // wall time [s]
  int threads = 1;          // over groups of contacts
};

struct RecordedResult {
  RecordedStatus status = RecordedStatus::kFailed;
  VecX r;              // dimension x contact_count
  double error = 0;    // recorded_error of r
  int iterations = 0;  // sweeps and linear systems, in the group of contacts that took most
};

RecordedResult solve_recorded(const RecordedProblem& problem, const RecordedOptions& options);

}  // namespace stiction

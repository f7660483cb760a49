// One solver on one problem in a process of its own, which may crash or be ended when its time is up.
#pragma once

#include <functional>
#include <memory>

#include "recorded/recorded_problem.h"

namespace stiction::bench {

// A solver with its problem set up: run() is what is measured.
class Candidate {
 public:
  virtual ~Candidate() = default;
  virtual void run(double tolerance) = 0;  // from nothing, to this tolerance in the solver's own measure
  virtual VecX impulse() const = 0;

 protected:
  Candidate() = default;
  Candidate(const Candidate&) = default;
  Candidate& operator=(const Candidate&) = default;
};

enum class Verdict { kSolved, kTimeLimit, kGaveUp, kCrashed };
const char* verdict_name(Verdict verdict);

struct Trial {
  Verdict verdict = Verdict::kGaveUp;
  double seconds = 0;  // processor time of one solve, the median of a few; of the last attempt where it is not solved
  double error = 0;    // recorded_error of the impulses; of the last attempt that ended where it is not solved
  double own_tolerance = 0;  // with which the solver got there
};

struct TrialOptions {
  double tolerance = 1e-8;  // of recorded_error
  double own_tolerance = 1e-8;
  double limit = 10;  // processor time of one solve [s]
};

// Solvers stop by measures of their own. Where the impulses are not good enough in ours, the solver is called again
// from nothing with a tolerance tighter by as much as was missing; only the call that succeeds counts. make: called in
// the new process, not measured.
Trial attempt(const std::function<std::unique_ptr<Candidate>()>& make, const RecordedProblem& problem,
              const TrialOptions& options);

}  // namespace stiction::bench

// Series of contact problems solved by several methods in turn.
#pragma once

#include <time.h>

#include <string>
#include <utility>
#include <vector>

#include "contact/contact_problem.h"
#include "solvers/contact_solver.h"

namespace stiction::bench {

inline constexpr double kTolerance = 1e-6;
inline constexpr int kSweeps = 500;  // N_max of all methods

struct Method {
  const char* label;
  const char* solver;
  std::vector<std::pair<const char*, const char*>> options;
};

using Problems = std::vector<const ContactProblem*>;

// Of all problems of a series, one after the other by one solver, as steps follow each other.
struct Outcome {
  double seconds = 0;                   // per problem, median over rounds
  long contacts = 0, regions = 0;       // in all
  int problems = 0, poor_problems = 0;  // poor: a limit of iterations was reached
  long poor_regions = 0;
  double iterations = 0;  // of the slowest region, mean over the problems
  double worst = 0;       // residual of problems that are not poor, by the judge
};

SolverOptions options_of(const Method& method, bool warm);
double seconds(clockid_t clock);
// Methods take turns, `rounds` of them; processor time of this thread.
std::vector<Outcome> solve_in_turns(const Problems& problems, const std::vector<Method>& methods, int rounds,
                                    bool warm = false);

}  // namespace stiction::bench

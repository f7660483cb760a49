#include "regions/solving.h"

#include <algorithm>
#include <map>

#include "contact/judge.h"
#include "solvers/island_driver.h"

namespace stiction::bench {
namespace {

// Regions whose best iterate is not good enough.
long poor_regions(const SolveReport& report) {
  std::map<int, double> least;
  for (const IterateLogEntry& entry : report.log) {
    double& own = least.try_emplace(entry.island, entry.natural_map).first->second;
    own = std::min(own, entry.natural_map);
  }
  return std::ranges::count_if(least, [](const auto& one) { return !(one.second <= kIslandShare * kTolerance); });
}

void count(const Problems& problems, SolverOptions options, Outcome& outcome) {
  options.log_iterates = true;
  const auto solver = make_solver(options);
  ContactSolution solution;
  for (const ContactProblem* problem : problems) {
    solver->solve(*problem, solution);
    const bool poor = solution.report.status != SolveStatus::kConverged;
    ++outcome.problems;
    outcome.contacts += problem->contact_count();
    outcome.regions += solution.report.island_count;
    outcome.iterations += solution.report.iterations / static_cast<double>(problems.size());
    outcome.poor_problems += poor ? 1 : 0;
    outcome.poor_regions += poor ? poor_regions(solution.report) : 0;
    if (!poor) outcome.worst = std::max(outcome.worst, judge(*problem, solution.impulse, solution.velocity).residual);
  }
}

}  // namespace

double seconds(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

SolverOptions options_of(const Method& method, bool warm) {
  SolverOptions options;
  options.name = method.solver;
  options.tolerance = kTolerance;
  options.warm_start = warm;
  if (options.name != "pcg") options.max_iterations = kSweeps;
  for (const auto& [key, value] : method.options) set_solver_option(options, key, value);
  return options;
}

std::vector<Outcome> solve_in_turns(const Problems& problems, const std::vector<Method>& methods, int rounds,
                                    bool warm) {
  std::vector<std::unique_ptr<ContactSolver>> solvers;
  std::vector<Outcome> outcomes(methods.size());
  for (std::size_t m = 0; m < methods.size(); ++m) {
    SolverOptions options = options_of(methods[m], warm);
    options.tangents = problems.front()->friction_set;
    count(problems, options, outcomes[m]);
    solvers.push_back(make_solver(options));
  }
  std::vector<std::vector<double>> times(methods.size());
  ContactSolution solution;
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t m = 0; m < methods.size(); ++m) {
      const double begin = seconds(CLOCK_THREAD_CPUTIME_ID);
      for (const ContactProblem* problem : problems) solvers[m]->solve(*problem, solution);
      times[m].push_back((seconds(CLOCK_THREAD_CPUTIME_ID) - begin) / static_cast<double>(problems.size()));
    }
  }
  for (std::size_t m = 0; m < methods.size(); ++m) {
    std::ranges::sort(times[m]);
    outcomes[m].seconds = times[m][times[m].size() / 2];
  }
  return outcomes;
}

}  // namespace stiction::bench

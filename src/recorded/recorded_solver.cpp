#include "recorded/recorded_solver.h"

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "recorded/contact_space_law.h"
#include "recorded/group_solver.h"
#include "recorded/recorded_error.h"

namespace stiction {
namespace {

constexpr double kShare = 0.95;  // of the tolerance, for round-off between this sum and the judge's

class Groups {
 public:
  explicit Groups(const RecordedProblem& problem) : parent_(problem.mu.size()) {
    std::iota(parent_.begin(), parent_.end(), 0);
    for (int j = 0; j < problem.W.outerSize(); ++j)
      for (SparseMatrix::InnerIterator it(problem.W, j); it; ++it)
        join(static_cast<int>(it.row()) / problem.dimension, j / problem.dimension);
  }
  // The contacts of every group, in rising order.
  std::vector<std::vector<int>> lists() {
    std::vector<std::vector<int>> groups;
    std::vector<int> group_of(parent_.size(), -1);
    for (int c = 0; c < static_cast<int>(parent_.size()); ++c) {
      int& group = group_of[root(c)];
      if (group < 0) {
        group = static_cast<int>(groups.size());
        groups.emplace_back();
      }
      groups[group].push_back(c);
    }
    return groups;
  }

 private:
  int root(int c) {
    while (parent_[c] != c) c = parent_[c] = parent_[parent_[c]];
    return c;
  }
  void join(int a, int b) { parent_[root(a)] = root(b); }

  std::vector<int> parent_;
};

// |F| allowed in each group, so that all together leave no more than the tolerance: half of its square goes by the load
// of the groups, half by their number.
std::vector<double> allowances(const RecordedProblem& problem, const std::vector<std::vector<int>>& groups,
                               double tolerance) {
  const double total = problem.q.squaredNorm();
  std::vector<double> allowed;
  for (const auto& group : groups) {
    double load = 0;
    for (int c : group) load += problem.q.segment(problem.dimension * c, problem.dimension).squaredNorm();
    const double share = groups.size() == 1 ? 1 : 0.5 * load / total + 0.5 / static_cast<double>(groups.size());
    allowed.push_back(kShare * tolerance * std::sqrt(total * share));
  }
  return allowed;
}

// Returns the number of sweeps and linear systems.
int solve_group(const RecordedProblem& problem, const std::vector<int>& contacts, double allowed,
                const Deadline& deadline, VecX& r) {
  ContactSpaceLaw law(problem, contacts, allowed);
  GroupSolver solver(law, deadline);
  solver.solve();
  for (int c = 0; c < law.contact_count(); ++c)
    for (int k = 0; k < problem.dimension; ++k)
      r[problem.dimension * contacts[c] + k] = solver.impulse()[3 * static_cast<std::size_t>(c) + k] / law.scale(c);
  return solver.iterations();
}

}  // namespace

const char* status_name(RecordedStatus status) {
  switch (status) {
    case RecordedStatus::kSolved:
      return "solved";
    case RecordedStatus::kIterationLimit:
      return "iteration_limit";
    case RecordedStatus::kTimeLimit:
      return "time_limit";
    case RecordedStatus::kFailed:
      return "failed";
  }
  return "";
}

RecordedResult solve_recorded(const RecordedProblem& problem, const RecordedOptions& options) {
  const Deadline deadline(options.time_limit);
  RecordedResult result;
  result.r = VecX::Zero(problem.q.size());
  if (problem.q.squaredNorm() > 0) {  // nothing drives it otherwise
    const auto groups = Groups(problem).lists();
    const auto allowed = allowances(problem, groups, options.tolerance);
    std::vector<int> systems(groups.size());
    tbb::task_arena arena(options.threads);
    arena.execute([&] {
      tbb::parallel_for(std::size_t{0}, groups.size(), [&](std::size_t g) {
        systems[g] = solve_group(problem, groups[g], allowed[g], deadline, result.r);
      });
    });
    result.iterations = *std::max_element(systems.begin(), systems.end());
  }
  result.error = recorded_error(problem, result.r);
  const double at_zero = recorded_error(problem, VecX::Zero(problem.q.size()));
  result.status = result.error <= options.tolerance ? RecordedStatus::kSolved
                  : deadline.passed()               ? RecordedStatus::kTimeLimit
                  : result.error < at_zero          ? RecordedStatus::kIterationLimit
                                                    : RecordedStatus::kFailed;
  return result;
}

}  // namespace stiction

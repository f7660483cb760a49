// Solving and judging in one call, and islands for tests of single parts.
#pragma once

#include <string>
#include <vector>

#include "contact/island.h"
#include "contact/judge.h"
#include "contact/problems.h"
#include "solvers/contact_solver.h"

namespace stiction::test {

using Settings = std::vector<std::pair<std::string, std::string>>;  // keys and values as on the command line

inline SolverOptions options_of(const Settings& settings) {
  SolverOptions options;
  for (const auto& [key, value] : settings) set_solver_option(options, key, value);
  return options;
}

struct Solved {
  ContactSolution solution;
  Certificate certificate;
};

inline Solved solve(const ContactProblem& problem, const SolverOptions& options) {
  Solved solved;
  make_solver(options)->solve(problem, solved.solution);
  solved.certificate = judge(problem, solved.solution.impulse, solved.solution.velocity);
  return solved;
}

// The whole problem as one island.
inline Island whole_island(const ContactProblem& problem) {
  IslandBuilder builder;
  std::vector<Island> islands;
  int count = 0;
  builder.build(problem, false, {}, islands, count);
  return count == 0 ? Island{} : islands[0];
}

inline double norm(const std::vector<double>& v) {
  return Eigen::Map<const VecX>(v.data(), static_cast<Eigen::Index>(v.size())).norm();
}
inline double distance(const std::vector<double>& a, const std::vector<double>& b) {
  return (Eigen::Map<const VecX>(a.data(), static_cast<Eigen::Index>(a.size())) -
          Eigen::Map<const VecX>(b.data(), static_cast<Eigen::Index>(b.size())))
      .norm();
}

}  // namespace stiction::test

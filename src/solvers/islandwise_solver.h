// The frame of every solver: islands of a problem solved one by one, in parallel, by drivers of their own.
//
// Does what does not depend on the method: islands, warm starts in scaled variables, the budget, back to problem units,
// the report. Islands share nothing, and results are collected in their order: the same bits for any number of threads.
#pragma once

#include <memory>
#include <vector>

#include "contact/island.h"
#include "solvers/contact_solver.h"
#include "solvers/island_driver.h"

namespace stiction {

class IslandwiseSolver : public ContactSolver {
 public:
  explicit IslandwiseSolver(const SolverOptions& options) : options_(options) {}
  void solve(const ContactProblem& problem, ContactSolution& solution) override {
    solve(problem, solution, step_deadline(options_));
  }
  void solve(const ContactProblem& problem, ContactSolution& solution, const Deadline& deadline) override;

 protected:
  const SolverOptions& options() const { return options_; }

 private:
  // Everything one island needs, kept from step to step.
  struct Worker {
    std::unique_ptr<IslandDriver> driver;
    DriverResult result;
    std::vector<double> warm_impulse, warm_friction;
  };
  virtual std::unique_ptr<IslandDriver> make_driver() const = 0;
  DriverStart make_start(const ContactProblem& problem, const Island& island, Worker& worker) const;
  void solve_in_time(const ContactProblem& problem, int island_count, const Deadline& deadline);
  void collect(const ContactProblem& problem, int island_index, ContactSolution& solution) const;

  SolverOptions options_;
  IslandBuilder builder_;
  std::vector<Island> islands_;
  std::vector<Worker> workers_;
  std::vector<int> order_;  // of the islands, small ones first
  VecX friction_;           // impulses without their normal parts
};

// A solver whose driver is made from the options alone.
template <class Driver>
class IslandwiseSolverOf : public IslandwiseSolver {
 public:
  using IslandwiseSolver::IslandwiseSolver;

 private:
  std::unique_ptr<IslandDriver> make_driver() const override { return std::make_unique<Driver>(options()); }
};

}  // namespace stiction

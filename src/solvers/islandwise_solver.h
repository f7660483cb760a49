// The frame of every solver: islands of a problem solved one by one, in parallel, by drivers of their own.
//
// Does what does not depend on the method: islands, warm starts in scaled variables, the budget, back to problem units,
// the report. Contacts that seem to stay open may be left out at first (see contact_selection.h); where that proves
// wrong the islands concerned are solved again. Islands share nothing, and results are collected in their order: the
// same bits for any number of threads. Loops over the contacts of a large island are parallel too
// (contact/island_loops.h).
#pragma once

#include <memory>
#include <vector>

#include "contact/island.h"
#include "solvers/contact_selection.h"
#include "solvers/contact_solver.h"
#include "solvers/island_driver.h"

namespace stiction {

class IslandwiseSolver : public ContactSolver {
 public:
  // gather: contacts that are islands of their own come to drivers many at a time (see IslandBuilder).
  explicit IslandwiseSolver(const SolverOptions& options, bool gather = false) : options_(options) {
    builder_.gather_lone_contacts(gather);
  }
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
    bool has_start = false;  // is warm_impulse set?
  };
  virtual std::unique_ptr<IslandDriver> make_driver() const = 0;
  // May contacts that seem to stay open be left out at first?
  virtual bool selects_contacts() const { return false; }
  void make_islands(const ContactProblem& problem);
  // Those of to_solve_: all islands, or those with contacts that were added to the selection.
  void solve_islands(const ContactProblem& problem, const VecX& warm_impulse, const Deadline& deadline,
                     ContactSolution& solution);
  void solve_in_time(const ContactProblem& problem, const VecX& warm_impulse, const Deadline& deadline);
  void solve_one(const ContactProblem& problem, const VecX& warm_impulse, int island_index, const Deadline& deadline);
  DriverStart make_start(const ContactProblem& problem, const VecX& warm_impulse, const Island& island,
                         Worker& worker) const;
  void collect(const ContactProblem& problem, const VecX& warm_impulse, int island_index, ContactSolution& solution);

  SolverOptions options_;
  ContactSelection selection_;
  IslandBuilder builder_;
  std::vector<Island> islands_;
  int island_count_ = 0;
  std::vector<int> to_solve_;  // islands
  std::vector<Worker> workers_;
  std::vector<int> order_;                   // of the islands, small ones first
  std::vector<SolveStatus> status_of_body_;  // of the island it was solved in last
  VecX known_impulse_;
  bool solved_before_ = false;  // what is known comes from a solve of this problem without some of its contacts
  VecX friction_;               // impulses without their normal parts
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

// Takes steps: predict, collide, assemble, solve, judge, advance.
#pragma once

#include <array>
#include <memory>

#include "collision/collider.h"
#include "contact/judge.h"
#include "model/model.h"
#include "model/state.h"
#include "solvers/contact_solver.h"

namespace stiction {

enum class Stage { kPredict, kCollide, kAssemble, kSolve, kJudge, kAdvance, kCount };
const char* stage_name(Stage stage);  // "predict", "collide", ...

// What happened in one step.
struct StepReport {
  double time = 0;  // at the end of the step [s]
  int contact_count = 0;
  SolveReport solve;
  Certificate certificate;
  bool converged = true;       // certificate.residual <= tolerance
  double max_penetration = 0;  // over the contacts found at the start of the step [m], >= 0
  std::array<double, static_cast<int>(Stage::kCount)> stage_seconds{};  // wall time
  double step_seconds() const;                                          // sum over the stages
};

class Simulation {
 public:
  // step [s]. Throws InputError on impossible options. threads: 0 = all cores.
  Simulation(Model model, double step, const SolverOptions& options, int threads = 1);
  ~Simulation();
  Simulation(Simulation&&) noexcept;
  Simulation& operator=(Simulation&&) noexcept;

  // One step. Throws SimulationError if the state turns non-finite; the last good state is kept.
  const StepReport& step();

  const Model& model() const;
  const State& state() const;
  double step_size() const;  // [s]
  const SolverOptions& options() const;
  int threads() const;
  const StepReport& last_report() const;
  // Contacts of the last step and their impulses, in the same order.
  const ContactSet& contacts() const;
  const ContactProblem& problem() const;
  const ContactSolution& solution() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace stiction

// What a Simulation holds. Internal to this room.
#pragma once

#include <tbb/task_arena.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "contact/assemble.h"
#include "stepping/simulation.h"

namespace stiction {

struct Simulation::Impl {
  Model model;
  double step;  // [s]
  SolverOptions options;
  int threads;
  tbb::task_arena arena;
  Collider collider;
  std::unique_ptr<ContactSolver> solver;
  State state;

  Prediction prediction;
  ContactSet contacts, more_contacts;
  std::vector<double> detour;  // of every body [m], see Collider
  ContactProblem problem;
  ContactSolution solution;
  WarmStartCache warm_start;
  std::vector<Vec6> warm_friction;  // per model body: last step's generalised friction impulse
  State next;
  VecX judge_scratch;
  StepReport report;
  double last_residual = 0;  // of the last good step, for messages
  std::size_t next_event = 0;

  Impl(Model m, double h, const SolverOptions& o, int t);

  void take_step();
  void apply_events(double time);
  void assemble_problem();
  void take_solve_report();
  bool find_detours();
  bool find_more_contacts();
  void remember_impulses();
  void advance_bodies();
  void refuse_non_finite_prediction() const;
  void refuse_non_finite() const;
  [[noreturn]] void fail_non_finite(int body) const;
};

}  // namespace stiction

// The projections of Staggered Projections on one island, in the scaled variables of contact/island.h.
//
// z is split into alpha (normal impulses) and beta (friction, two per contact); c = A_n alpha and f = A_t beta are
// the generalised contact and friction impulses in the kinetic metric (c and f of SP section 6).
#pragma once

#include <vector>

#include "contact/island.h"
#include "solvers/iterate.h"
#include "solvers/solver_options.h"
#include "solvers/staggered/active_set_kernel.h"
#include "solvers/staggered/projection_kernel.h"
#include "solvers/staggered/rest.h"
#include "solvers/staggered/stick_refinement.h"

namespace stiction {

// Signorini's condition is promised to 1e-9 of the judge's denominator; a final contact projection leaves no more than
// this, even where contacts are redundant up to round-off.
inline constexpr double kSignorini = 9e-10;

class IslandProjections {
 public:
  // Forgets the deadline.
  void prepare(const Island& island, const SolverOptions& options);
  // Projections that the kernel has not finished by then end as they are (KernelResult::cut). Null: none.
  void set_deadline(const Deadline* deadline) { deadline_ = deadline; }

  // SP eq. 25: alpha, c from f. Starts from (and stays near) the present alpha. tolerance: absolute residual.
  KernelResult project_contact(Iterate& it, double tolerance, int max_systems = kNoLimit);
  // The same by the dense active-set method, if the present iterate misses Signorini's condition as promised: a last
  // resort for contacts that round-off keeps the kernel from settling.
  void ensure_signorini(Iterate& it);
  // SP eq. 24: beta, f from alpha, c.
  KernelResult project_friction(Iterate& it, double tolerance);

  // Both impulses at once, where contacts stick or stay open (stick_refinement.h).
  void refine(Iterate& it, int max_systems);

  // Natural map of the declared law over the island's denominator (the judge's measure).
  double natural_map(const Iterate& it);
  // See rest.h; and Signorini's condition holds as promised. Of the iterate whose natural map was asked for last.
  Rest find_rest(const ContactProblem& problem) const;
  bool is_nearly_at_rest() const;
  // Largest violation of Signorini's condition over the contacts, over the denominator (the judge's measure).
  double signorini(const Iterate& it);
  // SP eq. 29: sum |alpha (u_n - b)| [J].
  double complementarity(const Iterate& it);

  const Island& island() const { return *island_; }
  double denominator() const { return island_->denominator; }
  Form form() const { return form_; }  // of the linear systems; kAuto: there were none
  int newton_steps() const { return newton_steps_; }
  void count_newton_steps(int steps) { newton_steps_ += steps; }

 private:
  void prepare_systems();  // what islands at rest do without
  // good_enough: relative to the denominator, see KernelOptions.
  KernelOptions kernel_options(double tolerance, double good_enough) const;
  void contact_velocity(const Iterate& it);               // fills u_
  void normal_velocity_at(const std::vector<double>& f);  // fills q_: what normal impulses have to answer

  const Island* island_ = nullptr;
  const Deadline* deadline_ = nullptr;
  Kernel kernel_choice_ = Kernel::kNewton;
  ProjectionKernel kernel_;
  ActiveSetKernel active_set_;
  Form wanted_form_ = Form::kAuto, form_ = Form::kAuto;
  StickRefinement refinement_;
  double share_of_tolerance_ = 0;  // residual, relative, at which flat directions are left alone
  int newton_steps_ = 0;
  std::vector<double> q_, u_, radius_, z_, x_;
};

}  // namespace stiction

#include "cli/text/convergence_note.h"

#include <fmt/format.h>

#include "solvers/contact_solver.h"

namespace stiction {
namespace {

bool aims_at_tolerance(const std::string& solver) {
  return solver_entry(solver).source != ContactSource::kVerticesInside;
}

std::string worst_text(const WorstStep& worst) {
  if (worst.step == 0) return "";
  const std::string bodies = worst.body_a.empty() ? "" : fmt::format(", {} on {}", worst.body_b, worst.body_a);
  return fmt::format(" (worst: step {} at {:.4g} s, residual {:.2g}{})", worst.step, worst.time, worst.residual,
                     bodies);
}

const char* remedy(const RunReport& report) {
  if (2 * report.budget_cut > report.steps) return "give the solver a larger budget_ms, or none";
  if (2 * report.infeasible > report.steps) return "look for bodies that are crushed, or joints that contradict others";
  return "look for extreme friction, mass ratios and deep overlaps, or take a smaller step or more iterations";
}

}  // namespace

std::string convergence_note(const RunReport& report) {
  if (report.steps == 0 || report.converged_fraction >= kConvergedShare) return "";
  if (!aims_at_tolerance(report.solver)) return "";
  return fmt::format("{}: only {:.3g} % of {} steps converged to the tolerance {:g}{}; the result is not exact: {}",
                     report.scene, 100 * report.converged_fraction, report.steps, report.tolerance,
                     worst_text(report.worst_step), remedy(report));
}

}  // namespace stiction

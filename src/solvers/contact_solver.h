// The interface of all contact solvers, and their registry.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "contact/contact_problem.h"
#include "solvers/deadline.h"
#include "solvers/solver_options.h"

namespace stiction {

enum class SolveStatus {
  kConverged,       // the solver met its own stopping rule
  kIterationLimit,  // best iterate returned
  kBudgetCut,       // wall-clock budget used up; best iterate returned
  kInfeasible,      // no velocity satisfies the bounds; least violation returned
};

// One line of the log of iterates: what was done, and how good the iterate was after it.
struct IterateLogEntry {
  int island = 0;
  // "start", "path", "newton", "contact", "final"; "friction" (paper driver); "sweep" (pgs, regions), "cg" (regions),
  // "cone", "pivoting", "lemke"
  std::string stage;
  double natural_map = 0;  // relative, the judge's measure on the island
  double change = 0;       // SP eq. 28 of the last friction projection, else 0
  int newton_steps = 0;    // linear systems solved so far on the island
};

// What a solver tells about its work. Exactness is the judge's business.
struct SolveReport {
  SolveStatus status = SolveStatus::kConverged;
  int iterations = 0;    // outer iterations, the largest over the islands
  int newton_steps = 0;  // linear systems solved, all islands
  int island_count = 0;
  int structures_kept = 0;           // islands whose contact graph was that of the last solve (region solvers)
  int dof_form_islands = 0;          // solved in DoF-sized form
  int contact_form_islands = 0;      // solved in contact-sized form
  std::string rung;                  // the last resort that was needed, "" if the normal path sufficed
  bool budget_overrun = false;       // the solve exceeded the budget all the same
  std::vector<IterateLogEntry> log;  // of every iterate, if options.log_iterates
};

struct ContactSolution {
  VecX impulse;     // r, 3 x contact_count [N s]
  VecX warm_start;  // what the next step had better start from, 3 x contact_count [N s]; mostly the impulse itself
  VecX velocity;    // v, dof_count of the problem
  VecX friction_momentum;  // generalised friction impulse, likewise: SP's warm start of the next step
  VecX momentum;           // what contacts did to the degrees of freedom, where that is not J^T r; else empty
  std::vector<FrictionMemory> friction_memory;  // of contacts of vertices inside bodies, for the next step
  SolveReport report;
};

class ContactSolver {
 public:
  virtual ~ContactSolver() = default;
  // Never throws on non-convergence: the best iterate is returned. `solution` memory is reused.
  virtual void solve(const ContactProblem& problem, ContactSolution& solution) = 0;
  // The same, by a deadline instead of the options' budget: for the solves of a step that share one.
  virtual void solve(const ContactProblem& problem, ContactSolution& solution, const Deadline& deadline) = 0;
};

// What a solver's contacts are found by.
enum class ContactSource {
  kNearSurfaces,    // surfaces that come near each other (collision/collider.h)
  kVerticesInside,  // vertices inside bodies after the motion without contacts (collision/inside/inside_collider.h)
};

struct SolverEntry {
  std::string name;
  std::string summary;               // one line for people
  std::vector<std::string> options;  // keys of the options it has, beside those that all have
  std::unique_ptr<ContactSolver> (*make)(const SolverOptions&);
  ContactSource source = ContactSource::kNearSurfaces;
};
const std::vector<SolverEntry>& solver_registry();

// By name, which has to be known.
const SolverEntry& solver_entry(const std::string& name);

// That the options' budget gives a step that begins now.
Deadline step_deadline(const SolverOptions& options);

// Throws InputError if options.name is unknown (with the known names), if an option is set that the solver does not
// have (with those that it has), or if the options contradict each other.
std::unique_ptr<ContactSolver> make_solver(const SolverOptions& options);

}  // namespace stiction

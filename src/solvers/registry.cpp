#include <fmt/format.h>

#include "base/error.h"
#include "solvers/contact_solver.h"
#include "solvers/staggered/staggered_solver.h"

namespace stiction {

const std::vector<SolverEntry>& solver_registry() {
  static const std::vector<SolverEntry> registry = {
      {"staggered", "Staggered Projections (Kaufman et al. 2008): alternating contact and friction projections",
       [](const SolverOptions& options) -> std::unique_ptr<ContactSolver> {
         return std::make_unique<StaggeredSolver>(options);
       }},
  };
  return registry;
}

std::unique_ptr<ContactSolver> make_solver(const SolverOptions& options) {
  if (options.kernel == Kernel::kActiveSet && (options.tangents.is_disk() || options.driver != Driver::kPaper)) {
    throw InputError(
        "kernel \"active-set\" needs driver \"paper\" and a polygon: set driver=paper and tangents=polygon8");
  }
  std::string known;
  for (const SolverEntry& entry : solver_registry()) {
    if (entry.name == options.name) return entry.make(options);
    known += (known.empty() ? "" : ", ") + entry.name;
  }
  throw InputError(fmt::format("there is no solver \"{}\"; known solvers: {}", options.name, known));
}

}  // namespace stiction

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <string_view>

#include "base/error.h"
#include "solvers/contact_solver.h"
#include "solvers/convex_cone/convex_cone_solver.h"
#include "solvers/dantzig/dantzig_solver.h"
#include "solvers/lemke/lemke_solver.h"
#include "solvers/penalty/penalty_solver.h"
#include "solvers/pgs/pgs_solver.h"
#include "solvers/regions/regions_solver.h"
#include "solvers/staggered/staggered_solver.h"
#include "solvers/symmetric_fixed_point/symmetric_fixed_point_solver.h"
#include "solvers/two_pass/two_pass_solver.h"

namespace stiction {
namespace {

constexpr std::string_view kCommonOptions[] = {"name", "tolerance", "warm_start", "decompose", "log_iterates"};

template <class Solver>
std::unique_ptr<ContactSolver> make(const SolverOptions& options) {
  return std::make_unique<Solver>(options);
}

template <class Keys>
bool contains(const Keys& keys, const std::string& key) {
  return std::find(std::begin(keys), std::end(keys), key) != std::end(keys);
}

// An option counts as set if it differs from its default.
void refuse_foreign_options(const SolverEntry& entry, const SolverOptions& options) {
  const SolverOptions defaults;
  for (const OptionField& field : solver_option_fields()) {
    if (contains(kCommonOptions, field.key) || contains(entry.options, field.key)) continue;
    if (field.get(options) == field.get(defaults)) continue;
    std::string own;
    for (const std::string_view key : kCommonOptions) own += fmt::format("{}, ", key);
    for (const std::string& key : entry.options) own += key + (key == entry.options.back() ? "" : ", ");
    throw InputError(
        fmt::format("solver \"{}\" has no option {}: leave it out; its options: {}", entry.name, field.key, own));
  }
}

void refuse_contradictions(const SolverOptions& options) {
  if (options.kernel == Kernel::kActiveSet && (options.tangents.is_disk() || options.driver != Driver::kPaper)) {
    throw InputError(
        "kernel \"active-set\" needs driver \"paper\" and a polygon: set driver=paper and tangents=polygon8");
  }
  const bool regions = options.name == "regions" || options.name == "pcg-pgs" || options.name == "pcg";
  if (regions && !options.tangents.is_disk() && !options.tangents.is_square()) {
    throw InputError(fmt::format("solver \"{}\" has no polygons: set tangents to disk or square", options.name));
  }
  if (options.name == "lemke" && options.tangents.is_square()) {
    throw InputError(
        "solver \"lemke\" has inscribed polygons only: set tangents=polygon8, or take a solver that has the square: "
        "regions, pcg-pgs, pcg, staggered");
  }
}

// Of solvers by conjugate gradients, with sweeps after them or without.
std::vector<std::string> gradient_options(bool sweeps) {
  std::vector<std::string> keys = {"tangents",   "max_iterations", "budget_ms",      "assembly",
                                   "beta",       "restarts",       "pcg_limit",      "sweep",
                                   "pcg_change", "pcg_residual",   "pcg_change_max", "pcg_residual_max",
                                   "pgs_change", "pgs_residual",   "pgs_change_max", "pgs_residual_max"};
  if (!sweeps) {
    std::erase_if(keys, [](const std::string& key) {
      return key == "max_iterations" || key == "sweep" || key.starts_with("pgs_");
    });
  }
  return keys;
}

}  // namespace

const std::vector<SolverEntry>& solver_registry() {
  static const std::vector<SolverEntry> registry = {
      {"staggered",
       "Staggered Projections (Kaufman et al. 2008): alternating contact and friction projections",
       {"tangents", "eps", "max_iterations", "form", "budget_ms", "driver", "kernel"},
       make<StaggeredSolver>},
      {"pgs",
       "Nonlinear projected Gauss-Seidel, contact by contact; optional shock propagation. For comparison",
       {"max_iterations", "budget_ms", "shock_propagation"},
       make<PgsSolver>},
      {"regions", "Contact regions assembled sparse, projected conjugate gradients, then Gauss-Seidel. For mass points",
       gradient_options(true), make<RegionsSolver>},
      {"pcg-pgs", "The same on islands of any bodies, as a matrix or a product. For comparison", gradient_options(true),
       make<RegionsSolver>},
      {"pcg", "Projected conjugate gradients alone. For comparison", gradient_options(false), make<RegionsSolver>},
      {"dantzig",
       "Baraff's pivoting method (1994): one condition after the other, in contact space. For small islands",
       {"budget_ms"},
       make<DantzigSolver>},
      {"lemke",
       "Stewart and Trinkle's complementarity problem by Lemke's method, friction on a polygon. For comparison",
       {"tangents", "budget_ms"},
       make<LemkeSolver>},
      {"penalty",
       "Penalty forces on vertices inside bodies, static friction followed through time (2009). For mass points",
       {"correction", "friction", "tau"},
       make<PenaltySolver>,
       ContactSource::kVerticesInside},
      {"two-pass",
       "Normal impulses without friction, then friction, no iteration. For comparison",
       {"tangents", "form"},
       make<TwoPassSolver>},
      {"convex-cone",
       "Anitescu's convex relaxation: what slides lifts off. For comparison",
       {"tangents", "form"},
       make<ConvexConeSolver>},
      {"symmetric-fixed-point",
       "Anitescu and Hart 2004: convex problems repeated, good for small friction. For comparison",
       {"tangents", "max_iterations", "form", "budget_ms"},
       make<SymmetricFixedPointSolver>},
  };
  return registry;
}

const SolverEntry& solver_entry(const std::string& name) {
  const auto& all = solver_registry();
  const auto found = std::find_if(all.begin(), all.end(), [&](const SolverEntry& entry) { return entry.name == name; });
  assert(found != all.end());
  return *found;
}

std::unique_ptr<ContactSolver> make_solver(const SolverOptions& options) {
  std::string known;
  for (const SolverEntry& entry : solver_registry()) {
    known += (known.empty() ? "" : ", ") + entry.name;
    if (entry.name != options.name) continue;
    refuse_foreign_options(entry, options);
    refuse_contradictions(options);
    return entry.make(options);
  }
  throw InputError(fmt::format("there is no solver \"{}\"; known solvers: {}", options.name, known));
}

}  // namespace stiction

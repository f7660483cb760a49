#include "solvers/solver_options.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "base/error.h"
#include "solvers/contact_solver.h"

namespace stiction {
namespace {

double as_number(const OptionValue& value, double low, double high, const char* range) {
  const double* number = std::get_if<double>(&value);
  if (number == nullptr) throw InputError(fmt::format("must be a number, {}", range));
  if (!(*number >= low && *number <= high)) throw InputError(fmt::format("must be {}, got {}", range, *number));
  return *number;
}

bool as_bool(const OptionValue& value) {
  const bool* flag = std::get_if<bool>(&value);
  if (flag == nullptr) throw InputError("must be true or false");
  return *flag;
}

const std::string& as_text(const OptionValue& value) {
  const std::string* text = std::get_if<std::string>(&value);
  if (text == nullptr) throw InputError("must be a text");
  return *text;
}

template <class Enum>
struct Choice {
  const char* text;
  Enum value;
};

template <class Enum, std::size_t kSize>
Enum parse_choice(const OptionValue& value, const Choice<Enum> (&choices)[kSize]) {
  const std::string& text = as_text(value);
  std::string known;
  for (const auto& choice : choices) {
    if (text == choice.text) return choice.value;
    known += fmt::format("{}\"{}\"", known.empty() ? "" : ", ", choice.text);
  }
  throw InputError(fmt::format("\"{}\" is not one of {}", text, known));
}

template <class Enum, std::size_t kSize>
std::string choice_text(Enum value, const Choice<Enum> (&choices)[kSize]) {
  for (const auto& choice : choices)
    if (choice.value == value) return choice.text;
  return "";
}

constexpr Choice<Form> kForms[] = {{"auto", Form::kAuto}, {"dof", Form::kDof}, {"contact", Form::kContact}};
constexpr Choice<Driver> kDrivers[] = {{"fast", Driver::kFast}, {"paper", Driver::kPaper}};
constexpr Choice<Kernel> kKernels[] = {{"newton", Kernel::kNewton}, {"active-set", Kernel::kActiveSet}};

constexpr Choice<Assembly> kAssemblies[] = {{"auto", Assembly::kAuto},
                                            {"sparse", Assembly::kSparse},
                                            {"dense", Assembly::kDense},
                                            {"factored", Assembly::kFactored}};
constexpr Choice<Beta> kBetas[] = {{"fletcher-reeves", Beta::kFletcherReeves}, {"polak-ribiere", Beta::kPolakRibiere}};
constexpr Choice<Sweep> kSweeps[] = {{"contact", Sweep::kContact}, {"row", Sweep::kRow}};

constexpr Choice<PenaltyFriction> kFrictions[] = {{"dynamic", PenaltyFriction::kDynamic},
                                                  {"scaled", PenaltyFriction::kScaled},
                                                  {"fixed-point", PenaltyFriction::kFixedPoint},
                                                  {"literal", PenaltyFriction::kLiteral},
                                                  {"secant", PenaltyFriction::kSecant}};

// One of the thresholds of a phase.
template <auto kPhase, auto kRule>
OptionField threshold(const char* key, const char* what) {
  return {key, fmt::format("regions, pcg-pgs: {}, relative, 0 (not in use) to 1", what),
          [](const SolverOptions& o) { return OptionValue(o.*kPhase.*kRule); },
          [](SolverOptions& o, const OptionValue& v) { o.*kPhase.*kRule = as_number(v, 0, 1, "from 0 to 1"); }};
}

std::string solver_names() {
  std::string names;
  for (const SolverEntry& entry : solver_registry()) names += (names.empty() ? "" : ", ") + entry.name;
  return names;
}

std::vector<OptionField> make_fields() {
  using O = SolverOptions;
  using V = OptionValue;
  return {
      {"name", "Solver: " + solver_names(), [](const O& o) { return V(o.name); },
       [](O& o, const V& v) { o.name = as_text(v); }},
      {"tolerance", "Judge's residual at which a step counts as converged, dimensionless, 1e-12 to 1",
       [](const O& o) { return V(o.tolerance); },
       [](O& o, const V& v) { o.tolerance = as_number(v, 1e-12, 1, "from 1e-12 to 1"); }},
      {"eps", "Squared relative change of friction at which staggering stops (SP eq. 28), 1e-16 to 1",
       [](const O& o) { return V(o.eps); },
       [](O& o, const V& v) { o.eps = as_number(v, 1e-16, 1, "from 1e-16 to 1"); }},
      {"max_iterations",
       "Iterations per island and step (pgs: sweeps; regions, pcg-pgs: what follows pcg_limit), 1 to 1000000",
       [](const O& o) { return V(static_cast<double>(o.max_iterations)); },
       [](O& o, const V& v) {
         const double number = as_number(v, 1, 1e6, "a whole number from 1 to 1000000");
         if (number != std::floor(number)) throw InputError("must be a whole number from 1 to 1000000");
         o.max_iterations = static_cast<int>(number);
       }},
      {"tangents", "Friction set: disk (exact), square (around it) or polygonN, N even (inscribed)",
       [](const O& o) { return V(to_string(o.tangents)); },
       [](O& o, const V& v) { o.tangents = parse_friction_set(as_text(v)); }},
      {"form", "Size of the projections' linear systems: auto, dof or contact",
       [](const O& o) { return V(choice_text(o.form, kForms)); },
       [](O& o, const V& v) { o.form = parse_choice(v, kForms); }},
      {"warm_start", "Start from the last step's impulses: true or false", [](const O& o) { return V(o.warm_start); },
       [](O& o, const V& v) { o.warm_start = as_bool(v); }},
      {"decompose", "Solve islands of touching bodies separately, without contacts that stay open: true or false",
       [](const O& o) { return V(o.decompose); }, [](O& o, const V& v) { o.decompose = as_bool(v); }},
      {"budget_ms", "Wall-clock budget of all solves of a step [ms], 0: none",
       [](const O& o) { return V(o.budget_ms); },
       [](O& o, const V& v) { o.budget_ms = as_number(v, 0, 1e9, "from 0 to 1e9 ms"); }},
      {"driver", "fast (accelerated) or paper (Algorithm 1 of the paper)",
       [](const O& o) { return V(choice_text(o.driver, kDrivers)); },
       [](O& o, const V& v) { o.driver = parse_choice(v, kDrivers); }},
      {"kernel", "newton (structured, fast) or active-set (dense Goldfarb-Idnani reference)",
       [](const O& o) { return V(choice_text(o.kernel, kKernels)); },
       [](O& o, const V& v) { o.kernel = parse_choice(v, kKernels); }},
      {"assembly", "regions, pcg-pgs, pcg: matrix of a region: auto, sparse, dense or factored",
       [](const O& o) { return V(choice_text(o.assembly, kAssemblies)); },
       [](O& o, const V& v) { o.assembly = parse_choice(v, kAssemblies); }},
      {"beta", "regions, pcg-pgs, pcg: fletcher-reeves or polak-ribiere",
       [](const O& o) { return V(choice_text(o.beta, kBetas)); },
       [](O& o, const V& v) { o.beta = parse_choice(v, kBetas); }},
      {"restarts", "regions, pcg-pgs, pcg: safeguarded conjugate gradients: true, or false for the paper's own",
       [](const O& o) { return V(o.restarts); }, [](O& o, const V& v) { o.restarts = as_bool(v); }},
      {"pcg_limit",
       "regions, pcg-pgs, pcg: conjugate gradient iterations first, in multiples of a region's rows, 0 to 1e6",
       [](const O& o) { return V(o.pcg_limit); },
       [](O& o, const V& v) { o.pcg_limit = as_number(v, 0, 1e6, "from 0 to 1e6"); }},
      {"sweep", "regions, pcg-pgs: contact (each solved exactly) or row (as in the paper)",
       [](const O& o) { return V(choice_text(o.sweep, kSweeps)); },
       [](O& o, const V& v) { o.sweep = parse_choice(v, kSweeps); }},
      threshold<&O::pcg_stop, &StopThresholds::change>("pcg_change", "change of impulses that ends the first phase"),
      threshold<&O::pcg_stop, &StopThresholds::residual>("pcg_residual",
                                                         "projected residual that ends the first phase"),
      threshold<&O::pcg_stop, &StopThresholds::change_max>("pcg_change_max", "the same as pcg_change, largest entry"),
      threshold<&O::pcg_stop, &StopThresholds::residual_max>("pcg_residual_max",
                                                             "the same as pcg_residual, largest entry"),
      threshold<&O::pgs_stop, &StopThresholds::change>("pgs_change", "change of impulses that ends the sweeps"),
      threshold<&O::pgs_stop, &StopThresholds::residual>("pgs_residual", "projected residual that ends the sweeps"),
      threshold<&O::pgs_stop, &StopThresholds::change_max>("pgs_change_max", "the same as pgs_change, largest entry"),
      threshold<&O::pgs_stop, &StopThresholds::residual_max>("pgs_residual_max",
                                                             "the same as pgs_residual, largest entry"),
      {"shock_propagation", "pgs: last pass in layers from the ground upward, lower bodies held: true or false",
       [](const O& o) { return V(o.shock_propagation); }, [](O& o, const V& v) { o.shock_propagation = as_bool(v); }},
      {"correction", "penalty: contacts act on both bodies alike: true, or false for forces on vertices alone",
       [](const O& o) { return V(o.correction); }, [](O& o, const V& v) { o.correction = as_bool(v); }},
      {"friction",
       "penalty: dynamic (sliding friction alone), scaled (static where it stops), fixed-point, secant (static, "
       "followed "
       "through time) or literal (fixed-point with the paper's step, -0.1 s/m)",
       [](const O& o) { return V(choice_text(o.friction, kFrictions)); },
       [](O& o, const V& v) { o.friction = parse_choice(v, kFrictions); }},
      {"tau", "penalty: step of friction=fixed-point over the velocity without friction, dimensionless, -2 to -0.001",
       [](const O& o) { return V(o.tau); },
       [](O& o, const V& v) { o.tau = as_number(v, -2, -1e-3, "from -2 to -0.001"); }},
      {"log_iterates", "Keep a log of every iterate: true or false", [](const O& o) { return V(o.log_iterates); },
       [](O& o, const V& v) { o.log_iterates = as_bool(v); }},
  };
}

}  // namespace

const std::vector<OptionField>& solver_option_fields() {
  static const std::vector<OptionField> fields = make_fields();
  return fields;
}

void set_solver_option(SolverOptions& options, const std::string& key, const std::string& text) {
  std::string known;
  for (const OptionField& field : solver_option_fields()) {
    known += (known.empty() ? "" : ", ") + field.key;
    if (field.key != key) continue;
    OptionValue value = text;
    const OptionValue present = field.get(options);
    if (std::holds_alternative<bool>(present) && (text == "true" || text == "false")) value = text == "true";
    if (std::holds_alternative<double>(present)) {
      double number = 0;
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
      if (error == std::errc{} && end == text.data() + text.size()) value = number;
    }
    try {
      field.set(options, value);
    } catch (const InputError& error) {
      throw InputError(fmt::format("solver option {}: {}", key, error.what()));
    }
    return;
  }
  throw InputError(fmt::format("there is no solver option \"{}\"; known options: {}", key, known));
}

}  // namespace stiction

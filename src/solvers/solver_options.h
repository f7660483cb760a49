// Options of the contact solvers, with one description that JSON, command line and documentation share.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "contact/friction_set.h"

namespace stiction {

enum class Form { kAuto, kDof, kContact };  // size of the projections' linear systems
enum class Driver { kFast, kPaper };        // accelerated driver, or Algorithm 1 of SP as printed
enum class Kernel { kNewton, kActiveSet };  // structured semismooth Newton, or dense Goldfarb-Idnani
// Of the operator of a contact region: blocks that are not zero, all blocks, or a product; auto: what is cheaper.
enum class Assembly { kAuto, kSparse, kDense, kFactored };
enum class Beta { kFletcherReeves, kPolakRibiere };  // RG eqs. 17, 18
enum class Sweep { kContact, kRow };                 // contacts solved exactly, or row by row

// Friction of the penalty method: sliding friction always (PF eq. 7); what sliding friction would stop is stopped (eqs.
// 11, 13); and that multiplied by a factor that follows the contact through time, by a fixed point with a dimensionless
// step (eqs. 17, 18), with the step as printed, or by the secant rule (eq. 19).
enum class PenaltyFriction { kDynamic, kScaled, kFixedPoint, kLiteral, kSecant };

// RG's stopping rules for one phase of its solvers, relative to the judge's denominator of the region; a phase ends
// when one of them is met. 0: not in use.
struct StopThresholds {
  double change = 0, residual = 0;          // Euclidean norms of the change of impulses, of the projected residual
  double change_max = 0, residual_max = 0;  // largest entries of the same (RG eqs. 20, 21)
  bool any() const { return change > 0 || residual > 0 || change_max > 0 || residual_max > 0; }
};

struct SolverOptions {
  std::string name = "staggered";
  double tolerance = 1e-6;   // judge's residual at which a step counts as converged, dimensionless, 1e-12..1
  double eps = 1e-4;         // SP eq. 28 (squared relative change of friction), dimensionless, 1e-16..1
  int max_iterations = 500;  // iterations (pgs: sweeps) per island, 1..1e6
  FrictionSet tangents;      // disk, square, or polygon with an even number of corners
  Form form = Form::kAuto;
  bool warm_start = true;
  bool decompose = true;  // islands are solved separately
  double budget_ms = 0;   // wall-clock budget per step [ms]; 0: none
  Driver driver = Driver::kFast;
  Kernel kernel = Kernel::kNewton;
  Assembly assembly = Assembly::kAuto;
  Beta beta = Beta::kFletcherReeves;
  bool restarts = true;  // of conjugate gradients; false: RG Algorithm 2 without safeguards
  double pcg_limit = 2;  // iterations of conjugate gradients, in multiples of a region's rows, 0..1e6
  Sweep sweep = Sweep::kContact;
  StopThresholds pcg_stop, pgs_stop;
  bool shock_propagation = false;  // pgs: a last pass in layers from the ground upward
  bool correction = true;          // penalty: post-correction (PF eq. 6)
  PenaltyFriction friction = PenaltyFriction::kFixedPoint;
  double tau = -1;            // penalty: step of the fixed point, in units of 1 / velocity without friction, -2..-0.001
  bool log_iterates = false;  // keep a log of every iterate in the step's report
};

// Sweeps over the contacts reach such tolerances of a heap at a fraction of the cost of linear systems, and gaps show
// what they leave.
inline bool is_loose(double tolerance) {
  return tolerance >= 1e-4;
}

using OptionValue = std::variant<bool, double, std::string>;

// One option as users see it.
struct OptionField {
  std::string key;
  std::string help;  // a sentence, with unit and range
  OptionValue (*get)(const SolverOptions&);
  // Throws InputError (without the place) on a wrong type or an impossible value.
  void (*set)(SolverOptions&, const OptionValue&);
};
const std::vector<OptionField>& solver_option_fields();

// Sets `key` from text as typed on a command line ("1e-8", "true", "polygon8"). Throws InputError.
void set_solver_option(SolverOptions& options, const std::string& key, const std::string& text);

}  // namespace stiction

// The two drivers of Staggered Projections on one island.
#pragma once

#include <vector>

#include "solvers/anderson.h"
#include "solvers/deadline.h"
#include "solvers/exact_law/predictor.h"
#include "solvers/island_driver.h"
#include "solvers/pgs/sweeps.h"
#include "solvers/solver_options.h"
#include "solvers/staggered/island_projections.h"

namespace stiction {

// Relative tolerance of the last contact projection: machine precision for practical purposes. Structures sink
// if it is loose.
inline constexpr double kExactProjection = 1e-13;
// The same in a hurry: what Signorini's condition needs and no more.
inline constexpr double kExactInTime = 0.3 * kSignorini;
// A last contact projection that leaves more than this, relative to the denominator, has no feasible point.
inline constexpr double kInfeasibleResidual = 1e-6;
// Some wedges leave a last bit of normal velocity that only impulses far beyond the load could answer. No more than
// this share of the tolerance, relative to the denominator, is accepted where sharpening the normal impulses fails (but
// always kSignorini, and never more than the second),
inline constexpr double kBluntShare = 0.01, kBluntSignorini = 1e-8;
// and no more than this after Newton's method has tried.
inline constexpr double kWedgedSignorini = 1e-6;

// The same where nothing met the tolerance and exact normal impulses would be far off it.
inline constexpr double kUnsettledSignorini = 1e-5;

// Algorithm 1 of SP. Departures, each a slip of the printed text: the loop runs while i <= max_iterations (printed:
// i < max_iters, which never enters for 1); leaving by rel_err keeps the last friction impulse (printed: possibly an
// earlier one); eq. 28's denominator is floored, so that vanishing friction does not divide by zero.
class PaperDriver {
 public:
  void solve(IslandProjections& projections, const SolverOptions& options, const Deadline& deadline,
             const DriverStart& start, DriverResult& result);

 private:
  Iterate current_, best_;
  std::vector<double> last_f_;
};

// The accelerated driver: warm start by contact id or zero, whichever has the smaller natural map; LawPredictor
// (skipped for settled structures); staggering with Anderson acceleration and inexact inner solves, which mostly finds
// nothing left to do; on a stall Newton's method with more patience, and staggering again. Every path ends with a
// contact projection to machine precision, or with an iterate that was checked to satisfy Signorini's condition as
// promised.
// With a deadline time is kept back for a contact projection, which is what is returned if nothing better can be
// finished in time (fast_driver_budget.cpp). Every linear system is preceded by a look at the
// deadline, and none is begun once it has passed unless there is no iterate yet that satisfies Signorini's condition.
class FastDriver {
 public:
  void solve(IslandProjections& projections, const SolverOptions& options, const Deadline& deadline,
             const DriverStart& start, DriverResult& result);

 private:
  enum class Outcome { kAccepted, kStalled, kLimit, kBudget, kInfeasible };
  static SolveStatus status_of(Outcome outcome);
  void choose_start(const DriverStart& start);
  bool still_solves();
  Rest find_rest(const DriverStart& start);
  bool comes_to_rest();
  bool refine();        // is it a solution for what comes to rest?
  bool rests_enough();  // the same of the present iterate
  bool in_a_hurry() const;
  Outcome solve_in_time();
  void sweep_in_time(double target);
  void predict_in_time(double enough);
  void project_exactly();
  double reserve() const;           // time to keep back for a contact projection [s]
  Deadline before_reserve() const;  // the deadline of what comes before it
  bool finish();
  bool best_is_far_better();
  double blunt_signorini() const;  // that is accepted before Newton's method has tried
  void predict();
  void take_prediction();
  void newton_polish();
  Outcome stagger(int max_rounds);
  bool accept();
  void remember();        // keeps the present iterate if it is the best so far
  void remember_exact();  // likewise, among those that satisfy Signorini's condition
  bool time_left() const;
  bool deforms() const { return !projections_->island().wide_runs.empty(); }  // has the island bodies that do?
  double inner_tolerance() const;
  bool exact_contact_projection(int max_systems);  // false if the deadline cut it
  void log(const char* stage, double change = 0);

  IslandProjections* projections_ = nullptr;
  const SolverOptions* options_ = nullptr;
  const Deadline* deadline_ = nullptr;
  Deadline predictor_deadline_;
  Iterate it_, best_, best_exact_, before_sharpening_;
  Anderson anderson_;
  LawPredictor predictor_;
  GaussSeidelSweeps sweeps_;
  double natural_map_ = 0, best_natural_map_ = 0, best_exact_natural_map_ = 0;
  double projection_seconds_ = 0;  // what contact projections have taken within budgets, per contact; 0: unknown [s]
  bool friction_fresh_ = false;    // friction was recomputed in this step
  bool hurry_ = false;             // there is a deadline, and little time
  bool wedged_ = false;            // the last sharpening of normal impulses took friction out of its cone
  bool newton_tried_ = false;      // the fall-back
  int iterations_ = 0;
  std::vector<IterateLogEntry>* log_ = nullptr;
  std::vector<double> last_f_, z_;
};

}  // namespace stiction

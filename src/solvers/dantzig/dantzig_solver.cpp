#include "solvers/dantzig/dantzig_solver.h"

#include <algorithm>
#include <limits>

#include "solvers/contact_space.h"

namespace stiction {
namespace {

constexpr int kMostRounds = 4;
constexpr int kTurningSystems = 100;
// Of an attempt from nothing. Those that succeed on steps of stacks and card houses mostly take up to 4 per row.
constexpr int kPivots = 200, kPivotsPerRow = 5;
constexpr int kPivotsNearby = 50;        // from impulses that should be near, beside one per contact
constexpr double kTurningMost = 5e-10;   // natural map that leaves Signorini's condition to 1e-9
constexpr double kStiffRho = 1e4;        // of Newton's method with deforming bodies, as in exact_law/predictor.cpp
constexpr double kTurningTarget = 1e-3;  // of the tolerance: directions have to be better than the answer

}  // namespace

double DantzigDriver::natural_map(const Island& island, const VecX& z) {
  const double residual = stiction::natural_map(island, problem_, z, u_);
  if (residual < least_) keep(z, residual);
  return residual;
}

void DantzigDriver::keep(const VecX& z, double natural_map) {
  least_ = natural_map;
  best_.assign(z.data(), z.data() + z.size());
}

// The impulses of the last step, if they are better than none. They are where pivoting begins, not an answer.
void DantzigDriver::choose_start(const Island& island, const DriverStart& start) {
  if (start.impulse == nullptr) return;
  const Eigen::Map<const VecX> warm(start.impulse->data(), problem_.b.size());
  least_ = std::numeric_limits<double>::infinity();
  const double cold = natural_map(island, VecX::Zero(problem_.b.size()));
  if (natural_map(island, warm) < cold) problem_.start = warm;
}

bool DantzigDriver::pivot(const Island& island, const Deadline& deadline, DriverResult& result) {
  FrictionOptions options;
  if (deadline.limited()) options.stop = [&] { return !deadline.allows(0); };
  const bool nearby = problem_.start.size() > 0;  // an answer is near, or the start is of no use
  const int rows = static_cast<int>(problem_.b.size());
  options.max_pivots = nearby ? kPivotsNearby + problem_.contact_count() : kPivots + kPivotsPerRow * rows;
  options.max_attempts = nearby ? 1 : 2;
  const FrictionResult pivoted = solve_friction(problem_, options);
  const bool first = ++result.iterations == 1;
  result.newton_steps += pivoted.pivots;
  const double residual = natural_map(island, pivoted.f);
  if (meets(residual)) keep(pivoted.f, residual);  // its Signorini's condition is the better one
  if (options_.log_iterates) result.log.push_back({0, "pivoting", residual, 0, result.newton_steps});
  const bool ray = pivoted.status == PivotingStatus::kUnboundedRay || pivoted.status == PivotingStatus::kInfeasible;
  if (first && ray) result.rung = "ray";
  const bool no_end = pivoted.status == PivotingStatus::kPivotLimit;
  if (no_end && !nearby) result.rung = "pivot limit";
  lost_ = no_end && nearby && meets(natural_map(island, problem_.start));
  if (ray && bounds_contradict(problem_)) result.status = SolveStatus::kInfeasible;
  if (pivoted.status == PivotingStatus::kStopped) result.status = SolveStatus::kBudgetCut;
  return result.status == SolveStatus::kIterationLimit && (lost_ || !meets(least_));
}

bool DantzigDriver::turn_directions(const Island& island, const Deadline& deadline, DriverResult& result) {
  const double before = least_;
  ExactLawNewton::Goal goal;
  goal.target = std::min(kTurningTarget * options_.tolerance, kTurningMost);
  goal.max_systems = kTurningSystems;
  if (!island.wide_runs.empty()) goal.first_rho = kStiffRho;
  turned_ = best_;
  law_.polish(island, goal, deadline, turned_);
  for (const LawPredictor::Stage& stage : law_.stages()) result.newton_steps += stage.systems;
  problem_.start = Eigen::Map<const VecX>(turned_.data(), problem_.b.size());
  const double residual = natural_map(island, problem_.start);
  if (options_.log_iterates) result.log.push_back({0, "newton", residual, 0, result.newton_steps});
  if (*result.rung == '\0') result.rung = "directions";
  return residual < before;
}

// Where pivoting does not come to an end Newton's method begins where pivoting did, if that is better. A start that
// meets the tolerance is no answer yet, or the errors of steps would add up, but after Newton's method it is.
void DantzigDriver::search(const Island& island, const Deadline& deadline, DriverResult& result) {
  for (int round = 1; pivot(island, deadline, result) && round < kMostRounds; ++round) {
    if (!turn_directions(island, deadline, result) || (lost_ && meets(least_))) return;
  }
}

void DantzigDriver::solve(const Island& island, const DriverStart& start, const Deadline& deadline,
                          DriverResult& result) {
  result.iterations = result.newton_steps = 0;
  result.form = Form::kContact;
  result.rung = "";
  result.log.clear();
  result.status = SolveStatus::kIterationLimit;
  set_contact_space(island, problem_);
  best_.assign(problem_.b.size(), 0);  // what remains if no natural map is finite
  choose_start(island, start);
  least_ = std::numeric_limits<double>::infinity();
  const bool from_start = problem_.start.size() > 0;
  search(island, deadline, result);
  if (from_start && result.status == SolveStatus::kIterationLimit && !meets(least_)) {
    problem_.start.resize(0);
    search(island, deadline, result);
  }
  if (meets(least_)) result.status = SolveStatus::kConverged;
  result.solution.set_impulse(island, best_);
  result.warm_start = result.solution;
}

}  // namespace stiction

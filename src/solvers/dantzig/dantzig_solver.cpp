#include "solvers/dantzig/dantzig_solver.h"

#include <algorithm>
#include <limits>

#include "solvers/contact_space.h"

namespace stiction {
namespace {

constexpr int kMostRounds = 4;
constexpr int kTurningSystems = 100;
constexpr int kPivots = 200, kPivotsPerRow = 10;  // of an attempt
constexpr int kPivotsNearby = 50;                 // beside one per row
constexpr double kTurningMost = 5e-10;            // natural map that leaves Signorini's condition to 1e-9
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
  const bool nearby = result.iterations > 0;  // from an answer of Newton's method: near, or of no use
  const int rows = static_cast<int>(problem_.b.size());
  options.max_pivots = nearby ? kPivotsNearby + rows : kPivots + kPivotsPerRow * rows;
  options.max_attempts = nearby ? 1 : 2;
  const FrictionResult pivoted = solve_friction(problem_, options);
  const bool first = ++result.iterations == 1;
  result.newton_steps += pivoted.pivots;
  const double residual = natural_map(island, pivoted.f);
  if (meets(residual)) keep(pivoted.f, residual);  // its Signorini's condition is the better one
  if (options_.log_iterates) result.log.push_back({0, "pivoting", residual, 0, result.newton_steps});
  const bool ray = pivoted.status == PivotingStatus::kUnboundedRay || pivoted.status == PivotingStatus::kInfeasible;
  if (first && ray) result.rung = "ray";
  if (first && pivoted.status == PivotingStatus::kPivotLimit) result.rung = "pivot limit";
  if (ray && bounds_contradict(problem_)) result.status = SolveStatus::kInfeasible;
  if (pivoted.status == PivotingStatus::kStopped) result.status = SolveStatus::kBudgetCut;
  return result.status == SolveStatus::kIterationLimit && !meets(least_);
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

void DantzigDriver::solve(const Island& island, const DriverStart& start, const Deadline& deadline,
                          DriverResult& result) {
  result.iterations = result.newton_steps = 0;
  result.form = Form::kContact;
  result.rung = "";
  result.log.clear();
  result.status = SolveStatus::kIterationLimit;
  set_contact_space(island, problem_);
  choose_start(island, start);
  least_ = std::numeric_limits<double>::infinity();
  while (pivot(island, deadline, result) && result.iterations < kMostRounds) {
    if (!turn_directions(island, deadline, result)) break;
  }
  if (meets(least_)) result.status = SolveStatus::kConverged;
  result.solution.set_impulse(island, best_);
  result.warm_start = result.solution;
}

}  // namespace stiction

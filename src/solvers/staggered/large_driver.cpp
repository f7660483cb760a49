#include "solvers/staggered/large_driver.h"

#include "solvers/exact_law/island_law.h"
#include "solvers/staggered/island_projections.h"
#include "solvers/staggered/large_islands.h"

namespace stiction {
namespace {

// Share of the tolerance below which a start that satisfies Signorini's condition is the solution. A hundred times that
// of small islands: no projection to machine precision has gone before.
constexpr double kQuiet = 0.01;
constexpr double kNear = 1e-3;    // natural map from which Newton is tried at once, where tolerances are not loose,
constexpr int kNearSystems = 12;  // for so many systems
constexpr double kNearRho = 1e4;  // a smaller one would hardly move what reaches through the whole island
// Share of the tolerance that solutions by linear systems aim at: what is left adds up while they are taken again.
constexpr double kTargetShare = 1e-6;

// Sweeps of what is in motion end at kIslandShare of the tolerance, and so do further solves of a step. Heaps that are
// calm, since their start is that near, are swept to this share, and so many times at least unless kQuiet is reached:
// what is left would be the creep of a heap at rest. They end after the first number, or the last one where linear
// systems follow,
constexpr double kSweepTarget = 0.5;
constexpr double kCalm = 0.05;
constexpr int kMostSweeps = 600, kLeastSweeps = 100, kSweepsBeforeSystems = 10;
// or when the natural map has found no such gain in so many sweeps. It is looked at every few sweeps, half as often
// while it is more than kFarOff times as large as wanted.
constexpr int kSweepsPerLook = 5, kPatience = 100;
constexpr double kFarOff = 2;
constexpr double kGain = 0.8;
// Of the tolerance: what sweeps leave farther off is not for the next step to mend. What is nearer gets Newton's
// systems in islands of at most so many bodies; in larger heaps they take longer than all sweeps, and gain nothing.
constexpr double kFar = 3;
constexpr int kFewBodies = 200;

}  // namespace

void LargeDriver::choose_start(const Island& island, const DriverStart& start) {
  zero_.assign(3 * static_cast<std::size_t>(island.contact_count()), 0.0);
  z_ = zero_;
  natural_map_ = island.natural_map(zero_.data(), island.q.data());
  if (start.impulse == nullptr) return;
  IslandLaw law;
  law.set_island(island);
  const double warm = residual_(law, *start.impulse);
  if (warm > natural_map_) {
    residual_(law, zero_);  // leaves the velocities of what is taken
    return;
  }
  natural_map_ = warm;
  z_ = *start.impulse;
}

// As long as they gain.
void LargeDriver::sweep(const Island& island, bool again, const Deadline& deadline, DriverResult& result) {
  const bool calm = !again && natural_map_ <= kCalm;
  const double target = (calm ? kSweepTarget : kIslandShare) * options_.tolerance;
  const int least = calm ? kLeastSweeps : 0;
  const int most = is_loose(options_.tolerance) ? kMostSweeps : kSweepsBeforeSystems;
  sweeps_.start(island, z_);
  double mark = natural_map_, last = natural_map_;
  int gained_at = 0;
  for (int k = 1; k <= most && (k - gained_at < kPatience || k <= least) && !deadline.passed(); ++k) {
    const bool all = k % kSweepsPerLook == 0;
    sweeps_.sweep(all || k == 1);
    result.iterations = k;
    const bool is_last = k == most || deadline.passed();
    if (!is_last && (!all || (last > kFarOff * target && k % (2 * kSweepsPerLook) != 0))) continue;
    if (!all) sweeps_.sweep(true);
    const double natural_map = sweeps_.natural_map();
    if (natural_map < natural_map_) {
      natural_map_ = natural_map;
      z_ = sweeps_.impulse();
    }
    if (natural_map <= (k < least ? kQuiet * options_.tolerance : target)) break;
    last = natural_map;
    if (natural_map >= kGain * mark) continue;
    mark = natural_map;
    gained_at = k;
  }
  log("sweeps", result);
}

void LargeDriver::take_stages(DriverResult& result) {
  for (const LawPredictor::Stage& stage : predictor_.stages()) {
    result.newton_steps += stage.systems;
    natural_map_ = stage.natural_map;
    log(stage.name, result);
  }
}

// Newton from near, the central path from far. At a loose tolerance what is near and stays there is for the next step.
void LargeDriver::solve_law(const Island& island, const Deadline& deadline, DriverResult& result) {
  const double enough = kIslandShare * options_.tolerance, quiet = kQuiet * options_.tolerance;
  ExactLawNewton::Goal goal{kTargetShare * options_.tolerance, 0, 0, quiet, kNearSystems, kNearRho};
  const bool loose = is_loose(options_.tolerance);
  if (natural_map_ < (loose ? kFar * options_.tolerance : kNear)) {
    predictor_.polish(island, goal, deadline, z_);
    take_stages(result);
    if (natural_map_ <= enough || loose) return;
  }
  goal = {kTargetShare * options_.tolerance, enough, kSignorini, enough};
  predictor_.solve(island, goal, deadline, z_);
  take_stages(result);
}

void LargeDriver::log(const char* stage, DriverResult& result) const {
  if (options_.log_iterates) result.log.push_back({0, stage, natural_map_, 0, result.newton_steps});
}

void LargeDriver::solve(const Island& island, const DriverStart& start, const Deadline& deadline,
                        DriverResult& result) {
  result.iterations = result.newton_steps = 0;
  result.form = Form::kAuto;
  result.rung = "";
  result.log.clear();
  choose_start(island, start);
  log("start", result);
  const bool quiet = natural_map_ <= kQuiet * options_.tolerance && start.impulse != nullptr &&
                     island.signorini(z_.data(), residual_.u().data()) <= kSignorini;
  if (!quiet) {
    result.rung = "iteration";
    const bool loose = is_loose(options_.tolerance);
    if (natural_map_ >= kNear || loose) sweep(island, start.of_this_step, deadline, result);
    const double enough = (island.block_count() <= kFewBodies ? kIslandShare : kFar) * options_.tolerance;
    const bool left = !loose || natural_map_ > enough;
    if (left && !deadline.passed()) solve_law(island, deadline, result);
  }
  result.solution.set_impulse(island, z_);
  result.warm_start = result.solution;
  result.status = natural_map_ <= kIslandShare * options_.tolerance ? SolveStatus::kConverged
                  : deadline.passed()                               ? SolveStatus::kBudgetCut
                                                                    : SolveStatus::kIterationLimit;
}

}  // namespace stiction

#include "solvers/staggered/large_driver.h"

#include "solvers/exact_law/island_law.h"
#include "solvers/staggered/island_projections.h"

namespace stiction {
namespace {

// Share of the tolerance below which a start that satisfies Signorini's condition is the solution. A hundred times that
// of small islands: no projection to machine precision has gone before.
constexpr double kQuiet = 0.01;
constexpr double kNear = 1e-3;    // natural map from which Newton is tried at once,
constexpr int kNearSystems = 12;  // for so many systems; above it sweeps come first,
constexpr int kSweeps = 5;        // so many forward and backward
constexpr double kNearRho = 1e4;  // a smaller one would hardly move what reaches through the whole island
// Share of the tolerance that solutions aim at: what is left adds up while they are taken again.
constexpr double kTargetShare = 1e-6;

}  // namespace

void LargeDriver::choose_start(const Island& island, const DriverStart& start) {
  zero_.assign(3 * static_cast<std::size_t>(island.contact_count()), 0.0);
  z_ = zero_;
  natural_map_ = island.natural_map(zero_.data(), island.q.data());
  if (start.impulse == nullptr) return;
  IslandLaw law;
  law.set_island(island);
  const double warm = residual_(law, *start.impulse);
  if (warm > natural_map_) return;
  natural_map_ = warm;
  z_ = *start.impulse;
}

void LargeDriver::sweep(const Island& island, const Deadline& deadline) {
  sweeps_.start(island, z_);
  for (int k = 0; k < kSweeps && !deadline.passed(); ++k) {
    sweeps_.sweep();
    sweeps_.sweep_back();
  }
  const double swept = sweeps_.natural_map();
  if (!(swept < natural_map_)) return;
  natural_map_ = swept;
  z_ = sweeps_.impulse();
}

void LargeDriver::take_stages(DriverResult& result) {
  for (const LawPredictor::Stage& stage : predictor_.stages()) {
    result.newton_steps += stage.systems;
    natural_map_ = stage.natural_map;
    log(stage.name, result);
  }
}

// Newton from near, the central path from far.
void LargeDriver::solve_law(const Island& island, const Deadline& deadline, DriverResult& result) {
  const double enough = kIslandShare * options_.tolerance, quiet = kQuiet * options_.tolerance;
  ExactLawNewton::Goal goal{kTargetShare * options_.tolerance, 0, 0, quiet, kNearSystems, kNearRho};
  if (natural_map_ < kNear) {
    predictor_.polish(island, goal, deadline, z_);
    take_stages(result);
    if (natural_map_ <= enough) return;
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
    if (natural_map_ >= kNear) {
      sweep(island, deadline);
      log("sweeps", result);
    }
    result.rung = "iteration";
    solve_law(island, deadline, result);
  }
  result.solution.set_impulse(island, z_);
  result.warm_start = result.solution;
  result.status = natural_map_ <= kIslandShare * options_.tolerance ? SolveStatus::kConverged
                  : deadline.passed()                               ? SolveStatus::kBudgetCut
                                                                    : SolveStatus::kIterationLimit;
}

}  // namespace stiction

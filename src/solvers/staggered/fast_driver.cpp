#include <algorithm>
#include <cmath>

#include "solvers/staggered/alart_curnier.h"
#include "solvers/staggered/drivers.h"
#include "solvers/staggered/friction_change.h"

namespace stiction {
namespace {

// The judge sums over islands: each keeps a margin.
constexpr double kIslandShare = 0.5;
// Below this share of the tolerance a warm start is accepted as it is; above it friction is projected at least once
// per step, or the error of the last step would be carried on as creep.
constexpr double kUntouchedShare = 0.01;
constexpr int kPredictorRounds = 3;
constexpr int kStallWindow = 12;

}  // namespace

void FastDriver::solve(IslandProjections& projections, const SolverOptions& options, const Deadline& deadline,
                       const DriverStart& start, DriverResult& result) {
  projections_ = &projections;
  options_ = &options;
  deadline_ = &deadline;
  iterations_ = 0;
  reserve_seconds_ = 0;
  friction_fresh_ = false;
  result.rung = "";
  choose_start(start);

  cone_rounds(kPredictorRounds, 0.1 * options.tolerance);
  Outcome outcome = stagger(options.max_iterations);
  if (outcome == Outcome::kStalled) {
    result.rung = "cone";
    cone_rounds(60, 0.1 * options.tolerance);
    outcome = stagger(20);
  }
  if (outcome == Outcome::kStalled) {
    result.rung = "tresca";
    tresca_rounds(20, 0.1 * options.tolerance);
    outcome = stagger(20);
  }
  if (outcome == Outcome::kStalled && projections.island().friction_set.is_disk()) {
    result.rung = "newton";
    newton_polish();
    outcome = stagger(20);
  }
  if (outcome != Outcome::kAccepted) {
    it_ = best_;
    exact_contact_projection();
  }
  result.solution = it_;
  result.iterations = iterations_;
  result.status = outcome == Outcome::kAccepted ? SolveStatus::kConverged
                  : outcome == Outcome::kBudget ? SolveStatus::kBudgetCut
                                                : SolveStatus::kIterationLimit;
}

void FastDriver::choose_start(const DriverStart& start) {
  const Island& island = projections_->island();
  it_.set_zero(island);
  natural_map_ = projections_->natural_map(it_);
  best_ = it_;
  best_natural_map_ = natural_map_;
  if (start.impulse == nullptr) return;
  it_.set_impulse(island, *start.impulse);
  const double warm = projections_->natural_map(it_);
  if (warm < natural_map_) {
    natural_map_ = warm;
    remember();
  } else {
    it_ = best_;
  }
}

void FastDriver::remember() {
  if (natural_map_ < best_natural_map_) {
    best_natural_map_ = natural_map_;
    best_ = it_;
  }
}

bool FastDriver::time_left() const {
  return deadline_->allows(reserve_seconds_);
}

// Inexact inner solves: a small share of the present error, absolute.
double FastDriver::inner_tolerance() const {
  return std::clamp(0.03 * natural_map_, kExactProjection, 1e-3) * projections_->denominator();
}

void FastDriver::cone_rounds(int max_rounds, double target) {
  for (int round = 0; round < max_rounds && natural_map_ > target && time_left(); ++round) {
    projections_->cone_round(it_, inner_tolerance());
    natural_map_ = projections_->natural_map(it_);
    friction_fresh_ = true;
    remember();
  }
}

void FastDriver::tresca_rounds(int max_rounds, double target) {
  for (int round = 0; round < max_rounds && natural_map_ > target && time_left(); ++round) {
    projections_->tresca_round(it_, inner_tolerance());
    natural_map_ = projections_->natural_map(it_);
    remember();
  }
}

void FastDriver::newton_polish() {
  it_ = best_;
  AlartCurnierNewton newton;
  newton.polish(projections_->island(), it_);
  natural_map_ = projections_->natural_map(it_);
  remember();
}

void FastDriver::exact_contact_projection() {
  projections_->project_contact(it_, kExactProjection * projections_->denominator());
  natural_map_ = projections_->natural_map(it_);
}

// The contact projection just made satisfies Signorini's condition to its tolerance. If the whole iterate is good
// enough, sharpen that projection and look again.
bool FastDriver::accept() {
  const double target = (friction_fresh_ ? kIslandShare : kUntouchedShare) * options_->tolerance;
  if (natural_map_ > target) return false;
  exact_contact_projection();
  return natural_map_ <= target;
}

FastDriver::Outcome FastDriver::stagger(int max_rounds) {
  anderson_.reset();
  double change = friction_fresh_ ? 0 : std::numeric_limits<double>::infinity();
  double window_best = natural_map_;
  int window_age = 0;
  for (int round = 0; round <= max_rounds; ++round) {
    const auto before = Deadline::Clock::now();
    projections_->project_contact(it_, inner_tolerance());
    reserve_seconds_ =
        std::max(reserve_seconds_, 2 * std::chrono::duration<double>(Deadline::Clock::now() - before).count());
    natural_map_ = projections_->natural_map(it_);
    remember();
    if (change <= options_->eps || !friction_fresh_) {
      if (accept()) return Outcome::kAccepted;
    }
    if (!time_left()) return Outcome::kBudget;
    if (iterations_ >= options_->max_iterations) return Outcome::kLimit;
    if (natural_map_ < 0.7 * window_best) {
      window_best = natural_map_;
      window_age = 0;
    } else if (++window_age > kStallWindow) {
      return Outcome::kStalled;
    }

    last_f_ = it_.f;
    last_beta_ = it_.beta;
    projections_->project_friction(it_, inner_tolerance());
    friction_fresh_ = true;
    ++iterations_;
    change = friction_change(last_f_, it_.f, projections_->denominator());
    if (change > 0) anderson_.mix(last_f_, last_beta_, it_.f, it_.beta);
  }
  return Outcome::kStalled;
}

}  // namespace stiction

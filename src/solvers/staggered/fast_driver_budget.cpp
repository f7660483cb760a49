// The fast driver within a budget.
//
// Signorini's condition comes first, friction as far as there is time: sweeps over the contacts, which in a few
// microseconds each repair what changed since the last step; the predictor where they do not get far enough, with time
// kept back for what follows; an exact contact projection, which is what can be returned; then rounds of both
// projections while there is time for them. Only what is left over goes to the ways of a solve without a budget.
#include <algorithm>
#include <cmath>

#include "solvers/staggered/drivers.h"

namespace stiction {
namespace {

// More time than this per contact is no hurry [s]: a solve from nothing takes some 20 us.
constexpr double kAmple = 1e-3;
// Kept back for the last contact projection: so many times what one took in the steps before,
constexpr double kReserve = 1.5;
// or this share of the time where nothing is known yet.
constexpr double kUnknownReserve = 0.35;
// How fast older measurements are forgotten.
constexpr double kForget = 0.2;
// Share of the tolerance at which sweeps and the predictor end.
constexpr double kTarget = 0.3;
constexpr int kPredictorSystems = 60;
// Sweeps: at most so many, and no more once so many have not brought the natural map down by the factor; the first ones
// without a look at the time, since a projection from a poor start takes longer than they do.
constexpr int kMostSweeps = 30, kSweepPatience = 4, kLeastSweeps = 16;
constexpr double kSweepGain = 0.7;
constexpr int kRounds = 4;

}  // namespace

bool FastDriver::in_a_hurry() const {
  return deadline_->limited() && deadline_->left() < kAmple * projections_->island().contact_count();
}

double FastDriver::reserve() const {
  if (projection_seconds_ == 0) return kUnknownReserve * deadline_->left();
  return kReserve * projection_seconds_ * projections_->island().contact_count();
}

Deadline FastDriver::before_reserve() const {
  return deadline_->limited() ? deadline_->sooner(reserve()) : *deadline_;
}

// A contact projection that can be returned; begun in time it is gone on with after the deadline if there is no other.
void FastDriver::project_exactly() {
  const double before = deadline_->now();
  bool done = exact_contact_projection(kNoLimit);
  if (!done && !std::isfinite(best_exact_natural_map_)) {
    projections_->set_deadline(nullptr);
    done = exact_contact_projection(kNoLimit);
    projections_->set_deadline(deadline_);
  }
  if (!done) return;
  const double seconds = (deadline_->now() - before) / std::max(1, projections_->island().contact_count());
  projection_seconds_ = projection_seconds_ == 0 ? seconds : (1 - kForget) * projection_seconds_ + kForget * seconds;
}

void FastDriver::sweep_in_time(double target) {
  const Island& island = projections_->island();
  if (island.friction_set.samples != 0) return;  // sweeps know disks only
  const Deadline deadline = before_reserve();
  it_.get_impulse(z_);
  sweeps_.start(island, z_);
  double mark = natural_map_;
  for (int sweep = 0, age = 0; sweep < kMostSweeps && age < kSweepPatience && natural_map_ > target; ++sweep) {
    if (sweep >= kLeastSweeps && deadline.passed()) break;
    sweeps_.sweep();
    const double natural_map = sweeps_.natural_map();
    if (natural_map < natural_map_) {
      natural_map_ = natural_map;
      z_ = sweeps_.impulse();
    }
    age = natural_map < kSweepGain * mark ? 0 : age + 1;
    if (age == 0) mark = natural_map;
  }
  it_.set_impulse(island, z_);
  log("sweeps");
  remember();
}

// As far as there is time.
void FastDriver::predict_in_time(double enough) {
  predictor_deadline_ = before_reserve();
  it_.get_impulse(z_);
  predictor_.solve(projections_->island(),
                   {kTarget * options_->tolerance, enough, kSignorini, enough, kPredictorSystems}, predictor_deadline_,
                   z_);
  take_prediction();
}

FastDriver::Outcome FastDriver::solve_in_time() {
  const double enough = kIslandShare * options_->tolerance;
  if (natural_map_ > enough) sweep_in_time(kTarget * enough);
  if (natural_map_ > enough) predict_in_time(enough);
  project_exactly();
  for (int round = 0; round < kRounds && natural_map_ > enough && deadline_->allows(2 * reserve()); ++round) {
    projections_->project_friction(it_, inner_tolerance());
    ++iterations_;
    project_exactly();
    remember();
  }
  friction_fresh_ = true;
  if (best_exact_natural_map_ > enough) return deadline_->allows(2 * reserve()) ? Outcome::kStalled : Outcome::kBudget;
  it_ = best_exact_;
  natural_map_ = best_exact_natural_map_;
  return Outcome::kAccepted;
}

}  // namespace stiction

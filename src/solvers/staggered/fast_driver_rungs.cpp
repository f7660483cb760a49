// The fall-backs of the fast driver.
#include <algorithm>

#include "solvers/staggered/drivers.h"

namespace stiction {
namespace {

// The cone fixed point goes on while it gains a factor kGain in this many rounds.
constexpr int kConePatience = 4;
constexpr int kMaxConeRounds = 60;
// Below this natural map the cone fixed point behaves like a linear map and is worth accelerating; above it
// acceleration hurts.
constexpr double kLinearRegime = 1e-4;
constexpr int kNewtonSystems = 200;
// The same where the tolerance is met and only the last of Signorini's condition is missing.
constexpr int kSharpeningSystems = 60;
constexpr int kMaxTrescaRounds = 10;
constexpr int kMaxPlainRounds = 40, kPlainPatience = 8;

}  // namespace

// The ladder of fall-backs, in order. After each one staggering tries to finish.
const FastDriver::Rung FastDriver::kRungs[] = {
    {"newton", &FastDriver::newton_polish, true, true},
    {"cone-exact", &FastDriver::exact_cone_rounds, true, false},
    {"cone", &FastDriver::patient_cone_rounds, false, true},
    {"tresca", &FastDriver::tresca_rounds, false, true},
    {"plain", &FastDriver::plain_stagger_rounds, true, true},
};

void FastDriver::patient_cone_rounds() {
  cone_rounds(kMaxConeRounds, 2 * kConePatience, fixed_point_target());
}

// For wedged bodies: the cone fixed point to the precision promised for Signorini's condition.
void FastDriver::exact_cone_rounds() {
  cone_rounds(kMaxConeRounds, kConePatience, 0.3 * kSignorini);
}

void FastDriver::cone_rounds(int max_rounds, int patience, double target) {
  double mark = natural_map_;
  int age = 0;
  anderson_.reset();
  projections_->shift_of(it_, shift_);
  for (int round = 0; round < max_rounds && age < patience && natural_map_ > target && time_left(); ++round) {
    projections_->cone_round(it_, shift_, inner_tolerance());
    natural_map_ = projections_->natural_map(it_);
    last_shift_.swap(shift_);
    projections_->shift_of(it_, shift_);
    if (natural_map_ < kLinearRegime) {
      anderson_.mix(last_shift_, no_companion_, shift_, no_companion_);
      for (double& s : shift_) s = std::max(s, 0.0);
    }
    remember();
    log("cone");
    age = natural_map_ < kGain * mark ? 0 : age + 1;
    if (age == 0) mark = natural_map_;
  }
}

void FastDriver::tresca_rounds() {
  for (int round = 0; round < kMaxTrescaRounds && natural_map_ > fixed_point_target() && time_left(); ++round) {
    projections_->tresca_round(it_, inner_tolerance());
    natural_map_ = projections_->natural_map(it_);
    remember();
    log("tresca");
  }
}

// The last resort: staggering as printed, with exact contact projections. What counts is the best iterate after such a
// projection, since that is what will be returned.
void FastDriver::plain_stagger_rounds() {
  exact_contact_projection();
  int age = 0;
  for (int round = 0; round < kMaxPlainRounds && age < kPlainPatience && time_left(); ++round) {
    if (iterations_ >= options_->max_iterations) break;
    const double mark = best_exact_natural_map_;
    projections_->project_friction(it_, 1e-3 * options_->tolerance * projections_->denominator());
    exact_contact_projection();
    ++iterations_;
    age = best_exact_natural_map_ < kGain * mark ? 0 : age + 1;
    if (best_exact_natural_map_ <= kIslandShare * options_->tolerance) break;
  }
  if (best_exact_natural_map_ < natural_map_) {
    it_ = best_exact_;
    natural_map_ = best_exact_natural_map_;
  }
}

void FastDriver::newton_polish() {
  const double enough = kIslandShare * options_->tolerance;
  const int max_systems = natural_map_ <= enough ? kSharpeningSystems : kNewtonSystems;
  const ExactLawNewton::Goal goal{1e-3 * std::min(options_->tolerance, kSignorini), enough, 0.9 * kSignorini, 0,
                                  max_systems};
  it_.get_impulse(z_);
  predictor_.polish(projections_->island(), goal, *deadline_, z_);
  take_prediction();
  newton_tried_ = true;
}

}  // namespace stiction

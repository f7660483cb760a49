#include <algorithm>
#include <cmath>

#include "solvers/staggered/drivers.h"
#include "solvers/staggered/friction_change.h"

namespace stiction {
namespace {

// Below this share of the tolerance a start is accepted as it is; above it friction is projected at least once per
// step: the remaining error of warm starts would add up to creep.
constexpr double kUntouchedShare = 0.01;
// A start better than this share of the tolerance goes straight to staggering.
constexpr double kSettledShare = 0.1;
// A start better than this share of the tolerance may be one of a structure near rest, whose impulses are sharpened
// both at once: by so many refinements, if need be after Newton's method, which ends below the second share when it
// becomes slow, from this proximal parameter on.
constexpr double kNearRest = 1, kNearRestEnough = 0.01, kNearRestRho = 1e4;
constexpr int kRefinements = 3, kNearRestSystems = 20;
// Staggering goes on while the natural map falls by this factor in so many rounds.
constexpr double kGain = 0.7;
constexpr int kStaggerPatience = 4;
// A contact projection that raises the natural map by this factor, and above the tolerance: bodies are wedged, and the
// fixed point will not find back.
constexpr double kLost = 30;
// Linear systems within which sharpening the normal impulses succeeds, if it does.
constexpr int kSharpening = 15;
// Share of the tolerance the predictor aims at: next to nothing, where that is cheap. Below the second share it ends as
// soon as it becomes slow.
constexpr double kPredictorTarget = 1e-5, kPredictorEnough = 0.1, kDeformingEnough = 0.01;
// Of the natural map with exact normal impulses: what is better is worth a last bit of Signorini's condition.
constexpr double kFarBetter = 0.01;
// The fall-back: linear systems for Newton's method, also where the tolerance is met and only the last of Signorini's
// condition is missing; and rounds of staggering after it.
constexpr int kNewtonSystems = 200, kSharpeningSystems = 60;
constexpr int kRoundsAfterNewton = 15;

}  // namespace

void FastDriver::solve(IslandProjections& projections, const SolverOptions& options, const Deadline& deadline,
                       const DriverStart& start, DriverResult& result) {
  projections_ = &projections;
  options_ = &options;
  deadline_ = &deadline;
  iterations_ = 0;
  friction_fresh_ = false;
  result.rung = "";
  result.log.clear();
  log_ = options.log_iterates ? &result.log : nullptr;
  projections.set_deadline(deadline.limited() ? &deadline : nullptr);
  wedged_ = newton_tried_ = false;
  hurry_ = in_a_hurry();
  choose_start(start);
  log("start");

  Outcome outcome = Outcome::kAccepted;
  const Rest rest = find_rest(start);
  result.motion = rest == Rest::kUnmoved ? Motion::kNone : rest == Rest::kStill ? Motion::kKept : Motion::kSolved;
  if (rest == Rest::kNone && !comes_to_rest()) {
    if (hurry_) outcome = solve_in_time();
    if (!hurry_ || outcome == Outcome::kStalled) {
      if (natural_map_ > kSettledShare * options.tolerance || deforms()) predict();
      outcome = stagger(options.max_iterations);
    }
  }
  if (outcome == Outcome::kStalled && !time_left()) outcome = Outcome::kBudget;
  if (outcome == Outcome::kStalled) {
    result.rung = "newton";
    newton_polish();
    outcome = stagger(kRoundsAfterNewton);
  }
  if (outcome != Outcome::kAccepted && !finish()) outcome = Outcome::kInfeasible;
  result.solution = it_;
  const bool from_best = outcome != Outcome::kAccepted && (wedged_ || hurry_ || outcome == Outcome::kBudget);
  result.warm_start = from_best ? best_ : it_;
  result.iterations = iterations_;
  result.status = status_of(outcome);
}

// From the best iterate to one that satisfies Signorini's condition; false if none was found. In a hurry there mostly
// is one already.
bool FastDriver::finish() {
  it_ = best_;
  if (hurry_ || !time_left() || !exact_contact_projection(kNoLimit)) {
    if (!std::isfinite(best_exact_natural_map_)) project_exactly();
    if (std::isfinite(best_exact_natural_map_)) it_ = best_exact_;
    return projections_->signorini(it_) <= kInfeasibleResidual;
  }
  if (best_exact_natural_map_ < natural_map_) it_ = best_exact_;
  projections_->ensure_signorini(it_);
  const bool satisfied = projections_->signorini(it_) <= kInfeasibleResidual;
  if (best_is_far_better()) it_ = best_;
  return satisfied || projections_->signorini(it_) <= kInfeasibleResidual;
}

SolveStatus FastDriver::status_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::kAccepted:
      return SolveStatus::kConverged;
    case Outcome::kBudget:
      return SolveStatus::kBudgetCut;
    case Outcome::kInfeasible:
      return SolveStatus::kInfeasible;
    default:
      return SolveStatus::kIterationLimit;
  }
}

// In a wedge that no method settles the best iterate may miss the tolerance by little and Signorini's condition by next
// to nothing, while with exact normal impulses friction is all wrong.
bool FastDriver::best_is_far_better() {
  return best_natural_map_ < kFarBetter * projections_->natural_map(it_) &&
         projections_->signorini(best_) <= kUnsettledSignorini;
}

double FastDriver::blunt_signorini() const {
  return hurry_ ? kSignorini : std::clamp(kBluntShare * options_->tolerance, kSignorini, kBluntSignorini);
}

void FastDriver::choose_start(const DriverStart& start) {
  const Island& island = projections_->island();
  best_exact_natural_map_ = std::numeric_limits<double>::infinity();
  const auto take = [&] {
    best_ = it_;
    best_natural_map_ = natural_map_;
  };
  if (start.impulse != nullptr) {
    it_.set_impulse(island, *start.impulse);
    natural_map_ = projections_->natural_map(it_);
    take();
    if (natural_map_ <= kUntouchedShare * options_->tolerance) return;  // no need to look for a better one
  }
  it_.set_zero(island);
  natural_map_ = projections_->natural_map(it_);
  if (start.impulse == nullptr || !(best_natural_map_ < natural_map_)) {
    take();
  } else {
    it_ = best_;
    natural_map_ = best_natural_map_;
  }
}

// What was accepted once is accepted again.
bool FastDriver::still_solves() {
  const double promised = hurry_ ? kSignorini : kWedgedSignorini;
  return natural_map_ <= kIslandShare * options_->tolerance && projections_->signorini(it_) <= promised;
}

// A structure at rest: its last impulses solve this step as well.
Rest FastDriver::find_rest(const DriverStart& start) {
  Rest rest = Rest::kNone;
  if (start.problem != nullptr && natural_map_ <= kUntouchedShare * options_->tolerance)
    rest = projections_->find_rest(*start.problem);
  return rest == Rest::kNone && start.is_solution && still_solves() ? Rest::kSlow : rest;
}

// A structure near rest: what is left of friction's error would keep it swaying below the tolerance, for ever.
bool FastDriver::comes_to_rest() {
  if (deforms() || hurry_ || natural_map_ > kNearRest * options_->tolerance) return false;
  if (!(projections_->island().gravity_speed > 0)) return false;  // nothing to measure rest by (rest.h)
  if (refine()) return true;
  const double enough = kNearRestEnough * options_->tolerance;
  it_.get_impulse(z_);
  predictor_deadline_ = before_reserve();
  predictor_.polish(projections_->island(),
                    {kPredictorTarget * options_->tolerance, 0, 0, enough, kNearRestSystems, kNearRestRho},
                    predictor_deadline_, z_);
  take_prediction();
  friction_fresh_ = natural_map_ <= kIslandShare * options_->tolerance;
  if (natural_map_ > enough) return false;
  natural_map_ = projections_->natural_map(it_);
  return rests_enough() || refine();
}

bool FastDriver::refine() {
  projections_->refine(it_, kRefinements);
  natural_map_ = projections_->natural_map(it_);
  log("refined");
  remember();
  return rests_enough();
}

bool FastDriver::rests_enough() {
  return natural_map_ <= kUntouchedShare * options_->tolerance && projections_->is_nearly_at_rest();
}

void FastDriver::remember() {
  if (natural_map_ < best_natural_map_) {
    best_natural_map_ = natural_map_;
    best_ = it_;
  }
}

void FastDriver::remember_exact() {
  if (natural_map_ < best_exact_natural_map_ && projections_->signorini(it_) <= kSignorini) {
    best_exact_natural_map_ = natural_map_;
    best_exact_ = it_;
  }
}

bool FastDriver::time_left() const {
  return !deadline_->limited() || deadline_->allows(reserve());
}

// Inexact inner solves: a small share of the present error, absolute.
double FastDriver::inner_tolerance() const {
  return std::clamp(0.03 * natural_map_, kExactProjection, 1e-3) * projections_->denominator();
}

void FastDriver::predict() {
  const double enough = kIslandShare * options_->tolerance;
  it_.get_impulse(z_);
  predictor_deadline_ = before_reserve();
  const ExactLawNewton::Goal goal{kPredictorTarget * options_->tolerance, enough,
                                  deforms() ? 0.9 * blunt_signorini() : kSignorini,
                                  (deforms() ? kDeformingEnough : kPredictorEnough) * options_->tolerance};
  predictor_.solve(projections_->island(), goal, predictor_deadline_, z_);
  take_prediction();
  friction_fresh_ = natural_map_ <= enough;
}

void FastDriver::newton_polish() {
  it_ = best_;
  natural_map_ = best_natural_map_;
  const double enough = kIslandShare * options_->tolerance;
  const int max_systems = natural_map_ <= enough ? kSharpeningSystems : kNewtonSystems;
  const ExactLawNewton::Goal goal{1e-3 * std::min(options_->tolerance, kSignorini), enough, 0.9 * blunt_signorini(), 0,
                                  max_systems};
  it_.get_impulse(z_);
  predictor_deadline_ = before_reserve();
  predictor_.polish(projections_->island(), goal, predictor_deadline_, z_);
  take_prediction();
  newton_tried_ = !predictor_deadline_.passed();  // what the deadline cut has not been tried
  friction_fresh_ = true;                         // take what Newton gives, if it meets the tolerance
}

void FastDriver::take_prediction() {
  for (const LawPredictor::Stage& stage : predictor_.stages()) {
    projections_->count_newton_steps(stage.systems);
    natural_map_ = stage.natural_map;
    log(stage.name);
  }
  it_.set_impulse(projections_->island(), z_);
  remember();
}

void FastDriver::log(const char* stage, double change) {
  if (log_ != nullptr) log_->push_back({0, stage, natural_map_, change, projections_->newton_steps()});
}

bool FastDriver::exact_contact_projection(int max_systems) {
  const double exact = (hurry_ ? kExactInTime : kExactProjection) * projections_->denominator();
  const bool cut = projections_->project_contact(it_, exact, max_systems).cut;
  natural_map_ = projections_->natural_map(it_);
  log("final");
  remember_exact();
  return !cut;
}

// The contact projection just made satisfies Signorini's condition to its tolerance. If the whole iterate is good
// enough, sharpen that projection to machine precision and look again. Where bodies are wedged, normal impulses can
// shift a long way at next to no change of velocity, and sharpening takes friction out of its cone: then the iterate
// before it is taken if it is as exact as promised, or as exact as Newton's method could make it.
// Of deforming bodies, whose feet are stiff and wedged as a rule, none is sharpened.
bool FastDriver::accept() {
  const double target = (friction_fresh_ ? kIslandShare : kUntouchedShare) * options_->tolerance;
  if (natural_map_ > target) return false;
  // In a hurry Signorini's condition comes first.
  const double promised = newton_tried_ && !hurry_ ? kWedgedSignorini : blunt_signorini();
  if (wedged_ && newton_tried_) return projections_->signorini(it_) <= promised;
  if (friction_fresh_ && deforms()) {
    wedged_ = true;
    return projections_->signorini(it_) <= promised;
  }
  before_sharpening_ = it_;
  if (!exact_contact_projection(kSharpening)) return false;
  if (natural_map_ <= target) return true;
  if (natural_map_ <= kIslandShare * options_->tolerance) return false;  // a matter of another round
  wedged_ = true;
  std::swap(it_, before_sharpening_);
  natural_map_ = projections_->natural_map(it_);
  return projections_->signorini(it_) <= promised;
}

FastDriver::Outcome FastDriver::stagger(int max_rounds) {
  if (accept()) return Outcome::kAccepted;
  if (wedged_) return Outcome::kStalled;
  anderson_.reset();
  double change = friction_fresh_ ? 0 : std::numeric_limits<double>::infinity();
  double window_best = natural_map_;
  int window_age = 0;
  for (int round = 0; round <= max_rounds; ++round) {
    projections_->project_contact(it_, inner_tolerance());
    const double before_projection = natural_map_;
    natural_map_ = projections_->natural_map(it_);
    remember();
    log("contact", change);
    if (natural_map_ > kLost * before_projection && natural_map_ > options_->tolerance) return Outcome::kStalled;
    if (change <= options_->eps || !friction_fresh_) {
      if (accept()) return Outcome::kAccepted;
      if (wedged_) return Outcome::kStalled;
    }
    if (!time_left()) return Outcome::kBudget;
    if (iterations_ >= options_->max_iterations) return Outcome::kLimit;
    if (natural_map_ < kGain * window_best) {
      window_best = natural_map_;
      window_age = 0;
    } else if (++window_age > kStaggerPatience) {
      return Outcome::kStalled;
    }

    last_f_ = it_.f;
    projections_->project_friction(it_, inner_tolerance());
    friction_fresh_ = true;
    ++iterations_;
    change = friction_change(last_f_, it_.f, projections_->denominator());
    if (change > 0) anderson_.mix(last_f_, it_.f, it_.beta);
  }
  return Outcome::kStalled;
}

}  // namespace stiction

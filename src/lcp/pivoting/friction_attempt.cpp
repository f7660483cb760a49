#include "lcp/pivoting/friction_attempt.h"

#include <cmath>

namespace stiction {
namespace {

constexpr int kSettlings = 10;  // of forces to begin from

}  // namespace

FrictionAttempt::FrictionAttempt(const FrictionProblem& problem, int attempt, int max_pivots,
                                 const std::function<bool()>& stop)
    : problem_(problem),
      shuffled_(attempt > 0),
      shuffle_(attempt),
      max_pivots_(max_pivots),
      stop_(stop),
      sets_(problem) {}

// A friction force that no condition keeps: given up, or left over where the normal force is gone.
bool FrictionAttempt::is_stray(int c) const {
  return sets_.contact(c).tangent == TangentSet::kNone &&
         sets_.tangent(sets_.f, c).norm() > kFrictionAccuracy * f_size();
}

int FrictionAttempt::worst_normal() const {
  int worst = -1;
  double least = -a_tolerance();
  for (int c = 0; c < sets_.contact_count(); ++c) {
    const double a = sets_.a[sets_.normal_row(c)];
    if (sets_.contact(c).normal == NormalSet::kClamped || !(a < least)) continue;
    least = a;
    worst = c;
  }
  return worst;
}

// |a_T| where it has to be zero; at the limit its part along f_T, which has to be negative.
double FrictionAttempt::tangent_violation(int c) const {
  const FrictionSets::Contact& own = sets_.contact(c);
  if (own.tangent == TangentSet::kSliding || own.normal != NormalSet::kClamped) return 0;
  if (own.tangent == TangentSet::kLimit) return std::max(0.0, sets_.tangent(sets_.a, c).dot(own.direction));
  if (own.tangent == TangentSet::kNone && sets_.mu(c) * f_normal(c) <= kFrictionAccuracy * f_size()) return 0;
  return sets_.tangent(sets_.a, c).norm();
}

// The contact whose friction to establish next: the worst one, or any.
int FrictionAttempt::next_tangent() {
  candidates_.clear();
  int worst = -1;
  double most = a_tolerance();
  for (int c = 0; c < sets_.contact_count(); ++c) {
    const double violation = tangent_violation(c);
    if (violation > a_tolerance()) candidates_.push_back(c);
    if (violation <= most) continue;
    most = violation;
    worst = c;
  }
  if (!shuffled_ || candidates_.empty()) return worst;
  return candidates_[shuffle_() % candidates_.size()];
}

// BA, section 5.4: a friction force that was given up is first driven to zero.
FrictionAttempt::Outcome FrictionAttempt::release(int c) {
  const Vec2 f_T = sets_.tangent(sets_.f, c);
  if (f_T.isZero(0)) return Outcome::kDone;
  sets_.turn(c, -f_T / f_T.norm());
  return drive(sets_.normal_row(c) + 1, Goal::kRelease);
}

FrictionAttempt::Outcome FrictionAttempt::establish_tangent(int c) {
  const int row = sets_.normal_row(c) + 1;
  if (sets_.contact(c).tangent == TangentSet::kLimit) {
    ++result_.given_up;
    sets_.leave_tangent(c);
    return release(c);
  }
  if (sets_.contact(c).tangent == TangentSet::kNone) {
    const Vec2 a_T = sets_.tangent(sets_.a, c);
    sets_.turn(c, -a_T / a_T.norm());
    if (sets_.tangents() == 2) sets_.enter_row(row + 1);  // across: a is zero there, and stays
    return drive(row, Goal::kTangent);
  }
  // Clamped along one row; the other one is to follow.
  const int other = sets_.is_member(row) ? row + 1 : row;
  if (sets_.a[other] > 0) sets_.flip(other);
  return drive(other, Goal::kTangent);
}

FrictionAttempt::Outcome FrictionAttempt::establish() {
  while (true) {
    int stray = -1;
    for (int c = 0; c < sets_.contact_count() && stray < 0; ++c) {
      if (is_stray(c)) stray = c;
    }
    const int normal = stray < 0 ? worst_normal() : -1;
    const int tangent = stray < 0 && normal < 0 ? next_tangent() : -1;
    Outcome outcome = Outcome::kDone;
    if (stray >= 0) {
      outcome = release(stray);
    } else if (normal >= 0) {
      sets_.set_normal(normal, NormalSet::kNone);
      outcome = drive(sets_.normal_row(normal), Goal::kNormal);
    } else if (tangent >= 0) {
      outcome = establish_tangent(tangent);
    } else {
      return Outcome::kDone;
    }
    if (outcome != Outcome::kDone) return outcome;
  }
}

// Of a normal row with a force outside of the factors: is its acceleration zero with that of the others, and does its
// friction, which nobody has established, have nothing to do?
bool FrictionAttempt::holds_by_others(int c) const {
  if (!(std::abs(sets_.a[sets_.normal_row(c)]) <= a_tolerance())) return false;
  const bool has_friction =
      sets_.contact(c).tangent == TangentSet::kNone && sets_.mu(c) * f_normal(c) > kFrictionAccuracy * f_size();
  return !has_friction || sets_.tangent(sets_.a, c).norm() <= a_tolerance();
}

// After settling: forces that round-off put outside of their cone. False if that was more than round-off.
bool FrictionAttempt::clean_up() {
  bool fine = true;
  const double accepted = kFrictionAccuracy * f_size();
  for (int c = 0; c < sets_.contact_count(); ++c) {
    const int row = sets_.normal_row(c);
    const bool carries = sets_.contact(c).normal == NormalSet::kClamped || sets_.f[row] > accepted;
    const bool outside = carries && !sets_.is_member(row);
    if (sets_.f[row] < -accepted || (outside && !holds_by_others(c))) {
      fine = false;
      ++result_.given_up;
      sets_.leave_normal(c, NormalSet::kNone);
      continue;
    }
    sets_.f[row] = std::max(sets_.f[row], 0.0);
    const Vec2 f_T = sets_.tangent(sets_.f, c);
    const double most = sets_.mu(c) * sets_.f[row];
    if (f_T.norm() <= most || sets_.contact(c).tangent == TangentSet::kSliding) continue;
    if (f_T.norm() > most + accepted) {
      fine = false;
      ++result_.given_up;
      sets_.leave_tangent(c);
    } else {
      sets_.set_tangent(sets_.f, c, f_T * (most / f_T.norm()));
    }
  }
  return fine;
}

// Forces that the sets of the start imply, and the sets that these forces imply, until they agree. What does not is
// left to the drives.
void FrictionAttempt::begin_from_start() {
  sets_.adopt(problem_.start);
  for (int round = 0; round < kSettlings; ++round) {
    sets_.settle(false);
    bool agrees = true;
    for (int c = 0; c < sets_.contact_count(); ++c) {
      const Vec2 f_T = sets_.tangent(sets_.f, c);
      const double most = sets_.mu(c) * f_normal(c);
      if (sets_.contact(c).tangent != TangentSet::kClamped || f_normal(c) < 0) continue;
      if (f_T.norm() <= most + kFrictionAccuracy * f_size()) continue;
      sets_.enter_limit(c, f_T.normalized());
      agrees = false;
    }
    if (agrees && clean_up()) break;
  }
  sets_.settle(false);
  result_.given_up = 0;
}

FrictionResult FrictionAttempt::solve() {
  const int contradiction = sets_.clamp_bilaterals(result_.redundant_bilaterals);
  Outcome outcome = Outcome::kDone;
  const bool from_start = contradiction < 0 && problem_.start.size() > 0 && !shuffled_;
  if (from_start) begin_from_start();
  if (contradiction >= 0) {
    sets_.find_direction(contradiction);
    result_.status = PivotingStatus::kInfeasible;
    result_.ray_row = contradiction;
    result_.ray = sets_.forces(sets_.df) * (sets_.a[contradiction] < 0 ? 1.0 : -1.0);
  }
  while (contradiction < 0) {
    outcome = establish();
    if (outcome != Outcome::kDone) break;
    sets_.settle(!from_start);
    if (clean_up() && worst_normal() < 0 && next_tangent() < 0) {
      result_.status = PivotingStatus::kSolved;
      break;
    }
    if (++result_.pivots > max_pivots_) break;
  }
  if (outcome == Outcome::kStopped) result_.status = PivotingStatus::kStopped;
  if (outcome == Outcome::kRay) {
    result_.status = PivotingStatus::kUnboundedRay;
    result_.ray = sets_.forces(sets_.df);
    result_.ray /= result_.ray.lpNorm<Eigen::Infinity>();
  }
  result_.refactorisations = sets_.refactorisations();
  result_.operations = sets_.operations();
  result_.f = sets_.forces(sets_.f);
  result_.a = problem_.A * result_.f + problem_.b;
  return result_;
}

}  // namespace stiction

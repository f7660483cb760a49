#include <algorithm>
#include <cmath>

#include "lcp/pivoting/cone_step.h"
#include "lcp/pivoting/friction_attempt.h"

namespace stiction {
namespace {

constexpr double kNoise = 1e-12;     // of df and da, relative to the largest df
constexpr double kWaking = 1e-9;     // likewise, of da in rows that should not move
constexpr double kZeroStep = 1e-13;  // of forces, relative to the largest

}  // namespace

void FrictionAttempt::consider(Limit& best, double step, Event event, int contact) const {
  if (step < best.step) best = {std::max(step, 0.0), event, contact, -1};
}

double FrictionAttempt::step_to_limit(int contact) const {
  const Vec2 f_T = sets_.tangent(sets_.f, contact), df_T = sets_.tangent(sets_.df, contact);
  const int normal = sets_.normal_row(contact);
  const double mu = sets_.mu(contact);
  return step_to_cone(f_T.squaredNorm(), f_T.dot(df_T), df_T.squaredNorm(), mu * sets_.f[normal],
                      mu * sets_.df[normal]);
}

void FrictionAttempt::limits_of(int c, Limit& best) const {
  const FrictionSets::Contact& own = sets_.contact(c);
  const int row = sets_.normal_row(c);
  const double noise = kNoise * sets_.df.lpNorm<Eigen::Infinity>();
  if (own.normal == NormalSet::kUnclamped) {
    if (sets_.da[row] < -noise) consider(best, sets_.a[row] / -sets_.da[row], Event::kEntersNormal, c);
    return;
  }
  if (own.normal != NormalSet::kClamped) return;
  // The border of the cone first: at its apex both come at once.
  if (sets_.df[row] < -noise) consider(best, sets_.f[row] / -sets_.df[row], Event::kLeavesNormal, c);
  if (own.tangent == TangentSet::kClamped) {
    consider(best, step_to_limit(c), Event::kEntersLimit, c);
  } else if (own.tangent == TangentSet::kLimit) {
    const double along = sets_.tangent(sets_.a, c).dot(own.direction);
    const double change = sets_.tangent(sets_.da, c).dot(own.direction);
    if (change > noise) consider(best, -along / change, Event::kLeavesLimit, c);
  }
}

FrictionAttempt::Limit FrictionAttempt::find_limit(int row, Goal goal) const {
  Limit best;
  const int own = sets_.contact_of(row);
  const double noise = kNoise * sets_.df.lpNorm<Eigen::Infinity>();
  if (goal == Goal::kRelease) {
    best = {std::max(0.0, -sets_.f[row]), Event::kReached, own, -1};
  } else if (sets_.da[row] > noise) {
    best = {std::max(0.0, -sets_.a[row] / sets_.da[row]), Event::kReached, own, -1};
  }
  if (goal == Goal::kTangent) {
    consider(best, step_to_limit(own), Event::kEntersLimit, own);
  }
  for (int c = 0; c < sets_.contact_count(); ++c) limits_of(c, best);
  find_waking(row, best);
  return best;
}

// A row of C or CF that held with the clamped rows, on which it depended, does not any more: it has to be clamped
// itself.
void FrictionAttempt::find_waking(int row, Limit& best) const {
  const double noise = kWaking * sets_.df.lpNorm<Eigen::Infinity>();
  for (int c = 0; c < sets_.contact_count(); ++c) {
    const int normal = sets_.normal_row(c);
    const int first = sets_.contact(c).normal == NormalSet::kClamped ? normal : normal + 1;
    const int last = sets_.contact(c).tangent == TangentSet::kClamped ? normal + sets_.tangents() : normal;
    for (int r = first; r <= last; ++r) {
      if (r == row || sets_.is_member(r) || std::abs(sets_.a[r]) > a_tolerance()) continue;
      if (std::abs(sets_.da[r]) > noise) {
        best = {0.0, Event::kWakes, c, r};
        return;
      }
    }
  }
}

void FrictionAttempt::take_step(double step) {
  const bool zero = step * sets_.df.lpNorm<Eigen::Infinity>() <= kZeroStep * f_size();
  if (zero) ++result_.zero_steps;
  if (!zero) in_vain_.clear();
  sets_.f += step * sets_.df;
  sets_.a += step * sets_.da;
}

bool FrictionAttempt::moved_in_vain(const Limit& limit) {
  const bool tangent = limit.event == Event::kEntersLimit || limit.event == Event::kLeavesLimit;
  const int condition =
      limit.event == Event::kWakes ? 2 * sets_.contact_count() + limit.row : 2 * limit.contact + (tangent ? 1 : 0);
  if (std::find(in_vain_.begin(), in_vain_.end(), condition) != in_vain_.end()) return true;
  in_vain_.push_back(condition);
  return false;
}

void FrictionAttempt::give_up(const Limit& limit) {
  ++result_.given_up;
  const int c = limit.contact;
  const bool wakes = limit.event == Event::kWakes && limit.row == sets_.normal_row(c);
  if (limit.event == Event::kLeavesNormal || limit.event == Event::kEntersNormal || wakes) {
    sets_.leave_normal(c, NormalSet::kNone);
  } else {
    sets_.leave_tangent(c);
  }
}

// Where friction points as it reaches the limit; at the apex of the cone, where it is about to go.
Vec2 FrictionAttempt::limit_direction(int c) const {
  const Vec2 f_T = sets_.tangent(sets_.f, c);
  if (f_T.norm() > kFrictionAccuracy * f_size()) return f_T.normalized();
  const Vec2 df_T = sets_.tangent(sets_.df, c);
  if (df_T.norm() > 0) return df_T.normalized();
  const Vec2 a_T = sets_.tangent(sets_.a, c);
  return a_T.norm() > 0 ? Vec2(-a_T.normalized()) : Vec2(Vec2::UnitX());
}

// a_T has become zero along the frozen direction. Across it may not be: that row is then left to a drive of its own.
void FrictionAttempt::return_to_clamped(int c) {
  const Vec2 direction = sets_.contact(c).direction;
  sets_.leave_limit(c, TangentSet::kClamped);
  sets_.turn(c, direction);
  const int row = sets_.normal_row(c) + 1;
  sets_.a[row] = 0;
  sets_.enter_row(row);
  if (sets_.tangents() == 2 && std::abs(sets_.a[row + 1]) <= a_tolerance()) sets_.enter_row(row + 1);
}

// From NC to C. Friction opposes what motion there is; without any it sticks.
void FrictionAttempt::come_back(int c) {
  const int row = sets_.normal_row(c);
  sets_.a[row] = 0;
  const Vec2 a_T = sets_.tangent(sets_.a, c);
  const bool moves = a_T.norm() > a_tolerance();
  const TangentSet tangent = moves ? TangentSet::kLimit : TangentSet::kNone;
  if (!sets_.enter_normal(c, tangent, moves ? Vec2(-a_T.normalized()) : Vec2::Zero())) {
    ++result_.given_up;
    sets_.set_normal(c, NormalSet::kNone);
    return;
  }
  if (moves || sets_.contact(c).tangent == TangentSet::kSliding || sets_.mu(c) == 0) return;
  sets_.set_tangent_set(c, TangentSet::kClamped);
  for (int k = 1; k <= sets_.tangents(); ++k) sets_.enter_row(row + k);
}

bool FrictionAttempt::change_sets(const Limit& limit) {
  ++result_.pivots;
  if (moved_in_vain(limit)) {
    give_up(limit);
    return false;
  }
  const int c = limit.contact;
  switch (limit.event) {
    case Event::kLeavesNormal:
      sets_.leave_normal(c, NormalSet::kUnclamped);
      break;
    case Event::kEntersNormal:
      come_back(c);
      break;
    case Event::kEntersLimit:
      sets_.enter_limit(c, limit_direction(c));
      break;
    case Event::kLeavesLimit:
      return_to_clamped(c);
      break;
    case Event::kWakes:
      sets_.a[limit.row] = 0;
      if (!sets_.enter_row(limit.row)) give_up(limit);
      break;
    default:
      break;
  }
  return true;
}

void FrictionAttempt::finish(int row, Goal goal) {
  const int c = sets_.contact_of(row);
  if (goal == Goal::kRelease) {
    sets_.set_tangent(sets_.f, c, Vec2::Zero());
    return;
  }
  ++result_.pivots;
  sets_.a[row] = 0;
  if (goal == Goal::kNormal) {
    const FrictionSets::Contact& own = sets_.contact(c);
    if (!sets_.enter_normal(c, own.tangent, own.direction)) sets_.set_normal(c, NormalSet::kNone);
    return;
  }
  sets_.enter_row(row);
  sets_.set_tangent_set(c, TangentSet::kClamped);
}

FrictionAttempt::Outcome FrictionAttempt::drive(int row, Goal goal) {
  ++result_.drives;
  in_vain_.clear();
  const int own = sets_.contact_of(row);
  while (result_.pivots < max_pivots_) {
    if (stop_ && stop_()) return Outcome::kStopped;
    sets_.find_direction(row);
    const Limit limit = find_limit(row, goal);
    if (limit.event == Event::kNone) {
      result_.ray_row = row;
      return Outcome::kRay;
    }
    take_step(limit.step);
    if (limit.event == Event::kReached) {
      finish(row, goal);
      return Outcome::kDone;
    }
    const bool ends_here = goal == Goal::kTangent && limit.contact == own;
    change_sets(limit);
    if (ends_here) return Outcome::kDone;
  }
  return Outcome::kPivotLimit;
}

}  // namespace stiction

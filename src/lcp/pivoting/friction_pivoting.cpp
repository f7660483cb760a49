#include "lcp/pivoting/friction_pivoting.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "lcp/pivoting/cone_step.h"
#include "lcp/pivoting/friction_sets.h"

namespace stiction {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kAccuracy = 1e-11;  // of a relative to b, of f relative to the largest
constexpr double kNoise = 1e-12;     // of df and da, relative to the largest df
constexpr double kWaking = 1e-9;     // likewise, of da in rows that should not move
constexpr double kZeroStep = 1e-13;  // of forces, relative to the largest
constexpr int kSettlings = 10;       // of forces to begin from

class Pivoting {
 public:
  Pivoting(const FrictionProblem& problem, int attempt, int max_pivots, const std::function<bool()>& stop);
  FrictionResult solve();

 private:
  enum class Goal { kNormal, kTangent, kRelease };  // a_N = 0; a_T = 0 or the limit; f_T = 0
  enum class Event { kNone, kReached, kLeavesNormal, kEntersNormal, kEntersLimit, kLeavesLimit, kWakes };
  enum class Outcome { kDone, kRay, kPivotLimit, kStopped };
  struct Limit {
    double step = kInfinity;
    Event event = Event::kNone;
    int contact = -1;
    int row = -1;  // kWakes
  };

  // What to do next.
  Outcome establish();
  int worst_normal() const;
  int next_tangent();
  bool is_stray(int c) const;
  double tangent_violation(int c) const;
  Outcome establish_tangent(int c);
  Outcome release(int c);
  bool clean_up();
  bool holds_by_others(int c) const;
  void begin_from_start();

  // One drive.
  Outcome drive(int row, Goal goal);
  Limit find_limit(int row, Goal goal) const;
  void consider(Limit& best, double step, Event event, int contact) const;
  double step_to_limit(int contact) const;  // of its friction, along df
  void limits_of(int c, Limit& best) const;
  void find_waking(int row, Limit& best) const;
  void take_step(double step);
  void finish(int row, Goal goal);
  bool change_sets(const Limit& limit);  // false: given up
  bool moved_in_vain(const Limit& limit);
  void give_up(const Limit& limit);
  Vec2 limit_direction(int c) const;
  void return_to_clamped(int c);
  void come_back(int c);

  double a_tolerance() const { return kAccuracy * sets_.size() + 1e-14 * sets_.f.lpNorm<1>(); }
  double f_size() const { return std::max(sets_.f.lpNorm<Eigen::Infinity>(), sets_.size()); }
  double f_normal(int c) const { return sets_.f[sets_.normal_row(c)]; }

  const FrictionProblem& problem_;
  const bool shuffled_;
  std::minstd_rand shuffle_;
  int max_pivots_;
  const std::function<bool()>& stop_;
  FrictionSets sets_;
  std::vector<int> candidates_;
  std::vector<int> in_vain_;  // conditions that changed sets since forces last moved: 2 contact + (1: tangent)
  FrictionResult result_;
};

Pivoting::Pivoting(const FrictionProblem& problem, int attempt, int max_pivots, const std::function<bool()>& stop)
    : problem_(problem),
      shuffled_(attempt > 0),
      shuffle_(attempt),
      max_pivots_(max_pivots),
      stop_(stop),
      sets_(problem) {}

// A friction force that no condition keeps: given up, or left over where the normal force is gone.
bool Pivoting::is_stray(int c) const {
  return sets_.contact(c).tangent == TangentSet::kNone && sets_.tangent(sets_.f, c).norm() > kAccuracy * f_size();
}

int Pivoting::worst_normal() const {
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
double Pivoting::tangent_violation(int c) const {
  const FrictionSets::Contact& own = sets_.contact(c);
  if (own.tangent == TangentSet::kSliding || own.normal != NormalSet::kClamped) return 0;
  if (own.tangent == TangentSet::kLimit) return std::max(0.0, sets_.tangent(sets_.a, c).dot(own.direction));
  if (own.tangent == TangentSet::kNone && sets_.mu(c) * f_normal(c) <= kAccuracy * f_size()) return 0;
  return sets_.tangent(sets_.a, c).norm();
}

// The contact whose friction to establish next: the worst one, or any.
int Pivoting::next_tangent() {
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
Pivoting::Outcome Pivoting::release(int c) {
  const Vec2 f_T = sets_.tangent(sets_.f, c);
  if (f_T.isZero(0)) return Outcome::kDone;
  sets_.turn(c, -f_T / f_T.norm());
  return drive(sets_.normal_row(c) + 1, Goal::kRelease);
}

Pivoting::Outcome Pivoting::establish_tangent(int c) {
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

Pivoting::Outcome Pivoting::establish() {
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

void Pivoting::consider(Limit& best, double step, Event event, int contact) const {
  if (step < best.step) best = {std::max(step, 0.0), event, contact, -1};
}

double Pivoting::step_to_limit(int contact) const {
  const Vec2 f_T = sets_.tangent(sets_.f, contact), df_T = sets_.tangent(sets_.df, contact);
  const int normal = sets_.normal_row(contact);
  const double mu = sets_.mu(contact);
  return step_to_cone(f_T.squaredNorm(), f_T.dot(df_T), df_T.squaredNorm(), mu * sets_.f[normal],
                      mu * sets_.df[normal]);
}

void Pivoting::limits_of(int c, Limit& best) const {
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

Pivoting::Limit Pivoting::find_limit(int row, Goal goal) const {
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
void Pivoting::find_waking(int row, Limit& best) const {
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

void Pivoting::take_step(double step) {
  const bool zero = step * sets_.df.lpNorm<Eigen::Infinity>() <= kZeroStep * f_size();
  if (zero) ++result_.zero_steps;
  if (!zero) in_vain_.clear();
  sets_.f += step * sets_.df;
  sets_.a += step * sets_.da;
}

bool Pivoting::moved_in_vain(const Limit& limit) {
  const bool tangent = limit.event == Event::kEntersLimit || limit.event == Event::kLeavesLimit;
  const int condition =
      limit.event == Event::kWakes ? 2 * sets_.contact_count() + limit.row : 2 * limit.contact + (tangent ? 1 : 0);
  if (std::find(in_vain_.begin(), in_vain_.end(), condition) != in_vain_.end()) return true;
  in_vain_.push_back(condition);
  return false;
}

void Pivoting::give_up(const Limit& limit) {
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
Vec2 Pivoting::limit_direction(int c) const {
  const Vec2 f_T = sets_.tangent(sets_.f, c);
  if (f_T.norm() > kAccuracy * f_size()) return f_T.normalized();
  const Vec2 df_T = sets_.tangent(sets_.df, c);
  if (df_T.norm() > 0) return df_T.normalized();
  const Vec2 a_T = sets_.tangent(sets_.a, c);
  return a_T.norm() > 0 ? Vec2(-a_T.normalized()) : Vec2(Vec2::UnitX());
}

// a_T has become zero along the frozen direction. Across it may not be: that row is then left to a drive of its own.
void Pivoting::return_to_clamped(int c) {
  const Vec2 direction = sets_.contact(c).direction;
  sets_.leave_limit(c, TangentSet::kClamped);
  sets_.turn(c, direction);
  const int row = sets_.normal_row(c) + 1;
  sets_.a[row] = 0;
  sets_.enter_row(row);
  if (sets_.tangents() == 2 && std::abs(sets_.a[row + 1]) <= a_tolerance()) sets_.enter_row(row + 1);
}

// From NC to C. Friction opposes what motion there is; without any it sticks.
void Pivoting::come_back(int c) {
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

bool Pivoting::change_sets(const Limit& limit) {
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

void Pivoting::finish(int row, Goal goal) {
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

Pivoting::Outcome Pivoting::drive(int row, Goal goal) {
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

// Of a clamped normal row outside of the factors: is its acceleration zero with that of the others?
bool Pivoting::holds_by_others(int c) const {
  return std::abs(sets_.a[sets_.normal_row(c)]) <= a_tolerance();
}

// After settling: forces that round-off put outside of their cone. False if that was more than round-off.
bool Pivoting::clean_up() {
  bool fine = true;
  const double accepted = kAccuracy * f_size();
  for (int c = 0; c < sets_.contact_count(); ++c) {
    const int row = sets_.normal_row(c);
    const bool outside = sets_.contact(c).normal == NormalSet::kClamped && !sets_.is_member(row);
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
void Pivoting::begin_from_start() {
  sets_.adopt(problem_.start);
  for (int round = 0; round < kSettlings; ++round) {
    sets_.settle(false);
    bool agrees = true;
    for (int c = 0; c < sets_.contact_count(); ++c) {
      const Vec2 f_T = sets_.tangent(sets_.f, c);
      const double most = sets_.mu(c) * f_normal(c);
      if (sets_.contact(c).tangent != TangentSet::kClamped || f_normal(c) < 0) continue;
      if (f_T.norm() <= most + kAccuracy * f_size()) continue;
      sets_.enter_limit(c, f_T.normalized());
      agrees = false;
    }
    if (agrees && clean_up()) break;
  }
  sets_.settle(false);
  result_.given_up = 0;
}

FrictionResult Pivoting::solve() {
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

}  // namespace

FrictionResult solve_friction(const FrictionProblem& problem, const FrictionOptions& options) {
  const int n = static_cast<int>(problem.b.size());
  const int limit = options.max_pivots > 0 ? options.max_pivots : 200 + 30 * n;
  FrictionResult total;
  for (int attempt = 0; attempt < options.max_attempts; ++attempt) {
    FrictionResult result = Pivoting(problem, attempt, limit, options.stop).solve();
    result.attempts = attempt + 1;
    result.drives += total.drives;
    result.pivots += total.pivots;
    result.zero_steps += total.zero_steps;
    result.given_up += total.given_up;
    result.refactorisations += total.refactorisations;
    result.operations += total.operations;
    total = std::move(result);
    if (total.status != PivotingStatus::kPivotLimit) break;
  }
  return total;
}

}  // namespace stiction

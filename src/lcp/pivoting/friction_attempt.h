// One attempt at forces with friction: which condition to establish next (friction_attempt.cpp), and the drives that
// establish it while the others are kept (friction_drive.cpp). The method is described in friction_pivoting.h.
#pragma once

#include <algorithm>
#include <functional>
#include <limits>
#include <random>
#include <vector>

#include "lcp/pivoting/friction_pivoting.h"
#include "lcp/pivoting/friction_sets.h"

namespace stiction {

inline constexpr double kFrictionAccuracy = 1e-11;  // of a relative to b, of f relative to the largest

class FrictionAttempt {
 public:
  FrictionAttempt(const FrictionProblem& problem, int attempt, int max_pivots, const std::function<bool()>& stop);
  FrictionResult solve();

 private:
  enum class Goal { kNormal, kTangent, kRelease };  // a_N = 0; a_T = 0 or the limit; f_T = 0
  enum class Event { kNone, kReached, kLeavesNormal, kEntersNormal, kEntersLimit, kLeavesLimit, kWakes };
  enum class Outcome { kDone, kRay, kPivotLimit, kStopped };
  struct Limit {
    double step = std::numeric_limits<double>::infinity();
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

  double a_tolerance() const { return kFrictionAccuracy * sets_.size() + 1e-14 * sets_.f.lpNorm<1>(); }
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

}  // namespace stiction

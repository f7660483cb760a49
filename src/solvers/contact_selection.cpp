#include "solvers/contact_selection.h"

#include <algorithm>

namespace stiction {
namespace {

// A contact stays open if it opens faster than its bodies' other contacts close: by these factors, at the free
// velocities and at those of the warm start.
constexpr double kFreeMargin = 2, kWarmMargin = 1;
// With more than this share kept all are: guessing would cost more than it saves.
constexpr double kMostKept = 0.5;

// u_n - b [m/s].
double speed_over_bound(const ContactProblem& problem, int contact, const VecX& velocity) {
  return normal_velocity(problem, problem.contacts[contact], velocity) - problem.contacts[contact].bound;
}

}  // namespace

void ContactSelection::choose(const ContactProblem& problem) {
  take_all();
  const int count = problem.contact_count();
  if (problem.warm_impulse.size() == 0) return;
  int open = 0;
  for (int c = 0; c < count; ++c) open += problem.warm_impulse[3 * c] > 0 ? 0 : 1;
  if (open < (1 - kMostKept) * count) return;

  free_speed_.resize(count);
  approach_.assign(problem.bodies.size() + problem.wide_bodies.size(), 0.0);
  for (int c = 0; c < count; ++c) {
    free_speed_[c] = speed_over_bound(problem, c, problem.free_velocity);
    problem.for_bodies(problem.contacts[c],
                       [&](int body) { approach_[body] = std::max(approach_[body], -free_speed_[c]); });
  }
  velocity_after(problem, problem.warm_impulse, warm_velocity_);
  kept_.resize(count);
  int kept = 0;
  for (int c = 0; c < count; ++c) {
    double approach = 0;
    problem.for_bodies(problem.contacts[c], [&](int body) { approach = std::max(approach, approach_[body]); });
    kept_[c] = problem.warm_impulse[3 * c] > 0 || free_speed_[c] <= kFreeMargin * approach ||
               speed_over_bound(problem, c, warm_velocity_) <= kWarmMargin * approach;
    kept += kept_[c];
  }
  if (kept > kMostKept * count) take_all();
}

bool ContactSelection::add_passed(const ContactProblem& problem, const VecX& velocity) {
  added_.clear();
  for (int c = 0; c < static_cast<int>(kept_.size()); ++c) {
    if (!kept_[c] && speed_over_bound(problem, c, velocity) < 0) added_.push_back(c);
  }
  for (const int c : added_) kept_[c] = true;
  return !added_.empty();
}

bool ContactSelection::was_added(const std::vector<int>& contacts) const {
  return std::any_of(added_.begin(), added_.end(),
                     [&](int c) { return std::binary_search(contacts.begin(), contacts.end(), c); });
}

}  // namespace stiction

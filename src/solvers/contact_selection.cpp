#include "solvers/contact_selection.h"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

// A contact stays open if it opens faster than its bodies' other contacts close: by these factors, at the free
// velocities and at those of the warm start.
constexpr double kFreeMargin = 2, kWarmMargin = 1;
// With more than this share kept all are: guessing would cost more than it saves.
constexpr double kMostKept = 0.5;
// The same for problems with wide bodies.
constexpr double kMostKeptWide = 0.8;
// Contacts of the same bodies that are passed join in, at most so many at a time, while they are by this share of the
// worst of them, and by more than this share of the tolerance within these bounds, in the judge's scaling and relative
// to the floor of its denominator.
constexpr int kMostAdded = 16;
constexpr double kWorst = 0.01;
constexpr double kPassedShare = 0.01, kLeastPassed = 3e-10, kMostPassed = 1e-8;

// u_n - b [m/s].
double speed_over_bound(const ContactProblem& problem, int contact, const VecX& velocity) {
  return normal_velocity(problem, problem.contacts[contact], velocity) - problem.contacts[contact].bound;
}

bool is_wide(const ContactBlock& contact) {
  return contact.wide_end > contact.wide_begin;
}

bool same_bodies(const ContactProblem& problem, const ContactBlock& a, const ContactBlock& b) {
  if (a.body_a != b.body_a || a.body_b != b.body_b || a.wide_end - a.wide_begin != b.wide_end - b.wide_begin)
    return false;
  for (int s = 0; s < a.wide_end - a.wide_begin; ++s) {
    if (problem.wide_sides[a.wide_begin + s].body != problem.wide_sides[b.wide_begin + s].body) return false;
  }
  return true;
}

// velocity += M^-1 J^T (impulse, 0, 0) of one contact [N s].
void push(const ContactProblem& problem, const ContactBlock& contact, double impulse, VecX& velocity) {
  const auto add_rigid = [&](int body, const Mat36& jacobian) {
    if (body < 0) return;
    const BodyBlock& block = problem.bodies[body];
    const Vec6 p = impulse * jacobian.row(0).transpose();
    auto v = velocity.segment<6>(6 * static_cast<Eigen::Index>(body));
    v.head<3>() += block.linear.cwiseAbs2().cwiseProduct(p.head<3>());
    v.tail<3>() += block.angular * (block.angular.transpose() * p.tail<3>());
  };
  add_rigid(contact.body_a, contact.jacobian_a);
  add_rigid(contact.body_b, contact.jacobian_b);
  for (int s = contact.wide_begin; s < contact.wide_end; ++s) {
    const WideBody& body = problem.wide_bodies[problem.wide_sides[s].body];
    const auto L = problem.factor(body);
    const VecX scaled = L.transpose() * (impulse * problem.jacobian(problem.wide_sides[s]).row(0).transpose());
    velocity.segment(body.first, body.dofs).noalias() += L * scaled;
  }
}

// visit(begin, end) for contacts one after the other with the same free bodies.
template <class Visit>
void for_groups(const ContactProblem& problem, const Visit& visit) {
  int begin = 0;
  for (int c = 1; c <= problem.contact_count(); ++c) {
    if (c < problem.contact_count() && same_bodies(problem, problem.contacts[begin], problem.contacts[c])) continue;
    visit(begin, c);
    begin = c;
  }
}

}  // namespace

void ContactSelection::choose(const ContactProblem& problem, double tolerance) {
  take_all();
  passed_ = std::clamp(kPassedShare * tolerance, kLeastPassed, kMostPassed);
  concentrated_ = false;
  const int count = problem.contact_count();
  if (problem.warm_impulse.size() == 0) return;
  if (!problem.wide_bodies.empty()) {
    choose_wide(problem);
    return;
  }
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

void ContactSelection::choose_wide(const ContactProblem& problem) {
  const int count = problem.contact_count();
  start_ = problem.warm_impulse;
  for_groups(problem, [&](int begin, int end) {
    if (is_wide(problem.contacts[begin])) concentration_.run(problem, begin, end, start_);
  });
  // Bodies without any load have met something new.
  approach_.assign(problem.bodies.size() + problem.wide_bodies.size(), 0.0);
  for (int c = 0; c < count; ++c) {
    if (start_[3 * static_cast<Eigen::Index>(c)] > 0)
      problem.for_bodies(problem.contacts[c], [&](int body) { approach_[body] = 1; });
  }
  kept_.resize(count);
  int kept = 0;
  for (int c = 0; c < count; ++c) {
    bool is_new = false;
    problem.for_bodies(problem.contacts[c], [&](int body) { is_new = is_new || approach_[body] == 0; });
    kept_[c] = is_new || !is_wide(problem.contacts[c]) || start_[3 * static_cast<Eigen::Index>(c)] > 0;
    kept += kept_[c];
  }
  if (kept > kMostKeptWide * count) {
    take_all();
  } else {
    concentrated_ = true;
  }
}

// The worst of the contacts [begin, end) joins in, then the worst of what a normal impulse that stops it would leave,
// and so on: what is near to a contact that stops does not join in.
void ContactSelection::add_worst(const ContactProblem& problem, int begin, int end) {
  double first = 0;
  for (int k = 0; k < kMostAdded; ++k) {
    int worst = -1;
    double speed = kWorst * first;
    for (int c = begin; c < end; ++c) {
      if (kept_[c]) continue;
      const double own = speed_over_bound(problem, c, warm_velocity_);
      if (!(own < speed)) continue;
      speed = own;
      worst = c;
    }
    if (worst < 0) return;
    const Vec3 response = own_response(problem, problem.contacts[worst]);
    if (-speed <= passed_ * problem.gravity_scale * std::sqrt(response.sum() / 3)) return;
    first = std::min(first, speed);
    added_.push_back(worst);
    kept_[worst] = true;
    if (response[0] > 0) push(problem, problem.contacts[worst], -speed / response[0], warm_velocity_);
  }
}

bool ContactSelection::add_passed(const ContactProblem& problem, const VecX& velocity) {
  added_.clear();
  if (concentrated_ && !kept_.empty()) {
    warm_velocity_ = velocity;
    for_groups(problem, [&](int begin, int end) { add_worst(problem, begin, end); });
    std::sort(added_.begin(), added_.end());
    return !added_.empty();
  }
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

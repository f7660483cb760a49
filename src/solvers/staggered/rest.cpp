#include "solvers/staggered/rest.h"

#include <cmath>
#include <limits>

#include "contact/island_loops.h"
#include "contact/projections.h"

namespace stiction {
namespace {

// Of velocities, and of their change in a step, relative to h |g|. On columns of 16 cubes 1e-11 for the second took
// more linear systems than 1e-12, not fewer: what adds up has to be stopped again.
constexpr double kNearly = 1e-9, kSlow = 1e-10, kBalanced = 1e-12;
// Of a contact's load: what its velocity is wrong by.
constexpr double kRoundOff = 16 * std::numeric_limits<double>::epsilon();

double wrong_velocity(const Island& island, const double* z, const double* u, int c) {
  return std::sqrt(natural_map_squared(island.friction_set.samples, island.mu[c], 1, z + 3 * c, u + 3 * c));
}

// In the units of u.
double scaled(const Island& island, double share, int c) {
  return share * island.gravity_speed / island.scale[c];
}

double balanced(const Island& island, const double* z, int c) {
  return scaled(island, kBalanced, c) + kRoundOff * Eigen::Map<const Vec3>(z + 3 * c).norm();
}

// u as it was before the step.
Vec3 start_velocity(const ContactProblem& problem, const Island& island, int c) {
  const ContactBlock& contact = problem.contacts[island.contacts[c]];
  Vec3 u = contact_velocity(problem, contact, problem.start_velocity);
  u[0] -= contact.bound;
  return u / island.scale[c];
}

template <class Rests>
bool all_rest(const Island& island, const Rests& rests) {
  if (!(island.gravity_speed > 0)) return false;
  return largest_over_contacts(island.contact_count(), kHeavyContactsPerTask, 0.0,
                               [&](int c) { return rests(c) ? 0.0 : 1.0; }) == 0;
}

}  // namespace

bool is_nearly_at_rest(const Island& island, const double* z, const double* u) {
  return all_rest(island, [&](int c) { return wrong_velocity(island, z, u, c) <= scaled(island, kNearly, c); });
}

bool is_at_rest(const ContactProblem& problem, const Island& island, const double* z, const double* u) {
  const bool start_is_known = problem.wide_bodies.empty() && problem.start_velocity.size() > 0;
  return all_rest(island, [&](int c) {
    const double wrong = wrong_velocity(island, z, u, c), most = balanced(island, z, c);
    if (wrong <= most) return true;
    if (!start_is_known || !(wrong <= scaled(island, kSlow, c))) return false;
    return (Eigen::Map<const Vec3>(u + 3 * c) - start_velocity(problem, island, c)).norm() <= most;
  });
}

}  // namespace stiction

#include "solvers/staggered/rest.h"

#include <Eigen/LU>
#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

#include "contact/island_loops.h"
#include "contact/projections.h"

namespace stiction {
namespace {

// Of velocities, and of their change in a step, relative to h |g|. On columns of 16 cubes 1e-11 for the second took
// more linear systems than 1e-12, not fewer: what adds up has to be stopped again.
constexpr double kAboutToRest = 0.1, kNearly = 1e-9, kSlow = 1e-10, kBalanced = 1e-12, kStopped = 1e-14;
// Of the largest load that two bodies put on one of their contacts: what the velocities at all of them are wrong by.
constexpr double kRoundOff = 16 * std::numeric_limits<double>::epsilon();

// z and u of all contacts.
double wrong_velocity(const Island& island, const double* z, const double* u, int c) {
  return std::sqrt(natural_map_squared(island.friction_set.samples, island.mu[c], 1, z + 3 * c, u + 3 * c));
}
// The same at another velocity of the contact.
double wrong_velocity(const Island& island, const double* z, const Vec3& own, int c) {
  return std::sqrt(natural_map_squared(island.friction_set.samples, island.mu[c], 1, z + 3 * c, own.data()));
}

// In the units of u.
double scaled(const Island& island, double share, int c) {
  return share * island.gravity_speed / island.scale[c];
}

// Of the impulses at the contacts of a group.
double largest_load(const Island& island, const double* z, int group) {
  double load = 0;
  for (int c = island.group_begin[group]; c < island.group_begin[group + 1]; ++c)
    load = std::max(load, Eigen::Map<const Vec3>(z + 3 * c).norm());
  return load;
}

// u as it was before the step.
Vec3 start_velocity(const ContactProblem& problem, const Island& island, int c) {
  const ContactBlock& contact = problem.contacts[island.contacts[c]];
  Vec3 u = contact_velocity(problem, contact, problem.start_velocity);
  u[0] -= contact.bound;
  return u / island.scale[c];
}
// u if no body had any velocity.
Vec3 standing_velocity(const ContactProblem& problem, const Island& island, int c) {
  return Vec3(-problem.contacts[island.contacts[c]].bound / island.scale[c], 0, 0);
}

// How fast a body is, turning as well, with velocity v + L x [m/s].
double speed(const BodyBlock& block, const Vec6& v, const Vec6& x) {
  const Vec3 linear = v.head<3>() + block.linear.cwiseProduct(x.head<3>());
  Vec3 turning = x.tail<3>();  // in the kinetic metric
  if (!v.tail<3>().isZero(0)) turning += block.angular.inverse() * v.tail<3>();
  return linear.norm() + block.linear.maxCoeff() * turning.norm();
}

// How much faster after the step than before it.
double body_change(const ContactProblem& problem, int body, const double* x) {
  const Vec6 free = problem.free_velocity.segment<6>(6 * body) - problem.start_velocity.segment<6>(6 * body);
  return speed(problem.bodies[body], free, Eigen::Map<const Vec6>(x));
}

// Where degrees of freedom are held there is no way back from velocities to the kinetic metric.
bool is_held(const BodyBlock& block) {
  return !(block.linear.minCoeff() > 0) || !(std::abs(block.angular.determinant()) > 0);
}

// All bodies are rigid, and their velocities before the step are known.
bool start_is_known(const ContactProblem& problem, const Island& island) {
  const auto is_wide = [&](const IslandBlock& block) { return block.body >= problem.body_count(); };
  return problem.start_velocity.size() > 0 && std::ranges::none_of(island.blocks, is_wide);
}

// Do the impulses change the velocity of no body by more than this [m/s]? False where degrees of freedom are held.
bool bodies_change_by(double most, const ContactProblem& problem, const Island& island, const double* x) {
  for (int i = 0; i < island.block_count(); ++i) {
    const int body = island.blocks[i].body;
    if (is_held(problem.bodies[body]) || !(body_change(problem, body, x + 6 * i) <= most)) return false;
  }
  return true;
}

// Was no body faster than this before the step [m/s]? Likewise.
bool bodies_were_slow(double most, const ContactProblem& problem, const Island& island) {
  return std::ranges::all_of(island.blocks, [&](const IslandBlock& block) {
    const BodyBlock& body = problem.bodies[block.body];
    return !is_held(body) && speed(body, problem.start_velocity.segment<6>(6 * block.body), Vec6::Zero()) <= most;
  });
}

// Does nothing that the island touches move?
bool nothing_drives(const ContactProblem& problem, const Island& island) {
  return std::ranges::all_of(island.contacts, [&](int c) { return problem.contacts[c].drive.isZero(0); });
}

}  // namespace

bool is_slow(const ContactProblem& problem, const Island& island) {
  return island.gravity_speed > 0 && start_is_known(problem, island) &&
         bodies_were_slow(kAboutToRest * island.gravity_speed, problem, island) && nothing_drives(problem, island);
}

bool is_nearly_at_rest(const Island& island, const double* z, const double* u) {
  if (!(island.gravity_speed > 0)) return false;
  return largest_over_contacts(island.contact_count(), kHeavyContactsPerTask, 0.0, [&](int c) {
           return wrong_velocity(island, z, u, c) <= scaled(island, kNearly, c) ? 0.0 : 1.0;
         }) == 0;
}

Rest find_rest(const ContactProblem& problem, const Island& island, const double* z, const double* u) {
  if (!(island.gravity_speed > 0)) return Rest::kNone;
  const bool is_known = start_is_known(problem, island);
  const auto rest_of = [&](int c, double round_off) {
    const double wrong = wrong_velocity(island, z, u, c), most = scaled(island, kBalanced, c) + round_off;
    if (!is_known) return wrong <= most ? Rest::kSlow : Rest::kNone;
    if (!(wrong <= std::max(scaled(island, kSlow, c), most))) return Rest::kNone;
    const Vec3 start = start_velocity(problem, island, c);
    if (!((Eigen::Map<const Vec3>(u + 3 * c) - start).norm() <= most)) return wrong <= most ? Rest::kSlow : Rest::kNone;
    const double wrong_before = wrong_velocity(island, z, start, c);
    return wrong_before <= scaled(island, kStopped, c) + round_off ? Rest::kStill : Rest::kSlow;
  };
  std::atomic<Rest> least = Rest::kStill;
  for_group_ranges(island, kHeavyContactsPerTask, [&](int begin, int end) {
    for (int g = begin; g < end && least != Rest::kNone; ++g) {
      const double round_off = kRoundOff * largest_load(island, z, g);
      for (int c = island.group_begin[g]; c < island.group_begin[g + 1]; ++c) {
        const Rest own = rest_of(c, round_off);
        Rest known = least;
        while (own < known && !least.compare_exchange_weak(known, own)) {
        }
      }
    }
  });
  return least;
}

bool bodies_rest(const ContactProblem& problem, const Island& island, const double* z, const double* x) {
  if (!start_is_known(problem, island)) return false;
  double round_off = 0;  // [m/s]
  for (int g = 0; g < island.group_count(); ++g) {
    const double load = kRoundOff * largest_load(island, z, g);
    for (const int block : {island.side_a[island.group_begin[g]], island.side_b[island.group_begin[g]]}) {
      if (block < island.block_count())
        round_off = std::max(round_off, load * problem.bodies[island.blocks[block].body].linear.maxCoeff());
    }
  }
  const double most = std::sqrt(island.block_count()) * (kBalanced * island.gravity_speed + round_off);
  return bodies_change_by(most, problem, island, x);
}

bool is_unmoved(const ContactProblem& problem, const Island& island, const double* z, const double* x) {
  if (!(island.gravity_speed > 0) || !start_is_known(problem, island)) return false;
  if (!bodies_were_slow(kNearly * island.gravity_speed, problem, island) ||
      !bodies_change_by(kSlow * island.gravity_speed, problem, island, x) || !nothing_drives(problem, island)) {
    return false;
  }
  return largest_over_contacts(island.contact_count(), kHeavyContactsPerTask, 0.0, [&](int c) {
           const double wrong = wrong_velocity(island, z, standing_velocity(problem, island, c), c);
           return wrong <= scaled(island, kSlow, c) ? 0.0 : 1.0;
         }) == 0;
}

}  // namespace stiction

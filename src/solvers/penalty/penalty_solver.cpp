#include "solvers/penalty/penalty_solver.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "solvers/penalty/static_friction.h"

namespace stiction {
namespace {

constexpr double kFixed = std::numeric_limits<double>::infinity();  // mass of what is not free

// Slower than this a contact has no direction of sliding: rounding.
constexpr double kLeastSpeed = 1e-15;  // [m/s]

// m_i a_i of PF eqs. 3 and 4, in the limit where one side is not free. corners: sum_j c_j h_ij m_j.
double lifted_mass(double c, double mass, double corners) {
  if (corners == kFixed) return mass;
  if (mass == kFixed) return corners / c;
  return mass * corners / (c * mass + corners);
}

}  // namespace

void PenaltySolver::solve(const ContactProblem& problem, ContactSolution& solution) {
  solve(problem, solution, Deadline());
}

// PF eqs. 3 to 6.
void PenaltySolver::set_press(const ContactProblem& problem) {
  load_.assign(problem.point_masses.size(), 0.0);
  for (const PointContact& contact : problem.point_contacts) {
    for (int k = 0; k < 3; ++k)
      if (contact.corner[k] >= 0) load_[contact.corner[k]] += contact.weight[k];
  }
  const auto normalised = [&](int point) { return 1 / (1 + load_[point]); };
  press_.clear();
  for (const PointContact& contact : problem.point_contacts) {
    const bool free_vertex = contact.vertex >= 0;
    const double mass = free_vertex ? problem.point_masses[contact.vertex] : kFixed;
    double corners = 0;
    bool free_corners = false;
    for (int k = 0; k < 3; ++k) {
      const int corner = contact.corner[k];
      if (corner < 0) continue;
      free_corners = true;
      corners += normalised(corner) * contact.weight[k] * problem.point_masses[corner];
    }
    const double share = options_.correction && free_corners ? 0.5 : 1;
    press_.push_back(share * contact.depth / problem.step *
                     lifted_mass(free_vertex ? normalised(contact.vertex) : 1, mass, free_corners ? corners : kFixed));
  }
}

void PenaltySolver::find_free_sliding(const ContactProblem& problem) {
  sliding_.assign(problem.contacts.size(), {});
  for (int c = 0; c < problem.contact_count(); ++c) {
    Sliding& sliding = sliding_[c];
    sliding.limit = problem.contacts[c].mu * press_[c];
    const Vec2 u = system_.velocity(c).tail<2>();
    const double speed = u.norm(), response = system_.tangent_response(c);
    if (!(sliding.limit > 0) || !(speed > kLeastSpeed) || !(response > 0)) continue;
    sliding.direction = u / speed;
    sliding.speed = speed;
    sliding.response = response;
  }
}

// Changes the friction of a contact to this, as far as its limit allows.
void PenaltySolver::rub(int contact, const Vec2& friction) {
  Sliding& sliding = sliding_[contact];
  const double size = friction.norm();
  const Vec2 before = sliding.impulse();
  sliding.friction = size > sliding.limit ? Vec2(friction * (sliding.limit / size)) : friction;
  const Vec2 change = sliding.impulse() - before;
  system_.push(contact, {0, change[0], change[1]});
}

// Sliding friction alone (PF eq. 7).
void PenaltySolver::slide(const ContactProblem& problem) {
  for (int c = 0; c < problem.contact_count(); ++c)
    if (sliding_[c].speed > 0) rub(c, {sliding_[c].limit, 0});
}

// The last step's, as the same share of the limit.
void PenaltySolver::start_friction(const ContactProblem& problem) {
  if (problem.warm_impulse.size() == 0 || !options_.warm_start || options_.friction == PenaltyFriction::kScaled) return;
  for (int c = 0; c < problem.contact_count(); ++c) {
    const Vec3 last = problem.warm_impulse.segment<3>(3 * static_cast<Eigen::Index>(c));
    const double last_limit = problem.contacts[c].mu * last[0];
    const Sliding& sliding = sliding_[c];
    if (!(last_limit > 0) || sliding.speed == 0) continue;
    rub(c, -sliding.limit / last_limit * sliding.in_own_axes(last.tail<2>()));
  }
}

// The factors of this step, and what is remembered of them.
void PenaltySolver::follow(const ContactProblem& problem, int contact, FrictionMemory& memory) {
  const Sliding& sliding = sliding_[contact];
  memory = {};
  if (sliding.speed == 0) return;
  const FrictionMemory& last = problem.friction_memory[contact];
  const Vec2 factors = sliding.friction / sliding.stop();
  const Vec2 u = sliding.in_own_axes(system_.velocity(contact).tail<2>());
  const Vec2 wanted = sliding.stop() * next_factors(last, factors, u, sliding.speed, options_);
  rub(contact, wanted);
  const bool sticks = wanted.norm() < sliding.limit;  // PF eq. 11
  memory = {factors[0], u[0], sticks ? last.steps + 1 : 0};
}

void PenaltySolver::solve(const ContactProblem& problem, ContactSolution& solution, const Deadline&) {
  assert(problem.bodies.empty() && problem.point_contacts.size() == problem.contacts.size());
  const int count = problem.contact_count();
  set_press(problem);
  system_.begin(problem, !options_.correction);
  solution.impulse.setZero(3 * static_cast<Eigen::Index>(count));
  for (int c = 0; c < count; ++c) {
    solution.impulse[3 * static_cast<Eigen::Index>(c)] = press_[c];
    system_.push(c, {press_[c], 0, 0});
  }
  find_free_sliding(problem);
  solution.friction_memory.assign(problem.contacts.size(), FrictionMemory{});
  if (options_.friction == PenaltyFriction::kDynamic) {
    slide(problem);
  } else {
    start_friction(problem);
    for (int c = 0; c < count; ++c) follow(problem, c, solution.friction_memory[c]);
  }
  for (int c = 0; c < count; ++c) {
    solution.impulse.segment<2>(3 * static_cast<Eigen::Index>(c) + 1) = sliding_[c].impulse();
  }
  solution.velocity = system_.velocity();
  solution.momentum = system_.momentum();
  solution.warm_start = solution.impulse;
  solution.friction_momentum.setZero(problem.dof_count());
  solution.report = {};
  solution.report.iterations = count > 0 ? 1 : 0;
}

}  // namespace stiction

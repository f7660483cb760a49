#include "contact/judge.h"

#include <cmath>

#include "contact/island_loops.h"
#include "contact/projections.h"

namespace stiction {
namespace {

// How far v is from v_free + M^-1 J^T r, relative to the change of velocity. Angular parts are weighted by the
// body's mean inertia, degrees of freedom of wide bodies by what an impulse on each alone would meet.
double momentum_mismatch(const ContactProblem& problem, const VecX& impulse, const VecX& velocity, VecX& expected) {
  velocity_after(problem, impulse, expected);
  double error = 0, size = 0;
  for (int i = 0; i < problem.body_count(); ++i) {
    const BodyBlock& block = problem.bodies[i];
    const Vec6 difference = velocity.segment<6>(6 * i) - expected.segment<6>(6 * i);
    const Vec6 change = expected.segment<6>(6 * i) - problem.free_velocity.segment<6>(6 * i);
    const double linear = block.linear.squaredNorm(), angular = block.angular.squaredNorm();
    const double mass = linear > 0 ? 3 / linear : 0, inertia = angular > 0 ? 3 / angular : 0;
    error += mass * difference.head<3>().squaredNorm() + inertia * difference.tail<3>().squaredNorm();
    size += mass * change.head<3>().squaredNorm() + inertia * change.tail<3>().squaredNorm();
  }
  for (const WideBody& body : problem.wide_bodies) {
    const auto L = problem.factor(body);
    for (int k = 0; k < body.dofs; ++k) {
      const double response = L.row(k).squaredNorm();
      if (response == 0) continue;
      const double wanted = expected[body.first + k];
      error += std::pow(velocity[body.first + k] - wanted, 2) / response;
      size += std::pow(wanted - problem.free_velocity[body.first + k], 2) / response;
    }
  }
  return error == 0 ? 0 : std::sqrt(error) / std::max(std::sqrt(size), problem.gravity_scale);
}

// What the contacts of a range add up to.
struct Tally {
  double declared = 0, cone = 0, scale = 0;  // sums of squares
  double worst = -1;                         // largest term of `declared`,
  int worst_contact = -1;                    // and where it is
  double signorini = 0, cone_violation = 0, complementarity = 0, energy = 0;

  void add(const ContactProblem& problem, const VecX& impulse, const VecX& velocity, int c);
};

void Tally::add(const ContactProblem& problem, const VecX& impulse, const VecX& velocity, int c) {
  const int samples = problem.friction_set.samples;
  const ContactBlock& contact = problem.contacts[c];
  const double trace = own_response(problem, contact).sum();  // tr(W_cc)
  const double rho = trace > 0 ? 3 / trace : 1, root = std::sqrt(rho);
  const Vec3 r = impulse.segment<3>(3 * c);
  Vec3 u = contact_velocity(problem, contact, velocity), q = contact_velocity(problem, contact, problem.free_velocity);
  const Vec3 work = r.cwiseProduct(0.5 * (u + q) - contact.drive);
  energy += contact.pressed ? work[1] + work[2] : work.sum();
  u[0] -= contact.bound;
  q[0] -= contact.bound;
  const double f_cone = natural_map_squared(0, contact.mu, rho, r.data(), u.data()) / rho;
  const double f = samples == 0 ? f_cone : natural_map_squared(samples, contact.mu, rho, r.data(), u.data()) / rho;
  declared += f;
  cone += f_cone;
  scale += rho * (contact.pressed ? q.tail<2>().squaredNorm() : q.squaredNorm());
  if (f > worst) {
    worst = f;
    worst_contact = c;
  }
  // Signorini's natural map, r_n - max(0, r_n - rho (u_n - b)), bounds all three conditions at once.
  signorini = std::max(signorini, std::abs(signorini_map(rho, r[0], u[0])) / root);
  complementarity += std::abs(r[0] * u[0]);
  const double slack = std::sqrt(r[1] * r[1] + r[2] * r[2]) - contact.mu * r[0];
  cone_violation = std::max(cone_violation, slack / root);
}

Tally joined(const Tally& a, const Tally& b) {
  Tally both = b.worst > a.worst ? b : a;
  both.declared = a.declared + b.declared;
  both.cone = a.cone + b.cone;
  both.scale = a.scale + b.scale;
  both.signorini = std::max(a.signorini, b.signorini);
  both.cone_violation = std::max(a.cone_violation, b.cone_violation);
  both.complementarity = a.complementarity + b.complementarity;
  both.energy = a.energy + b.energy;
  return both;
}

}  // namespace

Certificate judge(const ContactProblem& problem, const VecX& impulse, const VecX& velocity) {
  VecX scratch;
  return judge(problem, impulse, velocity, scratch);
}

Certificate judge(const ContactProblem& problem, const VecX& impulse, const VecX& velocity, VecX& scratch) {
  const auto tally_of = [&](int begin, int end) {
    Tally tally;
    for (int c = begin; c < end; ++c) tally.add(problem, impulse, velocity, c);
    return tally;
  };
  const Tally all = parallel_reduce(problem.contact_count(), kHeavyContactsPerTask, tally_of, joined);
  Certificate certificate;
  certificate.contact_energy = all.energy;
  certificate.complementarity = all.complementarity;
  certificate.cone_violation = all.cone_violation;
  certificate.worst_contact = all.worst_contact;
  const double denominator = std::max(std::sqrt(all.scale), problem.gravity_scale);
  if (denominator > 0) {
    certificate.residual = std::sqrt(all.declared) / denominator;
    certificate.residual_cone = std::sqrt(all.cone) / denominator;
    certificate.signorini = all.signorini / denominator;
    certificate.cone_violation /= denominator;
  }
  certificate.momentum_error = momentum_mismatch(problem, impulse, velocity, scratch);
  return certificate;
}

}  // namespace stiction

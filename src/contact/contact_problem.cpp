#include "contact/contact_problem.h"

namespace stiction {
namespace {

// M^-1 p of one body.
Vec6 apply_inverse_mass(const BodyBlock& block, const Vec6& momentum) {
  Vec6 v;
  v.head<3>() = block.linear.cwiseProduct(block.linear).cwiseProduct(momentum.head<3>());
  v.tail<3>() = block.angular * (block.angular.transpose() * momentum.tail<3>());
  return v;
}

// p <- M^-1 p.
void apply_inverse_mass(const ContactProblem& problem, VecX& p) {
  for (int i = 0; i < problem.body_count(); ++i) {
    p.segment<6>(6 * i) = apply_inverse_mass(problem.bodies[i], p.segment<6>(6 * i));
  }
}

}  // namespace

Vec3 contact_velocity(const ContactBlock& contact, const VecX& velocity) {
  Vec3 u = contact.drive;
  if (contact.body_a >= 0) u.noalias() += contact.jacobian_a * velocity.segment<6>(6 * contact.body_a);
  if (contact.body_b >= 0) u.noalias() += contact.jacobian_b * velocity.segment<6>(6 * contact.body_b);
  return u;
}

VecX contact_velocity(const ContactProblem& problem, const VecX& velocity) {
  VecX u(3 * problem.contact_count());
  for (int c = 0; c < problem.contact_count(); ++c) {
    u.segment<3>(3 * c) = contact_velocity(problem.contacts[c], velocity);
  }
  return u;
}

VecX free_contact_velocity(const ContactProblem& problem) {
  VecX q = contact_velocity(problem, problem.free_velocity);
  for (int c = 0; c < problem.contact_count(); ++c) q[3 * c] -= problem.contacts[c].bound;
  return q;
}

void generalized_impulse(const ContactProblem& problem, const VecX& impulse, VecX& result) {
  result.setZero(6 * problem.body_count());
  for (int c = 0; c < problem.contact_count(); ++c) {
    const ContactBlock& contact = problem.contacts[c];
    const Vec3 r = impulse.segment<3>(3 * c);
    if (contact.body_a >= 0) result.segment<6>(6 * contact.body_a).noalias() += contact.jacobian_a.transpose() * r;
    if (contact.body_b >= 0) result.segment<6>(6 * contact.body_b).noalias() += contact.jacobian_b.transpose() * r;
  }
}

VecX generalized_impulse(const ContactProblem& problem, const VecX& impulse) {
  VecX result;
  generalized_impulse(problem, impulse, result);
  return result;
}

void velocity_after(const ContactProblem& problem, const VecX& impulse, VecX& result) {
  generalized_impulse(problem, impulse, result);
  apply_inverse_mass(problem, result);
  result += problem.free_velocity;
}

VecX velocity_after(const ContactProblem& problem, const VecX& impulse) {
  VecX result;
  velocity_after(problem, impulse, result);
  return result;
}

LocalProblem local_form(const ContactProblem& problem) {
  const int rows = 3 * problem.contact_count();
  LocalProblem local{MatX::Zero(rows, rows), free_contact_velocity(problem), VecX(problem.contact_count())};
  for (int c = 0; c < problem.contact_count(); ++c) {
    local.mu[c] = problem.contacts[c].mu;
    for (int k = 0; k < 3; ++k) {
      VecX unit = VecX::Zero(rows);
      unit[3 * c + k] = 1;
      VecX v = generalized_impulse(problem, unit);
      apply_inverse_mass(problem, v);
      for (int d = 0; d < problem.contact_count(); ++d) {
        const ContactBlock& other = problem.contacts[d];
        Vec3 u = Vec3::Zero();
        if (other.body_a >= 0) u += other.jacobian_a * v.segment<6>(6 * other.body_a);
        if (other.body_b >= 0) u += other.jacobian_b * v.segment<6>(6 * other.body_b);
        local.W.block<3, 1>(3 * d, 3 * c + k) = u;
      }
    }
  }
  return local;
}

}  // namespace stiction

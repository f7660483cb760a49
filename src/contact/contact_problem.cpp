#include "contact/contact_problem.h"

#include <cmath>

#include "contact/wide_rows.h"

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
  for (const WideBody& body : problem.wide_bodies) {
    if (body.dofs == 3) {
      const Eigen::Map<const Mat3> L(problem.wide_values.data() + body.factor);
      auto own = p.segment<3>(body.first);
      own = (L * (L.transpose() * own).eval()).eval();
      continue;
    }
    const auto L = problem.factor(body);
    auto own = p.segment(body.first, body.dofs);
    own = (L * (L.transpose() * own).eval()).eval();
  }
}

// Where the columns of a factor are not zero.
void add_filled_rows(const MatX& factor, std::vector<FilledRows>& rows) {
  for (const auto column : factor.colwise()) {
    FilledRows filled{0, static_cast<int>(column.size())};
    while (filled.begin < filled.end && column[filled.begin] == 0) ++filled.begin;
    while (filled.begin < filled.end && column[filled.end - 1] == 0) --filled.end;
    rows.push_back(filled);
  }
}

}  // namespace

int add_wide_body(ContactProblem& problem, double mass, const MatX& factor, const VecX& free_velocity) {
  const WideBody body{static_cast<int>(factor.rows()), problem.dof_count(), mass, problem.wide_values.size(),
                      problem.factor_rows.size()};
  add_filled_rows(factor, problem.factor_rows);
  problem.wide_values.insert(problem.wide_values.end(), factor.data(), factor.data() + factor.size());
  problem.wide_bodies.push_back(body);
  problem.free_velocity.conservativeResize(problem.dof_count());
  problem.free_velocity.tail(body.dofs) = free_velocity;
  return static_cast<int>(problem.wide_bodies.size()) - 1;
}

int add_mass_points(ContactProblem& problem, const std::vector<double>& masses, const VecX& free_velocity) {
  const int first = static_cast<int>(problem.wide_bodies.size());
  int place = problem.dof_count();
  for (const double mass : masses) {
    problem.wide_bodies.push_back({3, place, mass, problem.wide_values.size(), problem.factor_rows.size()});
    place += 3;
    const Mat3 factor = Mat3::Identity() / std::sqrt(mass);
    problem.wide_values.insert(problem.wide_values.end(), factor.data(), factor.data() + factor.size());
    for (int k = 0; k < 3; ++k) problem.factor_rows.push_back({k, k + 1});
  }
  problem.free_velocity.conservativeResize(place);
  problem.free_velocity.tail(free_velocity.size()) = free_velocity;
  return first;
}

double* add_wide_side(ContactProblem& problem, int index, int wide_body) {
  ContactBlock& contact = problem.contacts[index];
  for (int s = contact.wide_begin; s < contact.wide_end; ++s) {
    if (problem.wide_sides[s].body == wide_body) return problem.wide_values.data() + problem.wide_sides[s].jacobian;
  }
  if (contact.wide_begin == contact.wide_end) contact.wide_begin = static_cast<int>(problem.wide_sides.size());
  const std::size_t place = problem.wide_values.size();
  problem.wide_sides.push_back({wide_body, place});
  problem.wide_values.resize(place + 3 * static_cast<std::size_t>(problem.wide_bodies[wide_body].dofs), 0.0);
  contact.wide_end = static_cast<int>(problem.wide_sides.size());
  return problem.wide_values.data() + place;
}

void add_wide_side(ContactProblem& problem, int index, int wide_body, const ContactProblem::WideJacobian& jacobian) {
  Eigen::Map<ContactProblem::WideJacobian>(add_wide_side(problem, index, wide_body), 3, jacobian.cols()) += jacobian;
}

double normal_velocity(const ContactProblem& problem, const ContactBlock& contact, const VecX& velocity) {
  double u = contact.drive[0];
  if (contact.body_a >= 0) u += contact.jacobian_a.row(0).dot(velocity.segment<6>(6 * contact.body_a));
  if (contact.body_b >= 0) u += contact.jacobian_b.row(0).dot(velocity.segment<6>(6 * contact.body_b));
  for (int s = contact.wide_begin; s < contact.wide_end; ++s) {
    u += wide_rows::normal_velocity(problem, problem.wide_sides[s], velocity);
  }
  return u;
}

Vec3 contact_velocity(const ContactProblem& problem, const ContactBlock& contact, const VecX& velocity) {
  Vec3 u = contact.drive;
  if (contact.body_a >= 0) u.noalias() += contact.jacobian_a * velocity.segment<6>(6 * contact.body_a);
  if (contact.body_b >= 0) u.noalias() += contact.jacobian_b * velocity.segment<6>(6 * contact.body_b);
  for (int s = contact.wide_begin; s < contact.wide_end; ++s) {
    wide_rows::add_velocity(problem, problem.wide_sides[s], velocity, u);
  }
  return u;
}

Vec3 own_response(const ContactProblem& problem, const ContactBlock& contact) {
  Vec3 response = Vec3::Zero();
  const auto add_side = [&](int body, const Mat36& jacobian) {
    if (body < 0) return;
    const BodyBlock& block = problem.bodies[body];
    response += (jacobian.leftCols<3>() * block.linear.asDiagonal()).rowwise().squaredNorm() +
                (jacobian.rightCols<3>() * block.angular).rowwise().squaredNorm();
  };
  add_side(contact.body_a, contact.jacobian_a);
  add_side(contact.body_b, contact.jacobian_b);
  for (int s = contact.wide_begin; s < contact.wide_end; ++s) {
    wide_rows::add_response(problem, problem.wide_sides[s], response);
  }
  return response;
}

VecX contact_velocity(const ContactProblem& problem, const VecX& velocity) {
  VecX u(3 * problem.contact_count());
  for (int c = 0; c < problem.contact_count(); ++c) {
    u.segment<3>(3 * c) = contact_velocity(problem, problem.contacts[c], velocity);
  }
  return u;
}

VecX free_contact_velocity(const ContactProblem& problem) {
  VecX q = contact_velocity(problem, problem.free_velocity);
  for (int c = 0; c < problem.contact_count(); ++c) q[3 * c] -= problem.contacts[c].bound;
  return q;
}

void generalized_impulse(const ContactProblem& problem, const VecX& impulse, VecX& result) {
  result.setZero(problem.dof_count());
  for (int c = 0; c < problem.contact_count(); ++c) {
    const ContactBlock& contact = problem.contacts[c];
    const Vec3 r = impulse.segment<3>(3 * c);
    if (contact.body_a >= 0) result.segment<6>(6 * contact.body_a).noalias() += contact.jacobian_a.transpose() * r;
    if (contact.body_b >= 0) result.segment<6>(6 * contact.body_b).noalias() += contact.jacobian_b.transpose() * r;
    if (contact.wide_begin == contact.wide_end || r.isZero(0)) continue;
    for (int s = contact.wide_begin; s < contact.wide_end; ++s) {
      wide_rows::add_impulse(problem, problem.wide_sides[s], r, result);
    }
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
        local.W.block<3, 1>(3 * d, 3 * c + k) = contact_velocity(problem, other, v) - other.drive;
      }
    }
  }
  return local;
}

}  // namespace stiction

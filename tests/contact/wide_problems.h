// Problems with wide bodies that have known counterparts among rigid ones.
#pragma once

#include <Eigen/QR>

#include "contact/problems.h"

namespace stiction::test {

inline MatX random_orthogonal(ProblemRandom& random, Eigen::Index size) {
  MatX m(size, size);
  for (double& entry : m.reshaped()) entry = random.uniform(-1, 1);
  return m.householderQr().householderQ();
}

// L of a rigid body, 6 x 6.
inline MatX dense_factor(const BodyBlock& block) {
  MatX L = MatX::Zero(6, 6);
  L.diagonal().head<3>() = block.linear;
  L.bottomRightCorner<3, 3>() = block.angular;
  return L;
}

// The same physics with some bodies described as wide ones: where each body's six velocities went.
struct WideTwin {
  ContactProblem problem;
  std::vector<int> velocity_of_body;  // first of its six velocities in the twin

  VecX to_rigid(const VecX& velocity) const {
    VecX rigid(6 * static_cast<Eigen::Index>(velocity_of_body.size()));
    for (std::size_t i = 0; i < velocity_of_body.size(); ++i) {
      rigid.segment<6>(6 * static_cast<Eigen::Index>(i)) = velocity.segment<6>(velocity_of_body[i]);
    }
    return rigid;
  }
};

// `bundle`: wide bodies are made of so many rigid ones each. Their factors are turned at random: L Q with Q orthogonal
// is as good a factor as L.
inline WideTwin wide_twin(const ContactProblem& rigid, std::uint32_t seed, int bundle, double share = 0.6) {
  ProblemRandom random(seed);
  WideTwin twin{rigid, std::vector<int>(rigid.bodies.size(), -1)};
  ContactProblem& p = twin.problem;
  p.bodies.clear();
  p.contacts.clear();
  p.free_velocity.resize(0);
  std::vector<int> wide_members, place(rigid.bodies.size(), -1);  // place: rigid index, or offset within its wide body
  for (int i = 0; i < rigid.body_count(); ++i) {
    if (random.chance(share)) {
      wide_members.push_back(i);
    } else {
      place[i] = p.body_count();
      twin.velocity_of_body[i] = 6 * place[i];
      p.bodies.push_back(rigid.bodies[i]);
      p.free_velocity.conservativeResize(6 * p.body_count());
      p.free_velocity.tail<6>() = rigid.free_velocity.segment<6>(6 * i);
    }
  }
  std::vector<int> wide_of(rigid.bodies.size(), -1);
  for (std::size_t first = 0; first < wide_members.size(); first += bundle) {
    const auto count = static_cast<Eigen::Index>(std::min<std::size_t>(bundle, wide_members.size() - first));
    MatX L = MatX::Zero(6 * count, 6 * count);
    VecX free(6 * count);
    double mass = 0;
    for (Eigen::Index k = 0; k < count; ++k) {
      const int i = wide_members[first + k];
      L.block(6 * k, 6 * k, 6, 6) = dense_factor(rigid.bodies[i]);
      free.segment<6>(6 * k) = rigid.free_velocity.segment<6>(6 * i);
      mass += 1 / std::pow(rigid.bodies[i].linear.maxCoeff(), 2);
      place[i] = static_cast<int>(6 * k);
      wide_of[i] = static_cast<int>(p.wide_bodies.size());
    }
    const int wide = add_wide_body(p, mass, L * random_orthogonal(random, 6 * count), free);
    for (Eigen::Index k = 0; k < count; ++k) {
      twin.velocity_of_body[wide_members[first + k]] = p.wide_bodies[wide].first + static_cast<int>(6 * k);
    }
  }
  for (const ContactBlock& contact : rigid.contacts) {
    p.contacts.push_back(contact);
    ContactBlock& own = p.contacts.back();
    const auto side = [&](int body, const Mat36& jacobian, int& own_body) {
      if (body < 0) return;
      own_body = wide_of[body] < 0 ? place[body] : -1;
      if (wide_of[body] < 0) return;
      ContactProblem::WideJacobian J = ContactProblem::WideJacobian::Zero(3, p.wide_bodies[wide_of[body]].dofs);
      J.middleCols<6>(place[body]) = jacobian;
      add_wide_side(p, p.contact_count() - 1, wide_of[body], J);
    };
    side(contact.body_a, contact.jacobian_a, own.body_a);
    side(contact.body_b, contact.jacobian_b, own.body_b);
  }
  return twin;
}

// Some of the problem's bodies get further degrees of freedom, coupled with their six by the mass and moved by
// contacts.
inline ContactProblem with_modes(const ContactProblem& rigid, std::uint32_t seed, int modes) {
  ProblemRandom random(seed);
  ContactProblem p = wide_twin(rigid, seed, 1).problem;
  ContactProblem wide = p;
  wide.wide_bodies.clear();
  wide.wide_sides.clear();
  wide.wide_values.clear();
  wide.free_velocity.conservativeResize(6 * p.body_count());
  for (const WideBody& body : p.wide_bodies) {
    const int dofs = body.dofs + modes;
    MatX L = MatX::Zero(dofs, dofs);
    L.topLeftCorner(body.dofs, body.dofs) = p.factor(body);
    for (int k = body.dofs; k < dofs; ++k) {
      for (int j = 0; j <= k; ++j) L(k, j) = random.uniform(-0.5, 0.5);
      L(k, k) += 1;
    }
    VecX free(dofs);
    free << p.wide_part(p.free_velocity, body), 0.1 * random.vector_of(modes);
    add_wide_body(wide, body.mass, L, free);
  }
  wide.contacts.clear();
  for (const ContactBlock& contact : p.contacts) {
    wide.contacts.push_back(contact);
    wide.contacts.back().wide_begin = wide.contacts.back().wide_end = 0;
    for (int s = contact.wide_begin; s < contact.wide_end; ++s) {
      const WideSide& side = p.wide_sides[s];
      ContactProblem::WideJacobian J(3, p.wide_bodies[side.body].dofs + modes);
      J.leftCols(J.cols() - modes) = p.jacobian(side);
      for (double& entry : J.rightCols(modes).reshaped()) entry = random.uniform(-1, 1);
      add_wide_side(wide, wide.contact_count() - 1, side.body, J);
    }
  }
  return wide;
}

}  // namespace stiction::test

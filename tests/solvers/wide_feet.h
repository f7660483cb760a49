// Flat feet of bodies with modes: many more contacts than degrees of freedom.
#pragma once

#include "contact/problems.h"

namespace stiction::test {

// Adds a body on a plane, side x side contacts under it. Modes move them by smooth waves.
inline void add_wide_foot(ContactProblem& problem, ProblemRandom& random, int side, int modes) {
  const int dofs = 6 + modes;
  const double mass = random.uniform(0.5, 2);
  MatX L = MatX::Zero(dofs, dofs);
  for (int k = 0; k < 3; ++k) L(k, k) = 1 / std::sqrt(mass);
  for (int k = 3; k < dofs; ++k) {
    for (int j = 3; j <= std::min(k, 5); ++j) L(k, j) = 0.2 * random.uniform(-1, 1);
    L(k, k) = random.uniform(0.2, 2);
  }
  VecX free = 0.1 * random.vector_of(dofs);
  free[2] -= 0.3;
  free[0] += random.uniform(-0.5, 0.5);
  const int body = add_wide_body(problem, mass, L, free);
  const Vec3 wave = random.vector(4);
  for (int i = 0; i < side * side; ++i) {
    const Vec3 arm((i % side) / (side - 1.0) - 0.5, (i / side) / (side - 1.0) - 0.5, -0.5);
    ContactProblem::WideJacobian J = ContactProblem::WideJacobian::Zero(3, dofs);
    const Mat3 frame = tangent_frame(Vec3::UnitZ());
    for (int k = 0; k < 3; ++k) {
      J.row(k).head<3>() = frame.row(k);
      J.row(k).segment<3>(3) = arm.cross(frame.row(k).transpose());
      for (int m = 0; m < modes; ++m) J(k, 6 + m) = std::cos(0.3 * (m + 1) * wave.dot(arm) + k + m);
    }
    ContactBlock contact;
    contact.mu = 0.5;
    contact.id = 1000 + problem.contacts.size();
    problem.contacts.push_back(contact);
    add_wide_side(problem, problem.contact_count() - 1, body, J);
  }
}

inline ContactProblem wide_foot(std::uint32_t seed, int side, int modes, int bodies = 1) {
  ProblemRandom random(seed);
  ContactProblem problem;
  problem.step = 0.01;
  problem.gravity_scale = 0.1 * std::sqrt(static_cast<double>(bodies));
  for (int i = 0; i < bodies; ++i) add_wide_foot(problem, random, side, modes);
  return problem;
}

}  // namespace stiction::test

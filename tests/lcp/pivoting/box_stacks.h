// Contact problems of boxes on top of each other, in the plane and in space, at rest, pushed at random: what resting
// contact looks like to a solver in contact space. Contacts are redundant by construction (four corners of a face).
#pragma once

#include <cmath>
#include <limits>
#include <vector>

#include "lcp/pivoting/friction_pivoting.h"
#include "lcp/random_qp.h"

namespace stiction::test {

struct StackOptions {
  int boxes = 5;
  int tangents = 2;
  double push = 0.3;    // random forces and torques on every box, relative to its weight
  double offset = 0.3;  // of a box from the one below, relative to half its edge
  bool equal = false;   // boxes of one size straight on top of each other: degenerate
  double mu_low = 0.1, mu_high = 0.9;
};

struct Stack {
  MatX J;  // rows of the problem x degrees of freedom (3 or 6 per box)
  VecX inverse_mass;
  VecX force;  // generalised
  FrictionProblem problem;
};

inline Stack box_stack(RandomQp& random, const StackOptions& options) {
  const int t = options.tangents;
  const int dofs = t == 1 ? 3 : 6;
  const int corners = t == 1 ? 2 : 4;
  const int contacts = options.boxes * corners;
  Stack s;
  s.J = MatX::Zero(contacts * (1 + t), options.boxes * dofs);
  s.inverse_mass.resize(options.boxes * dofs);
  s.force.resize(options.boxes * dofs);
  s.problem.tangents = t;
  s.problem.mu.resize(contacts);
  Vec3 below = Vec3::Zero(), centre = Vec3::Zero();
  Vec3 half_below = Vec3(10, 10, 0);
  for (int k = 0; k < options.boxes; ++k) {
    Vec3 half = Vec3(0.5, 0.5, 0.5);
    if (!options.equal) half = Vec3(random.uniform(0.3, 0.8), random.uniform(0.3, 0.8), random.uniform(0.2, 0.8));
    const double mass = options.equal ? 1.0 : 8000 * half.prod() * random.uniform(0.5, 2) / 1000;
    Vec3 shift = Vec3::Zero();
    if (!options.equal && k > 0) shift = Vec3(random.uniform(-1, 1), random.uniform(-1, 1), 0) * options.offset * 0.5;
    const double top = k == 0 ? 0.0 : below.z() + half_below.z();
    centre = Vec3(below.x() + shift.x(), below.y() + shift.y(), top + half.z());
    // What both faces share.
    const Vec3 low = (centre - half).cwiseMax(below - half_below), high = (centre + half).cwiseMin(below + half_below);
    for (int corner = 0; corner < corners; ++corner) {
      const Vec3 p(corner % 2 ? high.x() : low.x(), t == 1 ? 0.0 : (corner / 2 ? high.y() : low.y()), top);
      const int c = k * corners + corner;
      s.problem.mu[c] = options.equal ? 0.5 : random.uniform(options.mu_low, options.mu_high);
      const Vec3 axes[3] = {Vec3::UnitZ(), Vec3::UnitX(), Vec3::UnitY()};
      for (int side = 0; side < 2; ++side) {
        const int body = k - side;
        if (body < 0) continue;
        const double sign = side == 0 ? 1 : -1;
        const Vec3 arm = p - (side == 0 ? centre : below);
        for (int r = 0; r <= t; ++r) {
          const Vec3 moment = arm.cross(axes[r]);
          auto row = s.J.row(c * (1 + t) + r).segment(body * dofs, dofs);
          if (t == 1) {
            row << sign * axes[r].x(), sign * axes[r].z(), sign * moment.y();
          } else {
            row << sign * axes[r].transpose(), sign * moment.transpose();
          }
        }
      }
    }
    const Vec3 inertia = mass / 3 *
                         Vec3(half.y() * half.y() + half.z() * half.z(), half.x() * half.x() + half.z() * half.z(),
                              half.x() * half.x() + half.y() * half.y());
    const double weight = 9.81 * mass;
    auto m = s.inverse_mass.segment(k * dofs, dofs);
    auto f = s.force.segment(k * dofs, dofs);
    if (t == 1) {
      m << 1 / mass, 1 / mass, 1 / inertia.y();
      f << 0, -weight, 0;
    } else {
      m << 1 / mass, 1 / mass, 1 / mass, 1 / inertia.x(), 1 / inertia.y(), 1 / inertia.z();
      f << 0, 0, -weight, 0, 0, 0;
    }
    f += options.push * weight * random.vector(dofs) * (options.equal && options.push == 0 ? 0 : 1);
    below = centre;
    half_below = half;
  }
  s.problem.A = s.J * s.inverse_mass.asDiagonal() * s.J.transpose();
  s.problem.b = s.J * s.inverse_mass.cwiseProduct(s.force);
  return s;
}

// Violations of BA (15) and (16), or (15), (21), (22) and the last condition of (16) in space; accelerations relative
// to b, forces to the largest one.
struct FrictionErrors {
  double signorini = 0, cone = 0, opposed = 0, limit = 0, bilateral = 0;
  double worst() const { return std::max({signorini, cone, opposed, limit, bilateral}); }
};

inline FrictionErrors friction_errors(const FrictionProblem& p, const VecX& forces) {
  FrictionErrors e;
  if (!forces.allFinite()) e.signorini = std::numeric_limits<double>::infinity();
  const VecX accelerations = p.A * forces + p.b;
  const VecX a = accelerations / std::max(p.b.lpNorm<Eigen::Infinity>(), 1e-300);
  const VecX f = forces / std::max(forces.lpNorm<Eigen::Infinity>(), 1e-300);
  for (int i = 0; i < p.bilateral_count; ++i) e.bilateral = std::max(e.bilateral, std::abs(a[i]));
  for (int c = 0; c < p.contact_count(); ++c) {
    const int row = p.normal_row(c);
    e.signorini = std::max(e.signorini, std::abs(std::min(f[row], a[row])));
    const auto f_T = f.segment(row + 1, p.tangents), a_T = a.segment(row + 1, p.tangents);
    const double most = p.mu[c] * f[row];
    if (p.sliding.size() > 0 && p.sliding.col(c).norm() > 0) {
      e.cone = std::max(e.cone, (f_T + most * p.sliding.col(c)).norm());
      continue;
    }
    e.cone = std::max(e.cone, f_T.norm() - most);
    e.opposed = std::max(e.opposed, f_T.dot(a_T) / std::max(f_T.norm(), 1e-9));
    e.limit = std::max(e.limit, std::min(a_T.norm(), most - f_T.norm()));
  }
  return e;
}

}  // namespace stiction::test

// Contact problems built by hand: shared by the tests of contact and of the solvers.
#pragma once

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

#include "contact/contact_problem.h"
#include "contact/tangent_frame.h"

namespace stiction::test {

class ProblemRandom {
 public:
  explicit ProblemRandom(std::uint32_t seed) : engine_(seed) {}
  double uniform(double low, double high) { return low + (high - low) * (engine_() / 4294967296.0); }
  int integer(int low, int high) { return low + static_cast<int>(engine_() % static_cast<unsigned>(high - low + 1)); }
  bool chance(double p) { return uniform(0, 1) < p; }
  Vec3 vector(double size = 1) { return size * Vec3(uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)); }
  Vec3 direction() {
    Vec3 v = vector();
    while (v.norm() < 0.1) v = vector();
    return v.normalized();
  }
  VecX vector_of(Eigen::Index size) {
    VecX v(size);
    for (double& entry : v) entry = uniform(-1, 1);
    return v;
  }
  std::vector<int> permutation(int size) {
    std::vector<int> order(size);
    std::iota(order.begin(), order.end(), 0);
    for (int i = size - 1; i > 0; --i) std::swap(order[i], order[integer(0, i)]);
    return order;
  }

 private:
  std::mt19937 engine_;
};

// Collects bodies and contacts into a ContactProblem.
class ProblemMaker {
 public:
  explicit ProblemMaker(FrictionSet set = {}, double step = 0.01, double gravity = 9.81) : gravity_(gravity) {
    problem_.friction_set = set;
    problem_.step = step;
  }
  // A unit cube of the given mass.
  int add_body(double mass, const Vec3& center, const Vec3& velocity, const Vec3& angular_velocity = Vec3::Zero()) {
    return add_body(mass, mass / 6 * Mat3::Identity(), center, velocity, angular_velocity);
  }
  int add_body(double mass, const Mat3& inertia, const Vec3& center, const Vec3& velocity,
               const Vec3& angular_velocity) {
    BodyBlock block;
    block.linear.setConstant(1 / std::sqrt(mass));
    block.angular = inertia.inverse().llt().matrixL();
    problem_.bodies.push_back(block);
    centers_.push_back(center);
    velocities_.push_back(velocity);
    velocities_.push_back(angular_velocity);
    mass_ += mass;
    return problem_.body_count() - 1;
  }
  // The normal points from a to b; -1 stands for a body that is not free.
  ContactBlock& add_contact(int a, int b, const Vec3& point, const Vec3& normal, double mu, double bound = 0,
                            const Vec3& drive = Vec3::Zero()) {
    ContactBlock contact;
    contact.body_a = a;
    contact.body_b = b;
    contact.mu = mu;
    contact.bound = bound;
    contact.drive = drive;
    contact.id = 1000 + problem_.contacts.size();
    const Mat3 frame = tangent_frame(normal);
    if (a >= 0) contact.jacobian_a = jacobian(frame, point - centers_[a], -1);
    if (b >= 0) contact.jacobian_b = jacobian(frame, point - centers_[b], +1);
    problem_.contacts.push_back(contact);
    return problem_.contacts.back();
  }
  // side x side contacts spread over a unit square about `middle`.
  void add_patch(int a, int b, const Vec3& middle, const Vec3& normal, double mu, int side) {
    const Mat3 frame = tangent_frame(normal);
    for (int i = 0; i < side * side; ++i) {
      const int column = i % side, row = i / side;
      const double s = side == 1 ? 0 : column / (side - 1.0) - 0.5;
      const double t = side == 1 ? 0 : row / (side - 1.0) - 0.5;
      add_contact(a, b, middle + s * frame.row(1).transpose() + t * frame.row(2).transpose(), normal, mu);
    }
  }
  ContactProblem finish() {
    problem_.free_velocity.resize(6 * problem_.body_count());
    for (std::size_t i = 0; i < velocities_.size(); ++i) {
      problem_.free_velocity.segment<3>(3 * static_cast<Eigen::Index>(i)) = velocities_[i];
    }
    problem_.gravity_scale = problem_.step * gravity_ * std::sqrt(mass_);
    return problem_;
  }
  const std::vector<Vec3>& centers() const { return centers_; }

 private:
  static Mat36 jacobian(const Mat3& frame, const Vec3& arm, double sign) {
    Mat36 J;
    for (int k = 0; k < 3; ++k) {
      J.row(k).head<3>() = sign * frame.row(k);
      J.row(k).tail<3>() = sign * arm.cross(frame.row(k).transpose());
    }
    return J;
  }
  ContactProblem problem_;
  std::vector<Vec3> centers_, velocities_;
  double gravity_, mass_ = 0;
};

// One body of mass m, one contact right at its centre of mass, normal +z, t1 = x, t2 = y: W = I / m.
inline ContactProblem point_on_plane(double mass, const Vec3& velocity, double mu, FrictionSet set = {},
                                     double bound = 0, const Vec3& drive = Vec3::Zero()) {
  ProblemMaker maker(set);
  maker.add_body(mass, Vec3::Zero(), velocity);
  maker.add_contact(-1, 0, Vec3::Zero(), Vec3::UnitZ(), mu, bound, drive);
  return maker.finish();
}

struct Units {
  double mass = 1, length = 1, time = 1;  // new units per old one: 1000 for kg -> g
  double velocity() const { return length / time; }
  double impulse() const { return mass * length / time; }
};

inline ContactProblem in_units(ContactProblem p, const Units& k) {
  p.step *= k.time;
  p.gravity_scale *= std::sqrt(k.mass) * k.velocity();
  for (BodyBlock& body : p.bodies) {
    body.linear /= std::sqrt(k.mass);
    body.angular /= std::sqrt(k.mass) * k.length;
  }
  for (ContactBlock& contact : p.contacts) {
    contact.jacobian_a.rightCols<3>() *= k.length;
    contact.jacobian_b.rightCols<3>() *= k.length;
    contact.drive *= k.velocity();
    contact.bound *= k.velocity();
  }
  for (int i = 0; i < p.body_count(); ++i) {
    p.free_velocity.segment<3>(6 * i) *= k.velocity();
    p.free_velocity.segment<3>(6 * i + 3) /= k.time;
  }
  return p;
}

inline VecX velocity_in_units(VecX velocity, const Units& k) {
  for (Eigen::Index i = 0; i < velocity.size() / 6; ++i) {
    velocity.segment<3>(6 * i) *= k.velocity();
    velocity.segment<3>(6 * i + 3) /= k.time;
  }
  return velocity;
}

// Turns the tangents of contact c by angles[c]; impulses turn along.
inline Mat3 tangent_turn(double angle) {
  Mat3 turn = Mat3::Identity();
  turn.bottomRightCorner<2, 2>() = Eigen::Rotation2Dd(angle).toRotationMatrix();
  return turn;
}
inline ContactProblem with_turned_tangents(ContactProblem p, const std::vector<double>& angles) {
  for (int c = 0; c < p.contact_count(); ++c) {
    const Mat3 turn = tangent_turn(angles[c]);
    p.contacts[c].jacobian_a = turn * p.contacts[c].jacobian_a;
    p.contacts[c].jacobian_b = turn * p.contacts[c].jacobian_b;
    p.contacts[c].drive = turn * p.contacts[c].drive;
  }
  return p;
}

// Contact k of the result is contact order[k] of the argument.
inline ContactProblem reordered(const ContactProblem& p, const std::vector<int>& order) {
  ContactProblem q = p;
  for (std::size_t k = 0; k < order.size(); ++k) q.contacts[k] = p.contacts[order[k]];
  return q;
}
inline VecX reordered(const VecX& impulse, const std::vector<int>& order) {
  VecX r(impulse.size());
  for (std::size_t k = 0; k < order.size(); ++k) {
    r.segment<3>(3 * static_cast<Eigen::Index>(k)) = impulse.segment<3>(3 * order[k]);
  }
  return r;
}

// Random problems: piles, stacks, chains, single bodies with redundant feet; mass ratios up to 1e6, mu from 0 to 1.5.
struct RandomProblemOptions {
  int max_bodies = 5;
  int max_patch = 4;  // side of the largest patch of contacts between two faces
  double max_mass_ratio = 1e6;
  bool bounds = false;  // bounds (either sign) and drives, feasible by construction
  FrictionSet set = {};
};

inline ContactProblem random_problem(std::uint32_t seed, const RandomProblemOptions& options = {}) {
  ProblemRandom random(seed);
  ProblemMaker maker(options.set);
  const int bodies = random.integer(1, options.max_bodies);
  const int kind = random.integer(0, 3);
  const double spread = random.chance(0.3) ? std::log(options.max_mass_ratio) : std::log(4.0);
  const double speed = random.chance(0.5) ? 0.02 : 1.0;
  const auto mu = [&] { return random.chance(0.15) ? 0.0 : random.uniform(0, 1.5); };
  for (int i = 0; i < bodies; ++i) {
    const Vec3 squares = random.vector().cwiseAbs2() + Vec3::Constant(0.1);
    const double mass = std::exp(random.uniform(0, spread));
    const Mat3 R = Quat(Eigen::AngleAxisd(random.uniform(0, 3), random.direction())).toRotationMatrix();
    const Mat3 inertia = mass / 3 * R * Vec3(Vec3::Constant(squares.sum()) - squares).asDiagonal() * R.transpose();
    const Vec3 center = kind == 2 ? Vec3(i, 0, 0) : kind == 1 ? Vec3(0, 0, i + 0.5) : Vec3(random.vector());
    maker.add_body(mass, inertia, center, Vec3(0, 0, -0.0981) + random.vector(speed), random.vector(speed));
  }
  const int side = random.integer(1, options.max_patch);
  if (kind == 1) {  // a stack on the ground
    for (int i = 0; i < bodies; ++i) maker.add_patch(i - 1, i, Vec3(0, 0, i), Vec3::UnitZ(), mu(), side);
  } else if (kind == 2) {  // a chain, its first link on the ground
    maker.add_patch(-1, 0, Vec3(0, 0, -0.5), Vec3::UnitZ(), mu(), side);
    for (int i = 1; i < bodies; ++i) {
      maker.add_patch(i - 1, i, Vec3(i - 0.5, 0, 0), (Vec3::UnitX() + random.vector(0.3)).normalized(), mu(), side);
    }
  } else {  // a pile: any pair, any direction (kind 3: the ground only, from above)
    const int pairs = random.integer(1, 2 * bodies);
    for (int k = 0; k < pairs; ++k) {
      const int b = random.integer(0, bodies - 1);
      const int a = kind == 3 || bodies == 1 ? -1 : random.integer(-1, bodies - 1);
      if (a == b) continue;
      const Vec3 normal = a < 0 ? (Vec3::UnitZ() + random.vector(0.5)).normalized() : random.direction();
      maker.add_patch(a, b, random.vector(), normal, mu(), random.chance(0.3) ? side : 1);
    }
  }
  ContactProblem problem = maker.finish();
  if (options.bounds) {  // some velocity v0 satisfies all bounds
    const VecX v0 = random.chance(0.5) ? VecX::Zero(6 * bodies).eval() : (0.1 * random.vector_of(6 * bodies)).eval();
    for (ContactBlock& contact : problem.contacts) {
      if (random.chance(0.3) && (contact.body_a < 0 || contact.body_b < 0)) contact.drive = random.vector(0.1);
    }
    const VecX u0 = contact_velocity(problem, v0);
    for (int c = 0; c < problem.contact_count(); ++c) {
      problem.contacts[c].bound = u0[3 * c] - (random.chance(0.5) ? 0 : random.uniform(0, 0.2));
    }
  }
  return problem;
}

}  // namespace stiction::test

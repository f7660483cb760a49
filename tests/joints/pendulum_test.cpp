// Pendulums against their equations in reduced coordinates.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "joints/joined.h"

namespace stiction {
namespace {

using test::ball;
using test::hinge;
using test::joint_errors;
using test::kG;
using test::rod;
using test::space;

// A rod that hangs on a hinge at the origin, turned out of rest.
Model pendulum(double length, double angle) {
  const Vec3 end = length * Vec3(std::sin(angle), 0, -std::cos(angle));
  return space({rod("rod", Vec3::Zero(), end)}, {hinge(kWorld, 0, Vec3::Zero(), -Vec3::UnitY())});
}

double inertia_about_end(const Body& rod, double length) {
  return rod.mass.inertia(1, 1) + rod.mass.mass * length * length / 4;
}

// Complete elliptic integral of the first kind by the arithmetic-geometric mean.
double pendulum_period(double small, double amplitude) {
  double a = 1, b = std::cos(amplitude / 2);
  for (int i = 0; i < 20; ++i) {
    const double mean = (a + b) / 2;
    b = std::sqrt(a * b);
    a = mean;
  }
  return small / a;
}

// Time of so many full swings, from zero crossings of the angle.
double measured_period(const Model& model, double step, int swings) {
  Simulation simulation(model, step, {});
  double last = 0, first_crossing = 0, crossing = 0;
  int crossings = 0;
  for (int i = 1; crossings <= swings; ++i) {
    simulation.step();
    const double angle = simulation.joint(0).coordinate + 0.0;
    const Vec3 c = simulation.state().bodies[0].center;
    const double from_rest = std::atan2(c.x(), -c.z());
    (void)angle;
    if (i > 1 && last < 0 && from_rest >= 0) {
      crossing = step * (i - from_rest / (from_rest - last));
      if (crossings++ == 0) first_crossing = crossing;
    }
    last = from_rest;
  }
  return (crossing - first_crossing) / swings;
}

TEST(Pendulum, SwingsWithThePeriodOfItsAmplitude) {
  for (const double amplitude : {0.1, 1.0, 2.0}) {
    const double length = 1;
    const Model model = pendulum(length, amplitude);
    const double inertia = inertia_about_end(model.bodies[0], length);
    const double small = 2 * M_PI * std::sqrt(inertia / (model.bodies[0].mass.mass * kG * length / 2));
    const double expected = pendulum_period(small, amplitude);
    const double coarse = std::abs(measured_period(model, 0.02, 10) / expected - 1);
    const double fine = std::abs(measured_period(model, 0.005, 10) / expected - 1);
    EXPECT_LT(fine, 1e-4) << amplitude;
    EXPECT_LT(coarse, 2e-3) << amplitude;
    EXPECT_GT(coarse, 8 * fine) << "not of second order";
  }
}

TEST(Pendulum, KeepsItsEnergyForManySwings) {
  const Model model = pendulum(1, 2.0);
  const double step = 0.01;
  Simulation simulation(model, step, {});
  const double start = total_energy(model, simulation.state());
  const double swing = model.bodies[0].mass.mass * kG;  // J, its height
  double early = 0, late = 0;
  for (int i = 0; i < 60000; ++i) {
    simulation.step();
    const double error = std::abs(total_energy(model, simulation.state()) - start) / swing;
    double& worst = i < 6000 ? early : late;
    worst = std::max(worst, error);
  }
  EXPECT_LT(early, 0.05);
  EXPECT_LT(late, 1.05 * early) << "the energy drifts";
}

TEST(Pendulum, PullsAtItsHingeWithWeightAndCentrifugalForce) {
  const Model model = pendulum(1, M_PI / 2);
  Simulation simulation(model, 1e-4, {});
  while (simulation.state().bodies[0].center.x() > 0) simulation.step();
  const double mass = model.bodies[0].mass.mass;
  const double omega = simulation.state().bodies[0].angular_velocity.norm();
  const FeltJoint reading = simulation.joint(0);
  EXPECT_NEAR(reading.force.z(), mass * (kG + omega * omega * 0.5), 1e-3 * mass * kG);
  EXPECT_NEAR(omega * omega, 2 * mass * kG * 0.5 / inertia_about_end(model.bodies[0], 1), 1e-2);
  EXPECT_LT(std::abs(reading.force.y()), 1e-9);
  EXPECT_LT(reading.torque.norm(), 1e-6);
}

// Two equal rods in a plane: angles from the downward direction, by Runge and Kutta's method.
struct DoublePendulum {
  double m1, m2, i1, i2, l1, l2;  // masses, inertias about the centres, lengths

  std::array<double, 4> rate(const std::array<double, 4>& s) const {
    const auto [a, b, da, db] = s;
    const double c1 = l1 / 2, c2 = l2 / 2;
    const double m11 = i1 + m1 * c1 * c1 + m2 * l1 * l1, m22 = i2 + m2 * c2 * c2, m12 = m2 * l1 * c2 * std::cos(a - b);
    const double s12 = m2 * l1 * c2 * std::sin(a - b);
    const double f1 = -s12 * db * db - (m1 * c1 + m2 * l1) * kG * std::sin(a);
    const double f2 = s12 * da * da - m2 * c2 * kG * std::sin(b);
    const double det = m11 * m22 - m12 * m12;
    return {da, db, (m22 * f1 - m12 * f2) / det, (m11 * f2 - m12 * f1) / det};
  }
  void step(std::array<double, 4>& s, double h) const {
    const auto moved = [&](const std::array<double, 4>& k, double f) {
      std::array<double, 4> r = s;
      for (int i = 0; i < 4; ++i) r[i] += f * k[i];
      return r;
    };
    const auto k1 = rate(s), k2 = rate(moved(k1, h / 2)), k3 = rate(moved(k2, h / 2)), k4 = rate(moved(k3, h));
    for (int i = 0; i < 4; ++i) s[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
  }
};

double double_pendulum_error(double h, bool hinges) {
  const double a = 1.2, b = 2.0;
  const Vec3 knee = Vec3(std::sin(a), 0, -std::cos(a)), tip = knee + 0.7 * Vec3(std::sin(b), 0, -std::cos(b));
  const auto joint = [&](int from, int to, const Vec3& at) {
    return hinges ? hinge(from, to, at) : ball(from, to, at);
  };
  const Model model = space({rod("upper", Vec3::Zero(), knee), rod("lower", knee, tip)},
                            {joint(kWorld, 0, Vec3::Zero()), joint(0, 1, knee)});
  const DoublePendulum oracle{model.bodies[0].mass.mass,
                              model.bodies[1].mass.mass,
                              model.bodies[0].mass.inertia(1, 1),
                              model.bodies[1].mass.inertia(1, 1),
                              1,
                              0.7};
  std::array<double, 4> exact = {a, b, 0, 0};
  Simulation simulation(model, h, {});
  const int steps = static_cast<int>(std::lround(1.5 / h));
  for (int i = 0; i < steps; ++i) {
    simulation.step();
    for (int k = 0; k < 10; ++k) oracle.step(exact, h / 10);
  }
  const Vec3 end =
      Vec3(std::sin(exact[0]) + 0.35 * std::sin(exact[1]), 0, -std::cos(exact[0]) - 0.35 * std::cos(exact[1]));
  return (simulation.state().bodies[1].center - end).norm();
}

TEST(DoublePendulum, FollowsItsEquationsInReducedCoordinates) {
  for (const bool hinges : {true, false}) {
    const double coarse = double_pendulum_error(4e-3, hinges), fine = double_pendulum_error(1e-3, hinges);
    EXPECT_LT(fine, 0.01) << hinges;
    EXPECT_LT(fine, 0.4 * coarse) << hinges;
  }
}

TEST(Pendulum, OnABallJointKeepsItsAngularMomentumAboutTheVertical) {
  Model model = pendulum(1, 0.8);
  model.joints[0].kind = JointKind::kBall;
  const double spin = 2;  // rad/s about the vertical
  model.bodies[0].start_angular_velocity = spin * Vec3::UnitZ();
  model.bodies[0].start_velocity = spin * Vec3::UnitZ().cross(model.bodies[0].start.position);
  Simulation simulation(model, 0.01, {});
  const double start = test::angular_momentum(simulation).z();
  for (int i = 0; i < 2000; ++i) {
    simulation.step();
    ASSERT_NEAR(test::angular_momentum(simulation).z(), start, 1e-9 * std::abs(start)) << i;
    ASSERT_LT(joint_errors(simulation).position, 1e-11);
    ASSERT_LT(joint_errors(simulation).velocity, 1e-11);
  }
}

}  // namespace
}  // namespace stiction

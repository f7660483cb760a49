// Motors, friction and limits of joints, against closed forms, with every solver that is exact.
#include <gtest/gtest.h>

#include <cmath>

#include "joints/joined.h"

namespace stiction {
namespace {

using test::box_body;
using test::distance;
using test::hinge;
using test::kG;
using test::rod;
using test::slider;
using test::space;
using test::sphere_body;

SolverOptions solver_of(const std::string& name) {
  SolverOptions options;
  if (name == "paper") {
    options.driver = Driver::kPaper;
  } else {
    options.name = name;
  }
  options.tolerance = 1e-8;
  return options;
}

class Drives : public testing::TestWithParam<const char*> {
 protected:
  SolverOptions solver() const { return solver_of(GetParam()); }
};
INSTANTIATE_TEST_SUITE_P(Solvers, Drives, testing::Values("staggered", "paper", "pgs", "dantzig", "lemke"),
                         [](const auto& given) { return std::string(given.param); });

Model wheel() {
  return space({box_body("wheel", {1, 1, 0.1}, {0, 0, 0})}, {hinge(kWorld, 0, Vec3::Zero(), Vec3::UnitZ())});
}

TEST_P(Drives, AMotorGivesItsTorqueUntilTheSpeedIsReached) {
  Model model = wheel();
  const double inertia = model.bodies[0].mass.inertia(2, 2), torque = 5, h = 0.01;
  model.joints[0].motor = JointMotor{2, torque};
  Simulation simulation(model, h, solver());
  for (int i = 1; i <= 1000; ++i) {
    simulation.step();
    const double expected = std::min(2.0, i * h * torque / inertia);
    ASSERT_NEAR(simulation.state().bodies[0].angular_velocity.z(), expected, 1e-6) << i;
    ASSERT_NEAR(simulation.joint(0).velocity, expected, 1e-6);
    if (expected < 2) {
      ASSERT_NEAR(simulation.joint(0).effort, torque, 1e-5);
    }
  }
  EXPECT_NEAR(simulation.joint(0).effort, 0, 1e-5);
  EXPECT_GT(1000 * h * torque / inertia, 2) << "never gets there";
}

// Beyond half a turn from the start too: an angle that is measured from the start jumps there.
TEST_P(Drives, AHingeStopsAtItsLimitWhereverThatIs) {
  for (const double limit : {90.0, 179.0, 180.0, 181.0, 300.0}) {
    for (const int way : {1, -1}) {
      Model model = wheel();
      const double stop = way * limit * M_PI / 180;
      model.joints[0].limits = JointLimits{std::min(stop, -way * 0.1), std::max(stop, -way * 0.1)};
      model.joints[0].motor = JointMotor{4.0 * way, 100};
      Simulation simulation(model, 0.01, solver());
      for (int i = 0; i < 300; ++i) {
        simulation.step();
        ASSERT_LT(way * simulation.joint(0).coordinate, limit * M_PI / 180 + 1e-6) << i;
        ASSERT_GT(way * simulation.joint(0).coordinate, -0.1) << i;
      }
      EXPECT_NEAR(simulation.joint(0).coordinate, stop, 1e-6);
      EXPECT_NEAR(simulation.joint(0).velocity, 0, 1e-6);
    }
  }
}

TEST_P(Drives, AMotorHoldsWhatItCanAndYieldsToMore) {
  const Body arm = rod("arm", Vec3::Zero(), Vec3::UnitX());
  for (const double strength : {1.01, 0.5}) {
    Model model = space({arm}, {hinge(kWorld, 0, Vec3::Zero(), -Vec3::UnitY())});
    const double needed = model.bodies[0].mass.mass * kG / 2;
    model.joints[0].motor = JointMotor{0, strength * needed};
    Simulation simulation(model, 0.001, solver());
    simulation.step();
    const double inertia = model.bodies[0].mass.inertia(1, 1) + model.bodies[0].mass.mass / 4;
    if (strength > 1) {
      test::run(simulation, 200);
      EXPECT_NEAR(simulation.joint(0).coordinate, 0, 1e-6);
      EXPECT_NEAR(simulation.joint(0).effort, needed, 1e-4 * needed);
    } else {
      EXPECT_NEAR(simulation.joint(0).velocity, -(1 - strength) * needed / inertia * 0.001, 1e-6);
      EXPECT_NEAR(simulation.joint(0).effort, strength * needed, 1e-6);
    }
  }
}

TEST_P(Drives, AStrongMotorIsAsExactAsAWeakOne) {  // the bound must not count in the judge's measure
  for (const double torque : {10.0, 1e6}) {
    Model model = space({rod("arm", Vec3::Zero(), Vec3::UnitX())}, {hinge(kWorld, 0, Vec3::Zero(), -Vec3::UnitY())});
    model.joints[0].motor = JointMotor{0.5, torque};
    Simulation simulation(model, 0.01, solver());
    for (int i = 0; i < 100; ++i) {
      ASSERT_TRUE(simulation.step().converged) << i;
      ASSERT_NEAR(simulation.joint(0).coordinate, 0.005 * (i + 1), 1e-6) << i << " " << torque;
      // What is left of the velocity along the new direction of the arm: less by a share of (h omega)^2 / 8.
      ASSERT_NEAR(simulation.joint(0).velocity, 0.5, 1e-5) << i << " " << torque;
    }
  }
}

TEST_P(Drives, JointFrictionSlowsAWheelDownAndHoldsIt) {
  Model model = wheel();
  const double inertia = model.bodies[0].mass.inertia(2, 2), torque = 3;
  model.joints[0].friction = torque;
  model.bodies[0].start_angular_velocity = {0, 0, 1};
  Simulation simulation(model, 0.01, solver());
  for (int i = 1; i <= 1000; ++i) {
    simulation.step();
    ASSERT_NEAR(simulation.joint(0).velocity, std::max(0.0, 1 - i * 0.01 * torque / inertia), 1e-6) << i;
  }
}

TEST_P(Drives, APendulumStopsAtItsLimit) {
  const double angle = -1.2;
  Model model = space({rod("rod", Vec3::Zero(), Vec3(std::sin(angle), 0, -std::cos(angle)))},
                      {hinge(kWorld, 0, Vec3::Zero(), -Vec3::UnitY())});
  model.joints[0].start = angle;
  model.joints[0].limits = JointLimits{-1.3, 0.2};
  Simulation simulation(model, 0.01, solver());
  double most = -10, least = 10;
  for (int i = 0; i < 1000; ++i) {
    ASSERT_TRUE(simulation.step().converged);
    most = std::max(most, simulation.joint(0).coordinate);
    least = std::min(least, simulation.joint(0).coordinate);
  }
  EXPECT_NEAR(most, 0.2, 1e-6);
  EXPECT_GT(least, -1.21);

  model.gravity = {9.81, 0, 0};  // lies against the limit, which carries it
  Simulation leaning(model, 0.01, solver());
  test::run(leaning, 300);
  EXPECT_NEAR(leaning.joint(0).coordinate, 0.2, 1e-7);
  EXPECT_NEAR(leaning.joint(0).effort, -model.bodies[0].mass.mass * kG / 2 * std::cos(0.2), 1e-4);
}

TEST_P(Drives, ALiftStopsAtItsLimitWithAMotorPushing) {
  Model model = space({box_body("cabin", {1, 1, 1}, {0, 0, 0})}, {slider(kWorld, 0, Vec3::Zero(), Vec3::UnitZ())});
  const double weight = model.bodies[0].mass.mass * kG;
  model.joints[0].motor = JointMotor{1, 1.5 * weight};
  model.joints[0].limits = JointLimits{-1, 2};
  Simulation simulation(model, 0.01, solver());
  test::run(simulation, 100);
  EXPECT_NEAR(simulation.joint(0).velocity, 1, 1e-6);
  EXPECT_NEAR(simulation.joint(0).effort, weight, 1e-5 * weight);
  test::run(simulation, 300);
  EXPECT_NEAR(simulation.joint(0).coordinate, 2, 1e-7);
  EXPECT_NEAR(simulation.state().bodies[0].center.z(), 2, 1e-7);
}

TEST_P(Drives, ARopeHangsLooseAndThenHolds) {
  Joint rope = distance(kWorld, 0, {0, 0, 2}, {0.3, 0, 1.9});
  rope.limits = JointLimits{0, 1};
  Model model = space({sphere_body("bob", 0.05, {0.3, 0, 1.9})}, {rope});
  Simulation simulation(model, 0.005, solver());
  for (int i = 1; i <= 40; ++i) simulation.step();
  EXPECT_NEAR(simulation.state().bodies[0].center.z(), 1.9 - kG * 0.005 * 0.005 * 40 * 41 / 2, 1e-9) << "is held";
  double longest = 0;
  for (int i = 0; i < 600; ++i) {
    simulation.step();
    longest = std::max(longest, simulation.joint(0).coordinate);
  }
  EXPECT_NEAR(longest, 1, 2e-3);
  EXPECT_NEAR(simulation.joint(0).coordinate, 1, 2e-3);
}

TEST(Motors, WithoutABoundKeepTheirSpeedWhateverItTakes) {
  Model model = space({rod("arm", Vec3::Zero(), Vec3::UnitX())}, {hinge(kWorld, 0, Vec3::Zero(), -Vec3::UnitY())});
  model.joints[0].motor = JointMotor{3};
  Simulation simulation(model, 0.01, {});
  for (int i = 1; i <= 100; ++i) {
    simulation.step();
    ASSERT_NEAR(simulation.state().bodies[0].angular_velocity.y(), -3, 1e-11);
    const double level = std::cos(0.03 * (i - 1));
    if (i > 1) {
      ASSERT_NEAR(simulation.joint(0).effort, level * model.bodies[0].mass.mass * kG / 2, 1e-2) << i;
    }
  }
}

TEST(Motors, OfAMechanismPushABlockAgainstFriction) {  // a piston of limited force
  Body block = box_body("block", {0.2, 0.2, 0.2}, {0.25, 0, 0.1}),
       piston = box_body("piston", {0.3, 0.1, 0.1}, {0, 0, 0.1});
  Model model = test::world({block, piston}, 0.5);
  const double needed = 0.5 * model.bodies[1].mass.mass * kG;
  // The piston's face may hold the block down by friction: up to a third more is needed, and moves it for certain.
  for (const double strength : {0.9, 2.0}) {
    model.joints = {slider(kWorld, 2, {0, 0, 0.1}, Vec3::UnitX())};
    model.joints[0].motor = JointMotor{0.1, strength * needed};
    Simulation simulation(model, 0.01, {});
    for (int i = 0; i < 100; ++i) ASSERT_TRUE(simulation.step().converged) << i << " " << strength;
    const double way = simulation.state().bodies[1].center.x() - 0.25;
    if (strength < 1) {
      EXPECT_LT(way, 1e-6);
      EXPECT_NEAR(simulation.joint(0).effort, strength * needed, 1e-3 * needed);
    } else {
      EXPECT_NEAR(way, 0.1, 0.01);
      EXPECT_GT(simulation.joint(0).effort, needed / 1.334);
      EXPECT_LT(simulation.joint(0).effort, needed * 1.334);
    }
  }
}

}  // namespace
}  // namespace stiction

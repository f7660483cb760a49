// Joints and contacts with friction together.
#include <gtest/gtest.h>

#include <cmath>

#include "contact/judge.h"
#include "joints/joined.h"

namespace stiction {
namespace {

using test::box_body;
using test::hinge;
using test::joint_errors;
using test::kG;
using test::rod;
using test::slider;
using test::world;

// Two legs, hinged at the top, at this angle from the vertical.
Model stepladder(double angle, double mu, double thickness = 0.02) {
  const double length = 1;
  const Vec3 top(0, 0, length * std::cos(angle) + 0.5 * thickness * std::sin(angle));
  const Vec3 foot(length * std::sin(angle), 0, -length * std::cos(angle));
  Model model = world(
      {rod("left", top, top + Vec3(-foot.x(), 0, foot.z()), thickness), rod("right", top, top + foot, thickness)}, mu);
  model.joints = {hinge(1, 2, top)};
  return model;
}

// Each foot carries one leg; its friction has to be half of that times the tangent of the angle.
TEST(JointedContact, AStepladderStandsByFrictionJustAboveHalfTheTangent) {
  for (const double angle : {0.3, 0.5}) {
    const double needed = std::tan(angle) / 2;
    for (const double factor : {1.06, 0.90}) {
      Simulation simulation(stepladder(angle, factor * needed, 1e-3), 0.005, {});
      const double start = simulation.state().bodies[1].center.z();
      for (int i = 0; i < 400; ++i) {
        const StepReport& report = simulation.step();
        ASSERT_TRUE(report.converged) << i;
        ASSERT_LT(report.joint_error, 1e-11);
      }
      const double sunk = start - simulation.state().bodies[1].center.z();
      if (factor > 1) {
        EXPECT_LT(std::abs(sunk), 1e-6) << angle;
        EXPECT_NEAR(std::abs(simulation.joint(0).force.x()), needed * simulation.model().bodies[1].mass.mass * kG,
                    0.02 * simulation.model().bodies[1].mass.mass * kG);
      } else {
        EXPECT_GT(sunk, 0.05) << angle;
      }
    }
  }
}

TEST(JointedContact, ALidRestsOnItsStopWithItsShareOfTheWeight) {
  // A lid of 1 m, hinged at its left edge, that falls on a block under its right part.
  Body table = box_body("table", {2, 1, 0.5}, {0, 0, 0.25});
  table.fixed = true;
  Body block = box_body("block", {0.1, 0.4, 0.1}, {0.25, 0, 0.55});
  Body lid = box_body("lid", {1, 0.5, 0.02}, {0, 0, 0.611});
  Model model = world({table, block, lid}, 0.5);
  model.joints = {hinge(1, 3, {-0.5, 0, 0.6})};
  Simulation simulation(model, 0.005, {});
  for (int i = 0; i < 400; ++i) ASSERT_TRUE(simulation.step().converged) << i;
  const double weight = model.bodies[3].mass.mass * kG;
  const double lift = simulation.joint(0).force.z();  // of the hinge on the lid
  // The block carries between its edges, 0.7 m and 0.8 m from the hinge.
  EXPECT_LT(lift, weight * (1 - 0.5 / 0.8) + 1e-3 * weight);
  EXPECT_GT(lift, weight * (1 - 0.5 / 0.7) - 1e-3 * weight);
  EXPECT_LT(simulation.state().bodies[3].angular_velocity.norm(), 1e-5);
  EXPECT_LT(std::abs(simulation.state().bodies[2].center.x() - 0.25), 1e-4) << "the block slips away";
}

TEST(JointedContact, JointedBodiesDoNotCollideUnlessAskedTo) {
  Model model = world({box_body("a", {1, 1, 1}, {0, 0, 3}), box_body("b", {1, 1, 1}, {0.8, 0, 3})});
  model.joints = {test::ball(1, 2, {0.4, 0, 3})};
  Simulation apart(model, 0.01, {});
  apart.step();
  EXPECT_TRUE(apart.contacts().empty());
  model.joints[0].collide = true;
  Simulation touching(model, 0.01, {});
  touching.step();
  EXPECT_FALSE(touching.contacts().empty());
}

TEST(JointedContact, WeldedBodiesThatTouchAreLeftInPeace) {
  Model model = world({box_body("a", {1, 1, 1}, {0, 0, 0.5}), box_body("b", {1, 1, 1}, {0, 0, 1.5}),
                       box_body("c", {0.2, 1, 2}, {0.6, 0, 1})});
  const auto weld = [](int a, int b) { return test::joint_of(JointKind::kFixed, a, b, {0.5, 0, 1}); };
  model.joints = {weld(1, 3), weld(2, 3)};  // a and b touch, and are not joined to each other
  Simulation simulation(model, 0.01, {});
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(simulation.step().converged) << i;
  EXPECT_EQ(simulation.problem().wide_bodies[0].dofs, 6);
  for (std::size_t k = 1; k < 4; ++k) EXPECT_LT(simulation.state().bodies[k].velocity.norm(), 1e-7);
}

TEST(JointedContact, BodiesHeldInAllDegreesOfFreedomCarryOthers) {
  Model model = world({box_body("shelf", {1, 1, 0.1}, {0, 0, 1}), box_body("book", {0.2, 0.2, 0.2}, {0, 0, 1.15})});
  model.joints = {test::joint_of(JointKind::kFixed, kWorld, 1, {0, 0, 1})};
  Simulation simulation(model, 0.01, {});
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(simulation.step().converged) << i;
  EXPECT_EQ(simulation.state().bodies[1].center, Vec3(0, 0, 1));
  EXPECT_NEAR(simulation.state().bodies[2].center.z(), 1.15, 1e-8);
  EXPECT_NEAR(simulation.joint(0).force.z(), (model.bodies[1].mass.mass + model.bodies[2].mass.mass) * kG, 1e-3);
}

TEST(JointedContact, ABodyOnAScriptedOneFollowsIt) {
  Body arm = box_body("arm", {1, 0.1, 0.1}, {0.5, 0, 1});
  Model model = world({test::sphere_body("motor", 0.1, {0, 0, 1}), arm});
  model.bodies[1].fixed = model.bodies[1].scripted = true;
  Motion motion;
  motion.kind = MotionKind::kVelocity;
  motion.body = 1;
  motion.angular_velocity = {0, 0, 2};
  model.motions = {motion};
  compute_masses(model);
  model.joints = {test::joint_of(JointKind::kFixed, 1, 2, {0, 0, 1})};
  Simulation simulation(model, 0.01, {});
  for (int i = 1; i <= 200; ++i) {
    ASSERT_LT(simulation.step().joint_error, 1e-11);
    const double angle = 2 * 0.01 * i;
    ASSERT_LT((simulation.state().bodies[2].center - Vec3(0.5 * std::cos(angle), 0.5 * std::sin(angle), 1)).norm(),
              1e-9);
  }
}

TEST(JointedContact, APlanarBodyIsHeldByLocksAndJointsTogether) {
  Model model = world({box_body("a", {1, 0.1, 0.1}, {0.5, 0, 2}), box_body("b", {1, 0.1, 0.1}, {1.5, 0, 2})});
  for (int k : {1, 2}) model.bodies[k].lock = {false, true, false, true, false, true};
  model.joints = {hinge(kWorld, 1, {0, 0, 2}), hinge(1, 2, {1, 0, 2})};
  Simulation locked(model, 0.005, {});
  for (int k : {1, 2}) model.bodies[k].lock = {};
  Simulation free(model, 0.005, {});
  for (int i = 0; i < 300; ++i) {
    locked.step();
    free.step();
    ASSERT_EQ(locked.state().bodies[2].center.y(), 0);
    ASSERT_LT(joint_errors(locked).position, 1e-11);
    ASSERT_LT((locked.state().bodies[2].center - free.state().bodies[2].center).norm(), 1e-6) << i;
  }
  EXPECT_EQ(locked.problem().wide_bodies[0].dofs, 2);
}

// A guided pusher above a table at the dead centre of its crank: nothing of its contacts' rows is left but round-off,
// which must not become the measure of what is exact.
TEST(JointedContact, OfALinkThatCannotMoveDoesNotHideThatAMotorIsWrong) {
  Body pusher = box_body("pusher", {0.4, 0.1, 0.08}, {-0.32, 0, 0.041});
  Body crank = rod("crank", {-0.9, 0, 0.041}, {-1.02, 0, 0.041}),
       arm = rod("arm", {-1.02, 0, 0.041}, {-0.52, 0, 0.041});
  crank.level = 1;
  arm.level = 2;
  Model model = test::world({pusher, crank, arm}, 0.3);
  model.joints = {hinge(kWorld, 2, {-0.9, 0, 0.041}, -Vec3::UnitY()), hinge(2, 3, {-1.02, 0, 0.041}),
                  hinge(3, 1, {-0.52, 0, 0.041}), slider(kWorld, 1, {-0.52, 0, 0.041}, Vec3::UnitX())};
  model.joints[0].motor = JointMotor{4, 30};
  model.margin = 0.01;
  Simulation simulation(model, 1.0 / 60, {});
  simulation.step();
  ASSERT_GT(simulation.contacts().size(), 0u);
  EXPECT_NEAR(simulation.joint(0).coordinate, 4.0 / 60, 1e-6);
  // The same motion without the motor's torque is far from right, and is judged so.
  VecX wrong = simulation.solution().impulse;
  wrong.tail<2>().setZero();
  VecX velocity = simulation.problem().free_velocity;
  velocity.tail<1>().setZero();  // of the pad
  EXPECT_GT(judge(simulation.problem(), wrong, velocity).residual, 1e-2);
}

}  // namespace
}  // namespace stiction

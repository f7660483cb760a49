// Random trees and loops of all kinds of joints.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "joints/joined.h"

namespace stiction {
namespace {

using test::angular_momentum;
using test::joint_errors;
using test::linear_momentum;

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  double between(double low, double high) {
    return low + (high - low) * (static_cast<double>(engine_()) / 4294967296.0);
  }
  int below(int n) { return static_cast<int>(engine_() % static_cast<unsigned>(n)); }
  Vec3 point(double size) { return {between(-size, size), between(-size, size), between(-size, size)}; }
  Vec3 direction() { return (point(1) + Vec3(0.01, 0, 0)).normalized(); }

 private:
  std::mt19937 engine_;
};

Joint random_joint(Random& random, int a, int b, const Vec3& near) {
  constexpr JointKind kKinds[] = {JointKind::kBall,   JointKind::kHinge,    JointKind::kSlider,   JointKind::kFixed,
                                  JointKind::kPlanar, JointKind::kDistance, JointKind::kUniversal};
  Joint joint = test::joint_of(kKinds[random.below(7)], a, b, near + random.point(0.3), random.direction());
  joint.anchor_b = joint.anchor + 0.5 * random.direction();
  joint.axis_b = joint.axis.cross(random.direction()).normalized();
  return joint;
}

// Boxes that turn and fly, joined at random; some are held by the world.
Model random_mechanism(unsigned seed, bool in_free_space, bool loops) {
  Random random(seed);
  const int count = 2 + random.below(6);
  std::vector<Body> bodies;
  for (int i = 0; i < count; ++i) {
    Body body = test::box_body("b" + std::to_string(i), Vec3(0.3, 0.3, 0.3) + random.point(0.2),
                               Vec3(0.7 * i, 0, 0) + random.point(0.3));
    body.start.rotation = Quat(Eigen::AngleAxisd(random.between(0, 3), random.direction()));
    body.start_velocity = random.point(1);
    body.start_angular_velocity = random.point(2);
    body.level = i;  // they do not collide
    bodies.push_back(body);
  }
  std::vector<Joint> joints;
  for (int i = 1; i < count; ++i) {
    const int other = random.below(i);
    const Vec3 near = (bodies[i].start.position + bodies[other].start.position) / 2;
    joints.push_back(random.below(2) == 0 ? random_joint(random, other, i, near)
                                          : random_joint(random, i, other, near));
  }
  if (loops) joints.push_back(random_joint(random, 0, count - 1, bodies[0].start.position));
  if (loops) joints.push_back(joints[random.below(static_cast<int>(joints.size()))]);  // says the same again
  if (!in_free_space) joints.push_back(random_joint(random, kWorld, random.below(count), Vec3::Zero()));
  Model model = test::space(bodies, joints);
  if (in_free_space) model.gravity.setZero();
  return model;
}

TEST(RandomMechanisms, HoldTheirJointsInEveryStep) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    const bool loops = seed % 2 == 1;
    Simulation simulation(random_mechanism(seed, seed % 3 == 0, loops), 0.005, {});
    for (int i = 0; i < 100; ++i) {
      const double told = simulation.step().joint_error;
      const test::JointErrors errors = joint_errors(simulation);
      ASSERT_LT(errors.position, 1e-10) << "seed " << seed << " step " << i;
      ASSERT_LT(errors.velocity, 1e-10) << "seed " << seed << " step " << i;
      ASSERT_NEAR(told, errors.position, 1e-15);
    }
  }
}

TEST(RandomMechanisms, InFreeSpaceKeepTheirMomentum) {
  for (unsigned seed = 0; seed < 30; ++seed) {
    Simulation simulation(random_mechanism(seed, true, seed % 2 == 1), 0.005, {});
    const Vec3 p = linear_momentum(simulation), l = angular_momentum(simulation);
    test::run(simulation, 200);
    ASSERT_LT((linear_momentum(simulation) - p).norm(), 1e-8 * (1 + p.norm())) << seed;
    ASSERT_LT((angular_momentum(simulation) - l).norm(), 1e-8 * (1 + l.norm())) << seed;
  }
}

TEST(RandomMechanisms, KeepTheirEnergyTheBetterTheSmallerTheStep) {
  int judged = 0;
  for (unsigned seed = 0; seed < 12; ++seed) {
    const Model model = random_mechanism(seed, false, false);
    double worst[2];
    for (const int i : {0, 1}) {
      const double h = i == 0 ? 2e-3 : 5e-4;
      Simulation simulation(model, h, {});
      simulation.step();
      const double start = total_energy(model, simulation.state());
      worst[i] = 0;
      for (int k = 0; k * h < 0.5; ++k) {
        simulation.step();
        worst[i] = std::max(worst[i], std::abs(total_energy(model, simulation.state()) - start));
      }
    }
    if (worst[0] < 1e-3) continue;
    ++judged;
    EXPECT_LT(worst[1], 0.5 * worst[0]) << seed;
  }
  EXPECT_GE(judged, 6);
}

// Several of them above a plane, with motors and limits, so that all kinds of rows take part.
Model heap_of_mechanisms() {
  std::vector<Body> bodies;
  std::vector<Joint> joints;
  for (int k = 0; k < 4; ++k) {
    const Vec3 at(1.5 * k, 0, 0.4 + 0.1 * k);
    const int first = 1 + 3 * k;
    bodies.push_back(test::box_body("a" + std::to_string(k), {0.3, 0.2, 0.2}, at));
    bodies.push_back(test::box_body("b" + std::to_string(k), {0.3, 0.2, 0.2}, at + Vec3(0.4, 0, 0)));
    bodies.push_back(test::box_body("c" + std::to_string(k), {0.3, 0.2, 0.2}, at + Vec3(0.8, 0, 0)));
    joints.push_back(test::hinge(first, first + 1, at + Vec3(0.2, 0, 0)));
    joints.back().limits = JointLimits{-0.3, 0.4};
    joints.push_back(test::hinge(first + 1, first + 2, at + Vec3(0.6, 0, 0)));
    joints.back().motor = JointMotor{1.0 + k, 5};
    joints.back().friction = 0.5;
  }
  Model model = test::world(bodies, 0.4);
  model.joints = joints;
  return model;
}

TEST(RandomMechanisms, GiveTheSameBitsOnAnyNumberOfThreads) {
  Simulation one(heap_of_mechanisms(), 0.01, {}, 1), two(heap_of_mechanisms(), 0.01, {}, 2);
  for (int i = 0; i < 60; ++i) {
    ASSERT_TRUE(one.step().converged) << i;
    two.step();
    ASSERT_EQ(state_hash(one.state()), state_hash(two.state())) << i;
  }
}

TEST(RandomMechanisms, GoOnBitByBitFromASavedState) {
  Simulation whole(heap_of_mechanisms(), 0.01, {}), half(heap_of_mechanisms(), 0.01, {});
  test::run(whole, 40);
  const std::string saved = whole.save();
  half.restore(saved);
  for (int i = 0; i < 30; ++i) {
    whole.step();
    half.step();
    ASSERT_EQ(state_hash(whole.state()), state_hash(half.state())) << i;
  }
}

TEST(RandomMechanisms, FallAsleepAndWakeTogether) {
  Model model = heap_of_mechanisms();
  for (Joint& joint : model.joints) joint.motor.reset();
  model.sleep_after = 0.2;
  model.sleep_speed = 5e-3;
  Simulation simulation(model, 0.01, {});
  for (int i = 0; i < 600 && simulation.last_report().asleep < 12; ++i) simulation.step();
  ASSERT_EQ(simulation.last_report().asleep, 12);
  simulation.set_velocity(2, {0, 0, 1}, Vec3::Zero());
  simulation.step();
  EXPECT_FALSE(simulation.state().bodies[1].asleep || simulation.state().bodies[3].asleep);
  EXPECT_TRUE(simulation.state().bodies[4].asleep);
  EXPECT_LT(simulation.last_report().joint_error, 1e-11);
}

TEST(RandomMechanisms, AreDrawnByHands) {
  Model model =
      test::world({test::box_body("a", {0.3, 0.2, 0.2}, {0, 0, 1}), test::box_body("b", {0.3, 0.2, 0.2}, {0.4, 0, 1})});
  model.joints = {test::hinge(kWorld, 1, {-0.2, 0, 1}), test::hinge(1, 2, {0.2, 0, 1})};
  Simulation simulation(model, 0.01, {});
  HandCoupling coupling;
  coupling.stiffness = 5000;
  coupling.damping = 300;
  simulation.take_hold_at(2, {0.15, 0, 0}, coupling);
  simulation.move_hand(2, Pose{{0.3, 0, 1.3}, Quat::Identity()});
  test::run(simulation, 400);
  EXPECT_LT(simulation.last_report().joint_error, 1e-11);
  const BodyState& b = simulation.state().bodies[2];
  EXPECT_LT((b.center + b.rotation * Vec3(0.15, 0, 0) - Vec3(0.3, 0, 1.3)).norm(), 0.05);
  EXPECT_GT(simulation.hands()[0].felt.force.norm(), 10);
}

TEST(RandomMechanisms, PulledApartComeTogetherAgain) {
  Model model =
      test::space({test::box_body("a", {0.3, 0.2, 0.2}, {0, 0, 1}), test::box_body("b", {0.3, 0.2, 0.2}, {0.4, 0, 1})},
                  {test::hinge(0, 1, {0.2, 0, 1})});
  model.gravity.setZero();
  Simulation simulation(model, 0.01, {});
  simulation.set_pose(1, {{0.6, 0.1, 1.1}, Quat::Identity()});
  simulation.step();
  EXPECT_LT(simulation.last_report().joint_error, 1e-10);
  EXPECT_LT(simulation.state().bodies[0].velocity.norm(), 1e-9) << "is shot off";
  EXPECT_NEAR(simulation.state().bodies[0].center.x() + simulation.state().bodies[1].center.x(), 0.6, 1e-9);
}

}  // namespace
}  // namespace stiction

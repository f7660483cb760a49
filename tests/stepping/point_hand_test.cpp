// Bodies held by a point, about which they turn freely: against closed forms, and bounded for any stiffness.
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>
#include <random>

#include "base/error.h"
#include "stepping/worlds.h"

namespace stiction {
namespace {

constexpr int kBlock = 1;
constexpr double kMass = 0.75;  // [kg]
constexpr double kGravity = 9.81;
const Vec3 kSize(0.1, 0.15, 0.1);  // [m]

Model one_block(const Vec3& position, double gravity = kGravity) {
  Model model = test::world({test::box_body("block", kSize, position)});
  model.materials[0].density = 500;
  model.gravity = {0, 0, -gravity};
  compute_masses(model);
  return model;
}

// Critically damped at `frequency` [rad/s], with a little friction against turning.
HandCoupling coupling_of(double frequency) {
  return {.stiffness = kMass * frequency * frequency,
          .damping = 2 * kMass * frequency,
          .angular_stiffness = 0,
          .angular_damping = 0.06};
}

Vec3 point_in_world(const Simulation& simulation, const Vec3& point) {
  return body_pose(simulation.model().bodies[kBlock], simulation.state().bodies[kBlock]).to_world(point);
}

TEST(PointHand, ABlockHeldByItsCornerHangsBelowItWithItsWeight) {
  for (const double h : {1e-3, 1e-2}) {
    Simulation simulation(one_block({0, 0, 5}), h, {});
    const Vec3 corner = 0.5 * kSize, start = Vec3(0, 0, 5) + corner;
    const HandCoupling coupling = coupling_of(50);
    simulation.take_hold_at(kBlock, corner, coupling);
    test::run(simulation, static_cast<int>(20 / h));
    const Vec3 held = point_in_world(simulation, corner), center = simulation.state().bodies[kBlock].center;
    EXPECT_NEAR(start.z() - held.z(), kMass * kGravity / coupling.stiffness, 1e-6);  // sag: m g / k
    EXPECT_LT((held - start).head<2>().norm(), 1e-5);
    EXPECT_NEAR(held.z() - center.z(), corner.norm(), 1e-6) << "the centre of mass is straight below";
    EXPECT_NEAR((simulation.hands()[0].felt.force - Vec3(0, 0, -kMass * kGravity)).norm(), 0, 1e-3);
    EXPECT_LT(simulation.hands()[0].felt.torque.norm(), 1e-3);
  }
}

TEST(PointHand, ABlockDraggedByAPointFeelsCoulombsFriction) {
  for (const double h : {1e-3, 1e-2}) {
    Simulation simulation(one_block({0, 0, 0.05}), h, {});
    const Vec3 low(0.05, 0, -0.03);  // low enough that the block does not tip
    simulation.take_hold_at(kBlock, low, coupling_of(40));
    const double speed = 0.1;  // [m/s]
    const int steps = static_cast<int>(2 / h);
    for (int i = 1; i <= steps; ++i) {
      simulation.move_hand(kBlock, Pose{Vec3(0, 0, 0.05) + low + Vec3(speed * h * i, 0, 0), Quat::Identity()});
      simulation.step();
    }
    const Vec3 force = simulation.hands()[0].felt.force;
    const double lift = -force.z();  // the spring also carries a little
    EXPECT_NEAR(-force.x(), 0.5 * (kMass * kGravity - lift), 2e-3 * kMass * kGravity);
    EXPECT_NEAR(simulation.state().bodies[kBlock].velocity.x(), speed, 1e-3);
  }
}

TEST(PointHand, SteadyMotionIsFollowedWithoutForce) {
  Simulation simulation(one_block({0, 0, 5}, 0), 1e-2, {});
  const Vec3 point(0.04, -0.02, 0.05);
  simulation.take_hold_at(kBlock, point, coupling_of(50));
  for (int i = 1; i <= 2000; ++i) {
    simulation.move_hand(kBlock, Pose{Vec3(0, 0, 5) + point + Vec3(2e-3 * i, 0, 0), Quat::Identity()});
    simulation.step();
  }
  EXPECT_NEAR(simulation.state().bodies[kBlock].velocity.x(), 0.2, 1e-6);
  EXPECT_LT(simulation.hands()[0].felt.force.norm(), 1e-5);
}

// diag(a_v, a_w) - A of hand.h (3), (4): no negative eigenvalue, for any arm.
TEST(PointHand, TheAddedMassIsNeverLessThanThatOfTheImplicitRule) {
  std::mt19937 random(3);
  const auto uniform = [&](double low, double high) { return low + (high - low) * (random() / 4294967296.0); };
  const Model model = one_block({0, 0, 5});
  const State state = initial_state(model);
  for (int trial = 0; trial < 200; ++trial) {
    const double h = 1e-2, k = std::pow(10, uniform(0, 6)), d = std::pow(10, uniform(-1, 3));
    const Vec3 arm(uniform(-1, 1), uniform(-1, 1), trial % 10 == 0 ? 0 : uniform(-1, 1));
    const HandTarget target{{Vec3(0, 0, 5) + arm, Quat::Identity()}, Vec3::Zero(), Vec3::Zero()};
    const HandPull pull = point_pull({.stiffness = k, .damping = d, .angular_damping = 0}, arm, target,
                                     model.bodies[kBlock], state.bodies[kBlock], h);
    Eigen::Matrix<double, 3, 6> J;  // velocity of the point
    J << Mat3::Identity(), Mat3::Zero();
    J.rightCols<3>() << 0, arm.z(), -arm.y(), -arm.z(), 0, arm.x(), arm.y(), -arm.x(), 0;
    Mat6 difference = -h * (d + h * k) * (J.transpose() * J);
    difference.diagonal() += (Vec6() << Vec3::Constant(pull.mass), Vec3::Constant(pull.inertia)).finished();
    const double least = Eigen::SelfAdjointEigenSolver<Mat6>(difference).eigenvalues().minCoeff();
    EXPECT_GE(least, -1e-9 * pull.mass) << trial;
  }
}

// Far beyond what an explicit rule could bear (k h^2 / m up to 1e5), at rest on the ground or in the air.
TEST(PointHand, StaysBoundedForAnyStiffness) {
  std::mt19937 random(11);
  const auto uniform = [&](double low, double high) { return low + (high - low) * (random() / 4294967296.0); };
  for (int trial = 0; trial < 40; ++trial) {
    const double h = trial % 2 == 0 ? 1e-3 : 1e-2;
    HandCoupling coupling{.stiffness = std::pow(10, uniform(0, 8)),
                          .damping = trial % 3 == 0 ? 0 : std::pow(10, uniform(-2, 3)),
                          .angular_stiffness = 0,
                          .angular_damping = trial % 4 == 0 ? 0 : 1e-3};
    if (trial % 5 == 0) coupling.max_force = 20;
    const double height = trial % 4 == 0 ? 0.05 : 5;
    Simulation simulation(one_block({0, 0, height}, 0), h, {});
    const Vec3 point(uniform(-0.05, 0.05), uniform(-0.075, 0.075), uniform(-0.05, 0.05));
    simulation.take_hold_at(kBlock, point, coupling);
    const Vec3 way(uniform(-0.1, 0.1), uniform(-0.1, 0.1), uniform(0, 0.1));
    const Vec3 target = Vec3(0, 0, height) + point + way;
    simulation.move_hand(kBlock, HandTarget{{target, Quat::Identity()}, Vec3::Zero(), Vec3::Zero()});
    const double most = std::min(coupling.stiffness * way.squaredNorm() / 2, coupling.max_force * way.norm());
    for (int i = 0; i < 500; ++i) {
      simulation.step();
      const double kinetic = kinetic_energy(simulation.model().bodies[kBlock], simulation.state().bodies[kBlock]);
      ASSERT_LE(kinetic, 1.05 * most) << "trial " << trial << ", step " << i;
      ASSERT_LE(simulation.hands()[0].felt.force.norm(), coupling.max_force * (1 + 1e-12));
    }
  }
}

TEST(PointHand, ASavedStateHoldsThePoint) {
  const Model model = one_block({0, 0, 0.3});
  Simulation original(model, 1e-2, {});
  original.take_hold_at(kBlock, {0.05, 0.02, 0.05}, coupling_of(40));
  original.move_hand(kBlock, Pose{{0.2, 0, 0.4}, Quat::Identity()});
  test::run(original, 20);
  const std::string saved = original.save();
  Simulation fresh(model, 1e-2, {});
  fresh.restore(saved);
  EXPECT_EQ(fresh.save(), saved);
  test::run(original, 40);
  test::run(fresh, 40);
  EXPECT_EQ(fresh.save(), original.save());
}

TEST(PointHand, ImpossibleValuesAreRefused) {
  Simulation simulation(one_block({0, 0, 1}), 1e-2, {});
  EXPECT_THROW(simulation.take_hold_at(0, Vec3::Zero(), {}), InputError) << "the ground";
  EXPECT_THROW(simulation.take_hold_at(kBlock, {std::nan(""), 0, 0}, {}), InputError);
  EXPECT_THROW(simulation.take_hold_at(kBlock, Vec3::Zero(), {.stiffness = -1}), InputError);
  simulation.take_hold_at(kBlock, Vec3::Zero(), {});
  EXPECT_THROW(simulation.take_hold_at(kBlock, Vec3::Zero(), {}), InputError) << "held already";
  simulation.release(kBlock);
  EXPECT_TRUE(simulation.hands().empty());
}

}  // namespace
}  // namespace stiction

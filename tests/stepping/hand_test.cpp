// Hands: bodies drawn to a device's pose by springs and dampers, against closed forms; passive for any stiffness.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "base/error.h"
#include "model/turn.h"
#include "worlds.h"

namespace stiction {
namespace {

// A cube of 0.1 m and 0.5 kg without weight, far from the ground.
Model floating_cube(const Vec3& position = {0, 0, 10}) {
  Model model = test::world({test::box_body("cube", Vec3::Constant(0.1), position)});
  model.materials[0].density = 500;
  model.gravity = Vec3::Zero();
  compute_masses(model);
  return model;
}

constexpr int kCube = 1;
constexpr double kMass = 0.5;  // [kg]

Pose at(const Vec3& position, const Quat& rotation = Quat::Identity()) {
  return {position, rotation};
}

// Kinetic energy and that of the springs, for a hand that rests at `target` [J].
double energy(const Simulation& simulation, const Pose& target, const HandCoupling& c) {
  const BodyState& body = simulation.state().bodies[kCube];
  const auto spring = [](double k, double most, double x) {
    return k * x > most ? most * x - most * most / (2 * k) : k * x * x / 2;
  };
  const double offset = (target.position - body.center).norm();
  const double turn = turn_of(target.rotation * body.rotation.conjugate()).norm();
  return kinetic_energy(simulation.model().bodies[kCube], body) + spring(c.stiffness, c.max_force, offset) +
         spring(c.angular_stiffness, c.max_torque, turn);
}

TEST(Hand, AHeldBodyHangsByItsWeightOverTheStiffness) {
  for (const double h : {1e-3, 1e-2}) {
    Model model = floating_cube();
    model.gravity = {0, 0, -9.81};
    Simulation simulation(model, h, {});
    simulation.take_hold(kCube, {.stiffness = 400, .damping = 30});
    test::run(simulation, static_cast<int>(3 / h));
    const double sag = 10 - simulation.state().bodies[kCube].center.z();
    EXPECT_NEAR(sag, kMass * 9.81 / 400, 1e-9);
    const HandForce felt = simulation.hands()[0].felt;
    EXPECT_NEAR((felt.force - Vec3(0, 0, -kMass * 9.81)).norm(), 0, 1e-8);  // the weight pulls the hand down
    EXPECT_NEAR(felt.force.norm(), 400 * sag, 1e-8);
    EXPECT_NEAR(felt.torque.norm(), 0, 1e-12);
  }
}

TEST(Hand, AConstantTorqueTurnsAHeldBodyByTorqueOverStiffness) {
  Simulation simulation(floating_cube(), 1e-3, {});
  simulation.take_hold(kCube, {.angular_stiffness = 2, .angular_damping = 0.05});
  const Vec3 torque(0.1, -0.2, 0.3);
  simulation.set_force(kCube, Vec3::Zero(), torque);
  test::run(simulation, 3000);
  EXPECT_NEAR((turn_of(simulation.state().bodies[kCube].rotation) - torque / 2).norm(), 0, 1e-6);
  EXPECT_NEAR((simulation.hands()[0].felt.torque - torque).norm(), 0, 1e-6);
}

// Backward Euler of a damped oscillator: roots of (1 + 2 zeta w h + w^2 h^2) z^2 - (2 + 2 zeta w h) z + 1 = 0.
TEST(Hand, TheStepResponseIsThatOfTheImplicitRuleAndConvergesToTheOscillators) {
  const double k = 200, w = std::sqrt(k / kMass), zeta = 0.4, d = 2 * zeta * w * kMass;
  const auto error_at = [&](double h) {
    Simulation simulation(floating_cube(), h, {});
    simulation.take_hold(kCube, {.stiffness = k, .damping = d});
    HandTarget target{at({1, 0, 10}), Vec3::Zero(), Vec3::Zero()};
    simulation.move_hand(kCube, target);
    double x = -1, v = 0, worst = 0;  // of the implicit rule, seen from the target
    for (int i = 1; i * h <= 0.5; ++i) {
      simulation.step();
      v = (kMass * v - h * k * x) / (kMass + h * d + h * h * k);
      x += h * v;
      EXPECT_NEAR(simulation.state().bodies[kCube].center.x() - 1, x, 1e-11);
      const double t = i * h, wd = w * std::sqrt(1 - zeta * zeta);
      const double exact = -std::exp(-zeta * w * t) * (std::cos(wd * t) + zeta * w / wd * std::sin(wd * t));
      worst = std::max(worst, std::abs(x - exact));
    }
    return worst;
  };
  const double coarse = error_at(1e-3), fine = error_at(2.5e-4);
  EXPECT_LT(coarse, 0.02);
  EXPECT_LT(fine, 0.3 * coarse);  // first order
}

TEST(Hand, AtAWallTheForceIsStiffnessTimesThePenetrationOfTheDevice) {
  for (const double h : {1e-3, 1e-2}) {
    for (const double k : {100.0, 1e4, 1e6}) {
      Model model = floating_cube({0, 0, 0.05});  // on the ground
      Simulation simulation(model, h, {});
      simulation.take_hold(kCube, {.stiffness = k, .damping = 2 * std::sqrt(k * kMass)});
      const double penetration = 0.004;  // [m]
      simulation.move_hand(kCube, at({0, 0, 0.05 - penetration}));
      test::run(simulation, 200);
      EXPECT_NEAR(simulation.hands()[0].felt.force.z(), k * penetration, 1e-6 * k * penetration);
      EXPECT_NEAR(simulation.state().bodies[kCube].center.z(), 0.05, 1e-9);
      EXPECT_LE(simulation.last_report().certificate.signorini, 1e-9);
    }
  }
}

TEST(Hand, DraggingOverTheGroundFeelsCoulombsFriction) {
  Model model = floating_cube({0, 0, 0.05});
  model.gravity = {0, 0, -9.81};
  Simulation simulation(model, 1e-3, {});
  simulation.take_hold(kCube, {.stiffness = 500, .damping = 10, .angular_stiffness = 10, .angular_damping = 0.2});
  for (int i = 1; i <= 2000; ++i) {
    simulation.move_hand(kCube, at({1e-4 * i, 0, 0.05}));  // 0.1 m/s
    simulation.step();
  }
  EXPECT_NEAR(simulation.hands()[0].felt.force.x(), -0.5 * kMass * 9.81, 1e-3);  // mu m g, against the motion
  EXPECT_NEAR(simulation.state().bodies[kCube].velocity.x(), 0.1, 1e-4);
}

// Stiffness up to far beyond what an explicit rule could bear (k h^2 / m up to 2e5), with and without damping.
TEST(Hand, EnergyNeverGrowsWhileTheHandRests) {
  std::mt19937 random(5);
  const auto uniform = [&](double low, double high) { return low + (high - low) * (random() / 4294967296.0); };
  for (int trial = 0; trial < 60; ++trial) {
    const double h = trial % 2 == 0 ? 1e-3 : 1e-2;
    HandCoupling coupling;
    coupling.stiffness = std::pow(10, uniform(0, 9));
    coupling.damping = trial % 3 == 0 ? 0 : std::pow(10, uniform(-2, 4));
    coupling.angular_stiffness = std::pow(10, uniform(-2, 6));
    coupling.angular_damping = trial % 3 == 0 ? 0 : std::pow(10, uniform(-4, 2));
    if (trial % 5 == 0) coupling.max_force = 3;
    if (trial % 5 == 0) coupling.max_torque = 0.1;
    Simulation simulation(floating_cube(trial % 4 == 0 ? Vec3(0, 0, 0.06) : Vec3(0, 0, 10)), h, {});
    simulation.take_hold(kCube, coupling);
    const Pose start = body_pose(simulation.model().bodies[kCube], simulation.state().bodies[kCube]);
    const Vec3 away(uniform(-0.1, 0.1), uniform(-0.1, 0.1), uniform(-0.1, 0.1));
    const Vec3 turn(uniform(-0.8, 0.8), uniform(-0.8, 0.8), uniform(-0.8, 0.8));
    const Pose target = at(start.position + away, turned_by(turn));
    simulation.move_hand(kCube, HandTarget{target, Vec3::Zero(), Vec3::Zero()});
    simulation.set_velocity(kCube, {uniform(-1, 1), 0, uniform(-1, 1)}, {uniform(-3, 3), uniform(-3, 3), 0});
    const double first = energy(simulation, target, coupling);
    double last = first;
    for (int i = 0; i < 300; ++i) {
      simulation.step();
      const double now = energy(simulation, target, coupling);
      ASSERT_LE(now, last + 1e-9 * first) << "trial " << trial << ", step " << i;
      last = now;
    }
  }
}

TEST(Hand, TheLargestForceAndTorqueAreNeverExceeded) {
  HandCoupling coupling{.stiffness = 1e5, .damping = 200, .angular_stiffness = 1e3, .angular_damping = 1};
  coupling.max_force = 4;
  coupling.max_torque = 0.2;
  Simulation simulation(floating_cube({0, 0, 0.05}), 1e-3, {});
  simulation.take_hold(kCube, coupling);
  for (int i = 0; i < 500; ++i) {
    const double deep = 0.05 * std::sin(0.05 * i);
    simulation.move_hand(kCube, at({deep, 0, 0.05 - deep}, turned_by({0, 0.3 * deep, deep})));
    simulation.step();
    EXPECT_LE(simulation.hands()[0].felt.force.norm(), 4 * (1 + 1e-12));
    EXPECT_LE(simulation.hands()[0].felt.torque.norm(), 0.2 * (1 + 1e-12));
  }
  // Deep in the ground, at rest: exactly the largest force, and the ground carries exactly that.
  simulation.move_hand(kCube, at({0, 0, 0.0}));
  test::run(simulation, 1000);
  const FeltHand& hand = simulation.hands()[0];
  const BodyState& body = simulation.state().bodies[kCube];
  EXPECT_NEAR(hand.felt.force.norm(), 4, 1e-6);
  EXPECT_NEAR(body.center.z(), 0.05, 1e-6);
  double carried = 0;
  for (int c = 0; c < simulation.last_report().contact_count; ++c) {
    carried += simulation.contact_force_on_b(c).z() * (simulation.contacts()[c].body_b == kCube ? 1 : -1);
  }
  EXPECT_NEAR(carried, hand.felt.force.z(), 1e-6);
}

TEST(Hand, ABodyFollowsAMovingHandWithoutLagWhenItIsWeightless) {
  Simulation simulation(floating_cube(), 1e-3, {});
  simulation.take_hold(kCube, {.stiffness = 500, .damping = 30});
  for (int i = 1; i <= 2000; ++i) {
    simulation.move_hand(kCube, at({2e-4 * i, 0, 10}, turned_by({0, 0, 1e-3 * i})));
    simulation.step();
  }
  const BodyState& body = simulation.state().bodies[kCube];
  EXPECT_NEAR(body.center.x(), 0.4, 1e-9);
  EXPECT_NEAR(body.angular_velocity.z(), 1, 1e-6);
  EXPECT_LT(simulation.hands()[0].felt.force.norm(), 1e-6);
}

TEST(Hand, ADeviceOutsideTheCentreOfMassMovesTheBodysOwnCoordinates) {
  Model model = floating_cube();
  MassProperties mass = model.bodies[kCube].mass;
  mass.center = {0.02, 0.01, -0.03};
  set_mass(model.bodies[kCube], mass);
  Simulation simulation(model, 1e-3, {});
  simulation.take_hold(kCube, {.stiffness = 500, .damping = 30});
  const Pose target = at({0.3, 0.2, 10}, turned_by({0.5, -0.2, 0.4}));
  simulation.move_hand(kCube, target);
  test::run(simulation, 3000);
  const Pose reached = body_pose(model.bodies[kCube], simulation.state().bodies[kCube]);
  EXPECT_LT((reached.position - target.position).norm(), 1e-8);
  EXPECT_LT(turn_of(target.rotation * reached.rotation.conjugate()).norm(), 1e-6);
}

TEST(Hand, HeldDegreesOfFreedomStayHeld) {
  Model model = floating_cube();
  model.bodies[kCube].lock = {false, true, false, true, false, false};
  Simulation simulation(model, 1e-3, {});
  simulation.take_hold(kCube, {.stiffness = 1e4, .damping = 100, .angular_stiffness = 100, .angular_damping = 1});
  simulation.move_hand(kCube, at({0.1, 0.1, 10.1}, turned_by({0.2, 0.2, 0.2})));
  test::run(simulation, 500);
  const BodyState& body = simulation.state().bodies[kCube];
  EXPECT_EQ(body.center.y(), 0);
  EXPECT_NEAR(body.center.x(), 0.1, 1e-6);
  EXPECT_EQ(body.angular_velocity.x(), 0);
}

TEST(Hand, AScriptedPathIsFollowedAndADeviceTakesOver) {
  Model model = floating_cube();
  Hand hand;
  hand.body = kCube;
  hand.coupling = {.stiffness = 2000, .damping = 60};
  hand.path = {{0, at({0, 0, 10})}, {1, at({0.2, 0, 10})}, {2, at({0.2, 0.1, 10})}};
  model.hands = {hand};
  Simulation simulation(model, 1e-3, {});
  test::run(simulation, 1000);
  EXPECT_NEAR(simulation.hands()[0].target.position.x(), 0.2, 1e-12);
  EXPECT_NEAR(simulation.state().bodies[kCube].center.x(), 0.2, 1e-2);
  simulation.move_hand(kCube, at({-0.1, 0, 10}));
  test::run(simulation, 1500);
  EXPECT_NEAR(simulation.state().bodies[kCube].center.x(), -0.1, 1e-6);
  simulation.release(kCube);
  EXPECT_TRUE(simulation.hands().empty());
}

TEST(Hand, ASavedStateHoldsHandsPathsAndDevices) {
  Model model = floating_cube();
  model.bodies.push_back(test::box_body("other", Vec3::Constant(0.1), {1, 0, 10}));
  compute_masses(model);
  Hand hand;
  hand.body = kCube;
  hand.path = {{0, at({0, 0, 10})}, {0.5, at({0.2, 0, 10}, turned_by({0, 1, 0}))}, {1, at({0, 0.1, 10})}};
  model.hands = {hand};
  Simulation original(model, 1e-2, {});
  original.take_hold(2, {.stiffness = 50, .max_force = 1});
  original.move_hand(2, at({1.1, 0, 10}));
  test::run(original, 30);
  const std::string saved = original.save();
  Simulation fresh(model, 1e-2, {});
  fresh.restore(saved);
  EXPECT_EQ(fresh.save(), saved);
  ASSERT_EQ(fresh.hands().size(), 2u);
  test::run(original, 40);
  test::run(fresh, 40);
  EXPECT_EQ(fresh.save(), original.save());
  EXPECT_EQ(fresh.hands()[1].felt.force, original.hands()[1].felt.force);
}

TEST(Hand, ImpossibleValuesAreRefused) {
  Simulation simulation(floating_cube(), 1e-3, {});
  const double nan = std::nan("");
  EXPECT_THROW(simulation.take_hold(0, {}), InputError);  // the ground
  EXPECT_THROW(simulation.take_hold(7, {}), InputError);
  EXPECT_THROW(simulation.take_hold(kCube, {.stiffness = -1}), InputError);
  EXPECT_THROW(simulation.take_hold(kCube, {.damping = nan}), InputError);
  EXPECT_THROW(simulation.take_hold(kCube, {.max_force = 0}), InputError);
  EXPECT_THROW(simulation.move_hand(kCube, at({0, 0, 10})), InputError);  // nobody holds it
  EXPECT_THROW(simulation.release(kCube), InputError);
  simulation.take_hold(kCube, {});
  EXPECT_THROW(simulation.move_hand(kCube, at({nan, 0, 10})), InputError);
  EXPECT_THROW(simulation.move_hand(kCube, at({0, 0, 10}, Quat(2, 0, 0, 0))), InputError);
  EXPECT_THROW(simulation.move_hand(kCube, HandTarget{at({0, 0, 0}), {nan, 0, 0}, {0, 0, 0}}), InputError);
}

}  // namespace
}  // namespace stiction

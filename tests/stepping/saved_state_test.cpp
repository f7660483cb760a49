#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "base/error.h"
#include "base/hash.h"
#include "worlds.h"

namespace stiction {
namespace {

// A stack that is hit, a belt, a body that appears later and a set velocity: everything that a state has to hold.
Model busy_world() {
  std::vector<Body> bodies = test::stack_bodies(4);
  Body ball = test::sphere_body("ball", 0.3, {-3, 0.1, 1.5});
  ball.start_velocity = {6, 0, 0};
  bodies.push_back(ball);
  Body late = test::box_body("late", {0.5, 0.5, 0.5}, {0.1, 0, 6});
  late.appears_at = 0.4;
  bodies.push_back(late);
  Body belt = test::box_body("belt", {4, 1, 0.2}, {4, 0, 0.1});
  belt.fixed = belt.scripted = true;
  bodies.push_back(belt);
  bodies.push_back(test::box_body("parcel", {0.4, 0.4, 0.4}, {4, 0, 0.4}));
  Model model = test::world(std::move(bodies), 0.6, 0.1);
  Motion motion;
  motion.kind = MotionKind::kSurface;
  motion.body = model.body_index("belt");
  motion.velocity = {0, 0.2, 0};
  model.motions = {motion};
  VelocityEvent event;
  event.time = 0.7;
  event.body = model.body_index("b3");
  event.sets_velocity = true;
  event.velocity = {1, 0, 0};
  model.events = {event};
  return model;
}

TEST(SavedState, GoingOnAfterRestoreIsBitIdenticalAtRandomSteps) {
  std::mt19937 random(7);
  for (int trial = 0; trial < 6; ++trial) {
    const int before = static_cast<int>(random() % 120), after = 40;
    Simulation original(busy_world(), 0.01, {});
    test::run(original, before);
    const std::string saved = original.save();
    test::run(original, after);

    Simulation fresh(busy_world(), 0.01, {});
    fresh.restore(saved);
    EXPECT_EQ(fresh.save(), saved);
    test::run(fresh, after);
    EXPECT_EQ(fresh.save(), original.save()) << "saved after " << before << " steps";

    original.restore(saved);  // into one that has gone on: its solver remembers other things
    test::run(original, after);
    EXPECT_EQ(original.save(), fresh.save());
  }
}

TEST(SavedState, ChangedParametersAreKept) {
  Simulation original(busy_world(), 0.01, {});
  test::run(original, 10);
  original.set_gravity({0, 0.5, -9});
  original.set_material(0, 0.1, 0.3);
  original.set_pair(0, 0, 0.2, 0.4);
  original.set_force(1, {1, 2, 3}, {0, 0, 1});
  const std::string saved = original.save();
  Simulation fresh(busy_world(), 0.01, {});
  fresh.restore(saved);
  test::run(original, 30);
  test::run(fresh, 30);
  EXPECT_EQ(state_hash(original.state()), state_hash(fresh.state()));
  EXPECT_EQ(fresh.model().gravity, Vec3(0, 0.5, -9));
}

TEST(SavedState, DamagedOrForeignBytesAreRefusedAndChangeNothing) {
  Simulation simulation(busy_world(), 0.01, {});
  test::run(simulation, 5);
  const std::string before = simulation.save();
  for (std::size_t length = 0; length < before.size(); length += 7) {
    EXPECT_THROW(simulation.restore(std::string_view(before).substr(0, length)), InputError) << length;
  }
  EXPECT_THROW(simulation.restore(before + "x"), InputError);
  Simulation other_step(busy_world(), 0.005, {});
  EXPECT_THROW(other_step.restore(before), InputError);
  SolverOptions sharper;
  sharper.tolerance = 1e-8;
  Simulation other_solver(busy_world(), 0.01, sharper);
  EXPECT_THROW(other_solver.restore(before), InputError);
  Model heavier = busy_world();
  heavier.materials[0].density = 2000;
  compute_masses(heavier);
  Simulation other_scene(heavier, 0.01, {});
  EXPECT_THROW(other_scene.restore(before), InputError);
  EXPECT_EQ(simulation.save(), before);
}

// With a checksum that fits: not damage of a disk, but what somebody made.
TEST(SavedState, ImpossibleNumbersAreRefused) {
  constexpr double kTime = 0.37, kFriction = 0.6123, kForce = 3.21, kGravity = -8.76, kTurn = 0.28;
  Simulation simulation(busy_world(), 0.01, {});
  test::run(simulation, 37);
  simulation.set_gravity({0, 0, kGravity});
  simulation.set_material(0, kFriction, 0);
  simulation.set_pair(0, 0, 2 * kFriction, 0);
  simulation.set_force(1, {kForce, 0, 0}, Vec3::Zero());
  simulation.set_pose(1, {{0, 0, 9}, Quat(kTurn, 0.96, 0, 0)});
  const std::string saved = simulation.save();
  const auto with = [&](double place, std::size_t further, auto value) {
    const std::string pattern(reinterpret_cast<const char*>(&place), sizeof place);
    const std::size_t at = saved.find(pattern);
    EXPECT_NE(at, std::string::npos) << place;
    std::string bytes = saved;
    std::memcpy(bytes.data() + at + further, &value, sizeof value);
    Hash64 hash;
    for (const char c : std::string_view(bytes).substr(0, bytes.size() - 8))
      hash.add_byte(static_cast<std::uint8_t>(c));
    const std::uint64_t sum = hash.value();
    std::memcpy(bytes.data() + bytes.size() - 8, &sum, 8);
    return bytes;
  };
  const double now = simulation.state().time;
  EXPECT_NEAR(now, kTime, 1e-9);
  EXPECT_NO_THROW(simulation.restore(with(kFriction, 0, 0.3)));
  simulation.restore(saved);
  const double nan = std::nan(""), infinite = HUGE_VAL;
  for (const std::string& bytes :
       {with(kGravity, 0, nan), with(kGravity, 0, infinite), with(kFriction, 0, nan), with(kFriction, 0, -1.0),
        with(2 * kFriction, 0, nan), with(2 * kFriction, 0, -1.0), with(kForce, 0, infinite), with(now, 0, nan),
        with(now, 0, infinite), with(now, 8, std::int64_t{-1}), with(now, 8, std::numeric_limits<std::int64_t>::max()),
        with(kTurn, 0, 5.0)}) {
    EXPECT_THROW(simulation.restore(bytes), InputError);
    EXPECT_EQ(simulation.save(), saved);
  }
}

TEST(Changes, ImpossibleValuesAreRefused) {
  Simulation simulation(busy_world(), 0.01, {});
  EXPECT_THROW(simulation.set_gravity({0, 0, std::nan("")}), InputError);
  EXPECT_THROW(simulation.set_material(0, -1, 0), InputError);
  EXPECT_THROW(simulation.set_material(3, 0.5, 0), InputError);
  EXPECT_THROW(simulation.set_pair(0, 0, 0.5, 2), InputError);
  EXPECT_THROW(simulation.set_velocity(0, Vec3::Zero(), Vec3::Zero()), InputError) << "the ground is fixed";
  EXPECT_THROW(simulation.set_force(99, Vec3::Zero(), Vec3::Zero()), InputError);
  EXPECT_THROW(simulation.set_pose(1, {Vec3::Zero(), Quat(2, 0, 0, 0)}), InputError);
}

TEST(Changes, FrictionLoweredWhileRunningLetsABlockSlideAtOnce) {
  Model model = test::world({test::box_body("box", Vec3::Ones(), {0, 0, 0.5})}, 0.5);
  model.gravity = {3, 0, -9};
  Simulation simulation(model, 0.01, {});
  test::run(simulation, 50);
  EXPECT_LT(simulation.state().bodies[1].velocity.norm(), 1e-9);
  simulation.set_material(0, 0.1, 0);
  test::run(simulation, 1);
  EXPECT_NEAR(simulation.state().bodies[1].velocity.x(), 0.01 * (3 - 0.1 * 9), 1e-9);
}

TEST(Changes, AForceThatSetsInWhileRunningDoesNotPushABodyThroughTheFloor) {
  Model model = test::world({test::box_body("box", Vec3::Ones(), {0, 0, 0.505})});
  model.gravity.setZero();
  Simulation simulation(model, 0.01, {});
  test::run(simulation, 3);
  simulation.set_force(1, {0, 0, -1e5}, Vec3::Zero());  // 100 m/s^2: 10 mm in one step
  test::run(simulation, 3);
  EXPECT_LT(simulation.last_report().max_penetration, 1e-9);
}

TEST(ContactForce, OfARestingBoxCarriesItsWeightAndPointsUpOnTheBox) {
  Simulation simulation(test::world({test::box_body("box", Vec3::Ones(), {0, 0, 0.5})}), 0.01, {});
  test::run(simulation, 10);
  Vec3 force = Vec3::Zero();
  for (int c = 0; c < static_cast<int>(simulation.contacts().size()); ++c) force += simulation.contact_force_on_b(c);
  EXPECT_NEAR(force.z(), 1000 * 9.81, 1e-6);
  EXPECT_NEAR(force.head<2>().norm(), 0, 1e-6);
}

}  // namespace
}  // namespace stiction

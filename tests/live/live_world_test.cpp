// The world of a session: what is grabbed, dropped, changed, saved and reset, against closed forms.
#include "live/live_world.h"

#include <gtest/gtest.h>

#include "base/base64.h"
#include "base/error.h"
#include "live/scenes.h"

namespace stiction {
namespace {

using test::kCube;
using test::kCubeMass;
using test::kTool;

constexpr double kGravity = 9.81;   // [m/s^2]
constexpr int kMe = 1, kOther = 2;  // clients

void run(LiveWorld& world, int steps) {
  for (int i = 0; i < steps; ++i) world.step();
}

Vec3 center(const LiveWorld& world, int body = kCube) {
  return world.simulation().state().bodies[body].center;
}

TEST(Grab, ALiftedBlockHangsWithItsWeight) {
  for (const double step : {0.001, 0.01, 0.02}) {
    LiveWorld world(test::cube_scene(0.05, step), {});
    const double stiffness = world.grab(kMe, kCube, {0, 0, 0.05});  // by the middle of its top
    world.hands().move(kMe, {0, 0, 0.6});
    run(world, static_cast<int>(4 / step));
    const HandView hand = world.hands().views(world.simulation()).at(0);
    EXPECT_TRUE(hand.by_client);
    EXPECT_NEAR((hand.felt.force - Vec3(0, 0, -kCubeMass * kGravity)).norm(), 0, 1e-3 * kCubeMass * kGravity);
    EXPECT_NEAR(hand.anchor.z(), 0.6 - kCubeMass * kGravity / stiffness, 1e-5);
    EXPECT_NEAR(hand.target.z(), 0.6, 1e-9);
    world.release(kMe);
    run(world, static_cast<int>(2 / step));
    EXPECT_NEAR(center(world).z(), 0.05, 1e-3) << "it fell";
  }
}

TEST(Grab, ABlockDraggedSlowlySlidesAtMuTimesItsWeight) {
  for (const double step : {0.001, 0.01}) {
    LiveWorld world(test::cube_scene(0.05, step), {});
    world.grab(kMe, kCube, {0.05, 0, -0.04});  // low at its side, so that it does not tip
    const Vec3 start(0.05, 0, 0.01);
    const double speed = 0.05;  // [m/s]
    double most_sticking = 0;
    for (int i = 1; i <= static_cast<int>(4 / step); ++i) {
      world.hands().move(kMe, start + Vec3(speed * step * i, 0, 0));
      world.step();
      const double force = world.hands().views(world.simulation())[0].felt.force.norm();
      const bool sticks = world.simulation().state().bodies[kCube].velocity.norm() < 1e-6;
      if (sticks) most_sticking = std::max(most_sticking, force);
    }
    const double limit = 0.5 * kCubeMass * kGravity;
    EXPECT_NEAR(world.hands().views(world.simulation())[0].felt.force.norm(), limit, 0.03 * limit) << step;
    EXPECT_LE(most_sticking, 1.03 * limit);
    EXPECT_GE(most_sticking, 0.85 * limit) << "it stuck until then";
    EXPECT_NEAR(world.simulation().state().bodies[kCube].velocity.x(), speed, 0.02 * speed);
  }
}

TEST(Grab, IsOneBodyAClientAndOneClientABody) {
  Scene scene = test::scene_of(test::world(test::stack_bodies(2)));
  LiveWorld world(scene, {});
  world.grab(kMe, 1, Vec3::Zero());
  EXPECT_THROW(world.grab(kOther, 1, Vec3::Zero()), InputError);
  world.grab(kMe, 2, Vec3::Zero());  // lets go of the first
  world.grab(kOther, 1, Vec3::Zero());
  EXPECT_EQ(world.simulation().hands().size(), 2u);
  world.client_gone(kMe);
  EXPECT_EQ(world.simulation().hands().size(), 1u);
  world.client_gone(kMe);
  EXPECT_THROW(world.release(kMe), InputError);
  EXPECT_THROW(world.hands().move(kMe, Vec3::Zero()), InputError);
}

TEST(Grab, ThatIsRefusedChangesNothing) {
  LiveWorld world(test::scene_of(test::world(test::stack_bodies(2))), {});
  world.grab(kMe, 1, Vec3::Zero());
  world.grab(kOther, 2, Vec3::Zero());
  EXPECT_THROW(world.grab(kMe, 2, Vec3::Zero()), InputError);
  EXPECT_TRUE(world.hands().holds(kMe));
  EXPECT_EQ(world.simulation().hands().size(), 2u);
}

TEST(Grab, OfAHandThatSomebodyElseMovesChangesNothing) {
  Scene scene = test::hand_scene();
  scene.model.bodies.push_back(test::box_body("block", Vec3::Constant(0.1), {1, 0, 1}));
  compute_masses(scene.model);
  LiveWorld world(scene, {});
  world.grab(kMe, kTool + 1, Vec3::Zero());
  world.hands().take_pose(kOther, 0, {{0, 0.3, 1}, Quat::Identity()}, world.simulation());
  EXPECT_THROW(world.grab(kMe, kTool, Vec3::Zero()), InputError);
  EXPECT_TRUE(world.hands().holds(kMe));
}

TEST(Grab, RefusesWhatCannotBeHeld) {
  LiveWorld world(test::cube_scene(), {});
  EXPECT_THROW(world.grab(kMe, 0, Vec3::Zero()), InputError) << "the ground";
  EXPECT_THROW(world.grab(kMe, 2, Vec3::Zero()), InputError) << "a spare body that is not there";
  EXPECT_THROW(world.grab(kMe, 1000, Vec3::Zero()), InputError);
  EXPECT_THROW(world.grab(kMe, kCube, {1, 0, 0}), InputError) << "far outside";
  EXPECT_TRUE(world.simulation().hands().empty());
}

TEST(Grab, APullBeyondAllBoundsHasABoundedForce) {
  LiveWorld world(test::cube_scene(), {});
  world.grab(kMe, kCube, Vec3(0.05, 0.05, 0.05));
  world.hands().move(kMe, {1e6, 0, 1e6});
  run(world, 300);
  const HandView hand = world.hands().views(world.simulation())[0];
  EXPECT_LE(hand.felt.force.norm(), 30 * kCubeMass * kGravity * (1 + 1e-9));
  EXPECT_TRUE(center(world).allFinite());
}

TEST(Drop, BodiesAppearInOrderUntilNoneIsLeft) {
  LiveOptions options;
  options.spare_boxes = 3;
  options.spare_spheres = 1;
  LiveWorld world(test::cube_scene(), options);
  command::Drop drop;
  for (int i = 0; i < 3; ++i) {
    drop.position = {0.5 * i, 1, 1};
    EXPECT_EQ(world.drop(drop), 2 + i);
    EXPECT_EQ(center(world, 2 + i), drop.position);
  }
  EXPECT_THROW(world.drop(drop), InputError);
  drop.shape = command::Drop::Shape::kSphere;
  EXPECT_THROW(world.drop(drop), InputError) << "a box is at that place";
  drop.position = {0, -1, 1};
  drop.velocity = {0, 0, -2};
  EXPECT_EQ(world.drop(drop), 5);
  run(world, 200);
  EXPECT_NEAR(center(world, 2).z(), world.spares().box_size.z() / 2, 1e-3) << "landed";
  world.reset(false);
  EXPECT_FALSE(world.simulation().state().bodies[2].present);
  EXPECT_EQ(world.drop(drop), 5);
}

TEST(Reset, KeepsTheSettingsUnlessAsked) {
  LiveWorld world(test::cube_scene(), {});
  run(world, 10);
  world.set_gravity({0, 0, -1});
  world.set_friction("default", 0.9);
  world.set_solver({"pgs", 1e-4});
  world.grab(kMe, kCube, Vec3::Zero());
  world.reset(false);
  EXPECT_EQ(world.simulation().state().step_index, 0);
  EXPECT_TRUE(world.simulation().hands().empty());
  EXPECT_FALSE(world.hands().holds(kMe));
  EXPECT_EQ(world.simulation().model().gravity.z(), -1);
  EXPECT_EQ(world.simulation().model().materials[0].friction, 0.9);
  EXPECT_EQ(world.simulation().options().name, "pgs");
  world.reset(true);
  EXPECT_EQ(world.simulation().model().gravity.z(), -9.81);
  EXPECT_EQ(world.simulation().model().materials[0].friction, 0.5);
  EXPECT_EQ(world.simulation().options().name, "staggered");
  EXPECT_EQ(world.simulation().options().tolerance, 1e-6);
}

TEST(Reset, TheSameRunHasTheSameBits) {
  LiveWorld world(test::scene_of(test::world(test::stack_bodies(4))), {});
  run(world, 30);
  const std::string first = world.save();
  world.reset(false);
  run(world, 30);
  EXPECT_EQ(world.save(), first);
}

TEST(Solver, AnyOfTheRegistryCanBeChosenAndTheScenesOwnComesBack) {
  Scene scene = test::scene_of(test::world(test::stack_bodies(2)));
  scene.solver.eps = 1e-5;
  scene.solver.tangents = parse_friction_set("polygon8");
  LiveWorld world(scene, {});
  for (const SolverEntry& entry : solver_registry()) {
    if (entry.source != ContactSource::kNearSurfaces) continue;
    world.set_solver({entry.name, std::nullopt});
    EXPECT_EQ(world.simulation().options().name, entry.name);
    run(world, 2);
  }
  world.set_solver({"staggered", 1e-5});
  EXPECT_EQ(world.simulation().options().eps, 1e-5);
  EXPECT_EQ(world.simulation().options().tolerance, 1e-5);
  EXPECT_THROW(world.set_solver({"nobody", std::nullopt}), InputError);
  EXPECT_EQ(world.simulation().options().name, "staggered");
}

TEST(Friction, OfAnUnknownMaterialNamesTheKnownOnes) {
  LiveWorld world(test::cube_scene(), {});
  try {
    world.set_friction("butter", 0.1);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("default"), std::string::npos) << error.what();
  }
}

TEST(SaveAndLoad, GoOnBitByBit) {
  LiveWorld world(test::scene_of(test::world(test::stack_bodies(3))), {});
  world.drop({command::Drop::Shape::kBox, {0.2, 0, 4}, {0, 0, -3}, Vec3::Zero()});
  run(world, 20);
  world.set_friction("default", 0.2);
  const std::string saved = world.save();
  run(world, 30);
  const std::string later = world.save();
  world.load(saved);
  EXPECT_EQ(world.save(), saved);
  EXPECT_FALSE(world.has_step());
  run(world, 30);
  EXPECT_EQ(world.save(), later);
}

TEST(SaveAndLoad, WhatWasHeldIsLetGo) {
  LiveWorld world(test::cube_scene(), {});
  world.grab(kMe, kCube, Vec3::Zero());
  run(world, 3);
  const std::string saved = world.save();
  world.load(saved);
  EXPECT_TRUE(world.simulation().hands().empty());
  EXPECT_FALSE(world.hands().holds(kMe));
  run(world, 3);
}

TEST(SaveAndLoad, ForeignOrDamagedStatesAreRefusedAndChangeNothing) {
  LiveWorld world(test::cube_scene(), {});
  run(world, 5);
  const std::string before = world.save();
  std::string damaged = before;
  damaged[40] = damaged[40] == 'A' ? 'B' : 'A';
  LiveWorld other(test::cube_scene(0.05, 0.02), {});
  for (const std::string& state : {std::string("?"), std::string(), damaged, other.save()}) {
    EXPECT_THROW(world.load(state), InputError);
    EXPECT_EQ(world.save(), before);
  }
}

TEST(SaveAndLoad, StatesWithoutTheScenesHandsAreRefusedAndChangeNothing) {
  LiveWorld world(test::hand_scene(), {});
  run(world, 5);
  const std::string before = world.save();
  Simulation without(world.scene().model, world.scene().step, world.scene().solver);
  without.release(kTool);
  EXPECT_THROW(world.load(base64_of(without.save())), InputError);
  EXPECT_EQ(world.save(), before);
  without.take_hold(world.spares().boxes[0], HandCoupling{.stiffness = 1, .damping = 1});
  EXPECT_THROW(world.load(base64_of(without.save())), InputError);
  run(world, 5);
}

TEST(SceneHand, FollowsItsPathAsARunDoes) {
  const Scene scene = test::hand_scene();
  LiveWorld world(scene, {});
  Simulation plain(scene.model, scene.step, scene.solver);
  run(world, 600);
  test::run(plain, 600);
  EXPECT_NEAR((center(world, kTool) - plain.state().bodies[kTool].center).norm(), 0, 1e-9);
  EXPECT_NEAR(plain.state().bodies[kTool].center.x(), 0.13, 0.01);
}

TEST(SceneHand, ADeviceOverTheSocketTakesItOverAndFeelsIt) {
  LiveWorld world(test::hand_scene(), {});
  run(world, 200);
  world.hands().take_pose(kMe, 0, {{0, 0.3, 1}, Quat::Identity()}, world.simulation());
  EXPECT_THROW(world.hands().take_pose(kOther, 0, Pose{}, world.simulation()), InputError);
  run(world, 1000);
  EXPECT_NEAR((center(world, kTool) - Vec3(0, 0.3, 1)).norm(), 0, 1e-6);
  EXPECT_TRUE(world.hands().views(world.simulation())[0].by_client);
  world.client_gone(kMe);
  run(world, 200);
  EXPECT_NEAR((center(world, kTool) - Vec3(0, 0.3, 1)).norm(), 0, 1e-6) << "it stays where it was left";
  EXPECT_FALSE(world.hands().views(world.simulation())[0].by_client);
  world.reset(false);
  run(world, 600);
  EXPECT_NEAR(center(world, kTool).x(), 0.13, 0.01) << "the path again";
}

TEST(SceneHand, TheMouseMovesItWithoutAJump) {
  LiveWorld world(test::hand_scene(), {});
  run(world, 10);
  const Vec3 before = center(world, kTool);
  EXPECT_EQ(world.grab(kMe, kTool, {0.05, 0, 0}), 4000);
  world.hands().move(kMe, before + Vec3(0.05, 0, 0));  // where the point is
  run(world, 300);
  EXPECT_NEAR((center(world, kTool) - before).norm(), 0, 1e-3);
  world.hands().move(kMe, before + Vec3(0.05, 0, 0.2));
  run(world, 1000);
  EXPECT_NEAR((center(world, kTool) - before - Vec3(0, 0, 0.2)).norm(), 0, 1e-3);
  world.release(kMe);
  EXPECT_EQ(world.simulation().hands().size(), 1u) << "the scene's hand stays";
}

// A device in C++: where it was asked to be, and what it was told.
class TestDevice : public HapticDevice {
 public:
  std::optional<HandTarget> read(double time) override {
    times.push_back(time);
    if (!there) return std::nullopt;
    return HandTarget{{{0.1, 0, 1}, Quat::Identity()}, Vec3::Zero(), Vec3::Zero()};
  }
  void write(const Vec3& force, const Vec3& /*torque*/) override { forces.push_back(force); }

  bool there = true;
  std::vector<double> times;
  std::vector<Vec3> forces;
};

TEST(SceneHand, ADeviceInCppIsReadAndWrittenOnceAStep) {
  const auto device = std::make_shared<TestDevice>();
  LiveOptions options;
  options.devices = {device};
  Scene scene = test::hand_scene();
  scene.model.gravity = {0, 0, -kGravity};
  LiveWorld world(scene, options);
  run(world, 2000);
  ASSERT_EQ(device->times.size(), 2000u);
  ASSERT_EQ(device->forces.size(), 2000u);
  EXPECT_NEAR(device->times.back(), 2, 1e-9);
  const double weight = scene.model.bodies[kTool].mass.mass * kGravity;
  EXPECT_NEAR((device->forces.back() - Vec3(0, 0, -weight)).norm(), 0, 1e-6 * weight);
  device->there = false;
  run(world, 500);
  EXPECT_NEAR(center(world, kTool).x(), 0.1, 1e-6) << "it stays";
}

TEST(SceneHand, ScenesWithHandsGetABudgetUnlessTheyHaveOne) {
  Scene scene = test::hand_scene();
  EXPECT_NEAR(LiveWorld(scene, {}).simulation().options().budget_ms, 0.7, 1e-12);
  EXPECT_EQ(LiveWorld(scene, {}).simulation().options().tolerance, 1e-3);
  scene.solver.budget_ms = 0.4;
  EXPECT_EQ(LiveWorld(scene, {}).simulation().options().budget_ms, 0.4);
  EXPECT_EQ(LiveWorld(scene, {}).simulation().options().tolerance, 1e-6);
  EXPECT_EQ(LiveWorld(test::cube_scene(), {}).simulation().options().budget_ms, 0);
}

}  // namespace
}  // namespace stiction

// Joints through the library: built in code, read back, refused.
#include <numbers>

#include "library/worlds.h"

namespace stiction::testing {
namespace {

// A bar of 1 m and 7.8 kg that hangs on the world at the origin, level at the start.
SceneBuilder bar_on_a_hinge() {
  SceneBuilder scene;
  scene.material("steel", {.density = 7800});
  scene.body({.name = "bar", .shape = BodyShape::box({1, 0.1, 0.01}), .material = "steel", .position = {0.5, 0, 0}});
  return scene;
}

constexpr double kWeight = 7.8 * 9.81;  // [N]

TEST(LibraryJoints, AMotorHoldsABarLevelAndTellsItsTorque) {
  SceneBuilder scene = bar_on_a_hinge();
  ASSERT_EQ(
      scene.joint(
          {.type = "hinge", .body_a = "world", .body_b = "bar", .axis = {0, -1, 0}, .motor = 0.0, .motor_max = 100}),
      0);
  World world(scene);
  ASSERT_EQ(world.joint_count(), 1);
  world.run(0.5);
  const JointReading joint = world.joint(0);
  EXPECT_NEAR(joint.coordinate, 0, 1e-9);
  EXPECT_NEAR(joint.effort, kWeight / 2, 1e-6);
  EXPECT_NEAR(joint.force.z, kWeight, 1e-6);
  EXPECT_LT(world.last_step().joint_error, 1e-11);
}

TEST(LibraryJoints, AMotorIsChangedWhileItRunsAndSavedStatesKnow) {
  SceneBuilder scene = bar_on_a_hinge();
  scene.joint({.type = "hinge",
               .body_a = "world",
               .body_b = "bar",
               .axis = {0, -1, 0},
               .limits = {{-80, 80}},
               .motor = 0.0,
               .motor_max = 100});
  World world(scene);
  world.run(0.1);
  world.set_motor(0, 0.5, 200);
  const std::string saved = world.save();
  world.run(1);
  EXPECT_NEAR(world.joint(0).coordinate, 0.5, 1e-6);
  World again(scene);
  again.restore(saved);
  again.run(1);
  EXPECT_EQ(again.state_hash(), world.state_hash());
  EXPECT_THROW(world.set_motor(1, 0, 1), InputError);
  EXPECT_THROW(world.set_motor(0, HUGE_VAL, 1), InputError);
  EXPECT_THROW(world.set_motor(0, 1, 0), InputError);
}

TEST(LibraryJoints, ALimitStopsABarAtItsAngle) {
  SceneBuilder scene = bar_on_a_hinge();
  scene.joint(
      {.type = "hinge", .body_a = "world", .body_b = "bar", .axis = {0, 1, 0}, .limits = {{-10, 30}}, .friction = 0.5});
  World world(scene);
  world.run(2);
  EXPECT_NEAR(world.joint(0).coordinate, 30 * std::numbers::pi / 180, 1e-6);
  EXPECT_NEAR(world.joint(0).velocity, 0, 1e-6);
}

TEST(LibraryJoints, ARopeHoldsAtItsLengthAndNoSooner) {
  SceneBuilder scene;
  scene.body({.name = "load", .shape = BodyShape::box({0.1, 0.1, 0.1}), .position = {0, 0, -0.5}});
  scene.joint({.type = "distance",
               .body_a = "world",
               .body_b = "load",
               .anchor = {0, 0, 0},
               .anchor_b = {0, 0, -0.5},
               .limits = {{0, 1}}});
  World world(scene);
  world.run(0.2);
  EXPECT_NEAR(world.body("load").velocity.z, -9.81 * 0.2, 1e-9);
  world.run(1);
  EXPECT_NEAR(world.joint(0).coordinate, 1, 1e-9);
  EXPECT_NEAR(world.body("load").velocity.z, 0, 1e-9);
}

TEST(LibraryJoints, SayWhereTheyAreBeforeTheFirstStepAndWhileBodiesSleep) {
  SceneBuilder scene = bar_on_a_hinge();
  scene.joint(
      {.type = "hinge", .body_a = "world", .body_b = "bar", .axis = {0, 1, 0}, .limits = {{-10, 50}}, .start = 40});
  std::string text = scene.json();
  text.insert(text.find('{') + 1, R"("sleep_after": 0.2, )");
  World world = World::from_json(text);
  constexpr double kDegree = std::numbers::pi / 180;
  EXPECT_NEAR(world.joint(0).coordinate, 40 * kDegree, 1e-12);
  world.run(2);
  const std::uint64_t asleep = world.state_hash();
  world.step();
  ASSERT_EQ(world.state_hash(), asleep) << "does not sleep";
  EXPECT_NEAR(world.joint(0).coordinate, 50 * kDegree, 1e-6);
  World again = World::from_json(text);
  again.restore(world.save());
  EXPECT_EQ(again.joint(0).coordinate, world.joint(0).coordinate);
}

TEST(LibraryJoints, RefusalsNameTheJointAndTheReason) {
  const auto refusal = [](const JointSettings& joint, int index = 0) {
    SceneBuilder scene = bar_on_a_hinge();
    try {
      scene.joint(joint);
      World world(scene);
      return "taken: " + std::to_string(world.joint(index).coordinate);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
  };
  const auto says = [](const std::string& text, const char* part) { return text.find(part) != std::string::npos; };
  const std::string kind = refusal({.type = "glue", .body_a = "world", .body_b = "bar"});
  EXPECT_TRUE(says(kind, "joints[0].type: there is no joint \"glue\"")) << kind;
  const std::string axis = refusal({.type = "hinge", .body_a = "world", .body_b = "bar", .axis = {0, 0, 0}});
  EXPECT_TRUE(says(axis, "joints[0].axis")) << axis;
  const std::string nobody = refusal({.type = "ball", .body_a = "world", .body_b = "beam"});
  EXPECT_TRUE(says(nobody, "beam")) << nobody;
  const std::string infinite =
      refusal({.type = "ball", .body_a = "world", .body_b = "bar", .anchor = {0, 0, HUGE_VAL}});
  EXPECT_TRUE(says(infinite, "joint 0: anchor must be finite")) << infinite;
  const std::string limits =
      refusal({.type = "hinge", .body_a = "world", .body_b = "bar", .axis = {0, 1, 0}, .limits = {{20, 10}}});
  EXPECT_TRUE(says(limits, "joints[0]")) << limits;
  const std::string number = refusal({.type = "ball", .body_a = "world", .body_b = "bar"}, 1);
  EXPECT_TRUE(says(number, "there is no joint number 1 (there are 1)")) << number;
}

}  // namespace
}  // namespace stiction::testing

// Hands through the public face.
#include "worlds.h"

namespace stiction {
namespace {

using testing::box_on_floor;
using testing::length;

TEST(Hands, AHandFeelsTheWeightThatItLifts) {
  World world = box_on_floor();
  world.take_hold("box", {.stiffness = 1e5, .damping = 2e4});
  world.move_hand("box", {0, 0, 2}, {});
  world.run(5);
  const HandReading felt = world.hand("box");
  EXPECT_NEAR(felt.force.z, -9810, 1);
  EXPECT_NEAR(world.body("box").position.z, 2 - 0.0981, 1e-4);
  EXPECT_EQ(felt.target_position, (Vector3{0, 0, 2}));
  world.release("box");
  EXPECT_THROW(world.hand("box"), InputError);
  world.run(0.1);
  EXPECT_LT(world.body("box").velocity.z, -0.9);
}

TEST(Hands, APathOfTheSceneIsFollowedAndSavedAndCopied) {
  SceneBuilder scene;
  scene.step(1e-3);
  scene.body({.name = "tool", .shape = BodyShape::sphere(0.02), .position = {0, 0, 1}});
  scene.hand("tool", {.stiffness = 500, .damping = 8, .max_force = 5},
             {{.time = 0, .position = {0, 0, 1}}, {.time = 0.5, .position = {0.1, 0, 1}}});
  World world(scene);
  world.run(0.2);
  World twin = world.copy();
  World restored(scene);
  restored.restore(world.save());
  world.run(0.8);
  twin.run(0.8);
  restored.run(0.8);
  EXPECT_NEAR(world.body("tool").position.x, 0.1, 1e-3);
  EXPECT_EQ(world.state_hash(), twin.state_hash());
  EXPECT_EQ(world.state_hash(), restored.state_hash());
  EXPECT_EQ(length(world.hand("tool").force), length(twin.hand("tool").force));
}

TEST(Hands, WhatIsWrongIsRefused) {
  World world = box_on_floor();
  EXPECT_THROW(world.take_hold("floor"), InputError);
  EXPECT_THROW(world.take_hold("box", {.stiffness = -1}), InputError);
  EXPECT_THROW(world.move_hand("box", {}, {}), InputError);
  EXPECT_THROW(world.release("box"), InputError);
  SceneBuilder scene;
  scene.body({.name = "tool", .shape = BodyShape::sphere(0.02)});
  scene.hand("tool", {.damping = -1});
  EXPECT_THROW(World{scene}, InputError);
}

}  // namespace
}  // namespace stiction

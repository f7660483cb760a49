// A step that fails leaves the world as it was.
#include "library/worlds.h"

namespace stiction::testing {
namespace {

World two_balls() {
  SceneBuilder scene;
  scene.body({.name = "floor", .shape = BodyShape::plane(), .fixed = true});
  scene.body({.name = "heavy", .shape = BodyShape::sphere(0.5), .position = {0, 0, 0.5}});
  scene.body({.name = "light", .shape = BodyShape::sphere(0.01), .position = {3, 0, 0.01}});
  return World(scene);
}

TEST(Failure, NonFiniteStateThrowsWithTimeBodyAndResidualAndKeepsTheLastGoodState) {
  World world = two_balls(), untouched = two_balls();
  world.run(0.05);
  untouched.run(0.05);
  const auto contacts = contact_bits(world);
  const std::uint64_t hash = world.state_hash();
  world.set_force("light", {1e308, 0, 0});
  for (int i = 0; i < 2; ++i) {
    try {
      world.step();
      FAIL() << "a force of 1e308 N on a few grams passed";
    } catch (const SimulationError& error) {
      const std::string message = error.what();
      EXPECT_NE(message.find("\"light\""), std::string::npos) << message;
      EXPECT_NE(message.find("t = 0.06 s"), std::string::npos) << message;
      EXPECT_NE(message.find("residual"), std::string::npos) << message;
      EXPECT_EQ(message.find("nan"), std::string::npos) << message;
    }
    EXPECT_EQ(world.state_hash(), hash);
    EXPECT_EQ(world.step_count(), 5);
    EXPECT_EQ(contact_bits(world), contacts);
    EXPECT_NEAR(world.last_step().time, 0.05, 1e-12);
  }
  // The cause removed, it goes on as if nothing had happened.
  world.set_force("light", {});
  for (int i = 0; i < 10; ++i) {
    world.step();
    untouched.step();
    expect_same_bits(world, untouched, "after a failure");
  }
}

TEST(Failure, AWorldThatFailedCanBeSaved) {
  World world = two_balls();
  world.run(0.02);
  const std::string before = world.save();
  world.set_force("heavy", {0, 0, 1e308}, {1e308, 0, 0});
  world.set_velocity("heavy", {0, 0, 1e308}, {});
  world.set_gravity({0, 0, 1e308});
  EXPECT_THROW(world.run(1), SimulationError);
  World other = two_balls();
  other.restore(world.save());
  EXPECT_EQ(other.state_hash(), world.state_hash());
  world.restore(before);
  world.run(0.1);
  EXPECT_TRUE(world.last_step().converged);
}

}  // namespace
}  // namespace stiction::testing

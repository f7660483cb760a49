// Parameters changed while running act from the next step on.
#include "library/worlds.h"

namespace stiction::testing {
namespace {

constexpr double kGravity = 9.81;  // [m/s^2]
constexpr double kStep = 0.01;     // [s]

TEST(Changes, LessFrictionLetsTheBoxOnTheSlopeSlideAtOnce) {
  World world = World::from_gallery("incline", {{"angle", "20"}});
  world.run(0.5);
  ASSERT_LT(length(world.body("box").velocity), 1e-9);
  world.set_friction("stone", 0.1);
  world.step();
  const double angle = 20 * 3.14159265358979323846 / 180;
  const double acceleration = kGravity * (std::sin(angle) - 0.1 * std::cos(angle));
  EXPECT_NEAR(length(world.body("box").velocity), acceleration * kStep, 1e-6);
  world.run(0.49);
  EXPECT_NEAR(length(world.body("box").velocity), acceleration * 0.5, 1e-5);
  world.set_friction("stone", "stone", 2);  // the pair's own value wins
  world.run(1);
  EXPECT_LT(length(world.body("box").velocity), 1e-9);
}

TEST(Changes, APairKeepsItsOwnFrictionWhenAMaterialChanges) {
  SceneBuilder scene;
  scene.material("ice", {.friction = 0.1}).material("rubber", {.friction = 0.9}).pair("ice", "rubber", 0.3);
  scene.body({.name = "box", .shape = BodyShape::box({1, 1, 1}), .material = "ice"});
  World world(scene);
  EXPECT_EQ(world.friction("rubber", "ice"), 0.3);
  world.set_friction("ice", 0.4);
  EXPECT_EQ(world.friction("rubber", "ice"), 0.3);
  EXPECT_EQ(world.friction("ice", "ice"), 0.4);
  world.set_restitution("rubber", 0.8);
  EXPECT_EQ(world.restitution("rubber", "rubber"), 0.8);
  EXPECT_EQ(world.friction("rubber", "rubber"), 0.9);
  world.set_restitution("ice", "rubber", 0.5);
  EXPECT_EQ(world.friction("ice", "rubber"), 0.3);
  EXPECT_EQ(world.restitution("ice", "rubber"), 0.5);
}

TEST(Changes, GravityForceVelocityAndPose) {
  SceneBuilder scene;
  scene.gravity({0, 0, 0});
  scene.body({.name = "ball", .shape = BodyShape::sphere(0.5)});
  World world(scene);
  const double mass = world.body("ball").mass;
  world.set_gravity({0, 0, -2});
  world.step();
  EXPECT_NEAR(world.body("ball").velocity.z, -0.02, 1e-12);
  world.set_gravity({0, 0, 0});
  world.set_force("ball", {mass, 0, 0});
  world.step();
  world.step();
  EXPECT_NEAR(world.body("ball").velocity.x, 0.02, 1e-12);
  world.set_force("ball", {});
  world.set_velocity("ball", {0, 3, 0}, {0, 0, 1});
  world.step();
  EXPECT_NEAR(world.body("ball").velocity.y, 3, 1e-12);
  EXPECT_NEAR(world.body("ball").angular_velocity.z, 1, 1e-12);
  world.set_pose(0, {7, 8, 9}, rotation_about({0, 0, 2}, 90));
  EXPECT_NEAR(world.body("ball").position.y, 8, 1e-12);
  EXPECT_NEAR(world.body("ball").rotation.z, std::sqrt(0.5), 1e-12);
}

TEST(Changes, RestitutionMakesABallBounce) {
  SceneBuilder scene;
  scene.body({.name = "floor", .shape = BodyShape::plane(), .fixed = true});
  scene.body({.name = "ball", .shape = BodyShape::sphere(0.5), .position = {0, 0, 1}});
  World world(scene);
  world.set_restitution("default", 0.8);
  double fastest_up = 0;
  world.run(0.5, [&](const World& w) {
    fastest_up = std::max(fastest_up, w.body("ball").velocity.z);
    return true;
  });
  EXPECT_NEAR(fastest_up, 0.8 * std::sqrt(2 * kGravity * 0.5), 0.15);
}

TEST(Changes, ImpossibleOnesAreRefusedAndChangeNothing) {
  World world = box_on_floor();
  world.step();
  const std::string before = world.save();
  const double nan = std::nan("");
  EXPECT_NE(input_error([&] { world.set_friction("stone", -1); }), "");
  EXPECT_NE(input_error([&] { world.set_friction("stone", 1e5); }).find("from 0 to 1000"), std::string::npos);
  EXPECT_NE(input_error([&] { world.set_friction("stone", "stone", 1e5); }).find("from 0 to 1000"), std::string::npos);
  EXPECT_NE(input_error([&] { world.set_restitution("stone", 1.5); }), "");
  EXPECT_NE(input_error([&] { world.set_gravity({0, 0, nan}); }), "");
  EXPECT_NE(input_error([&] { world.set_force("box", {nan, 0, 0}); }), "");
  EXPECT_NE(input_error([&] { world.set_velocity("floor", {1, 0, 0}, {}); }).find("floor"), std::string::npos);
  EXPECT_NE(input_error([&] { world.set_pose("box", {}, {2, 0, 0, 0}); }), "");
  EXPECT_NE(input_error([&] { world.set_friction("stones", 0.2); }).find("did you mean \"stone\""), std::string::npos);
  EXPECT_NE(input_error([&] { world.body("bocks"); }).find("bocks"), std::string::npos);
  EXPECT_NE(input_error([&] { world.body(2); }).find('2'), std::string::npos);
  EXPECT_NE(input_error([&] { world.body(-1); }), "");
  EXPECT_NE(input_error([&] { world.body(""); }), "");
  EXPECT_NE(input_error([&] { world.run(-1); }), "");
  EXPECT_NE(input_error([&] { world.run(nan); }), "");
  EXPECT_EQ(world.save(), before);
}

}  // namespace
}  // namespace stiction::testing

// Every shape and every motion of the builder, against closed forms.
#include <filesystem>
#include <fstream>
#include <numbers>

#include "library/worlds.h"

namespace stiction::testing {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kDensity = 1000;                                                    // [kg/m^3]
const std::vector<Vector3> kCorners = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};  // of a tetrahedron [m]
const std::vector<std::array<int, 3>> kFaces = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};

BodyReading lone_body(const BodyShape& shape) {
  SceneBuilder scene;
  scene.body({.name = "body", .shape = shape});
  return World(scene).body("body");
}

TEST(Shapes, HaveTheirMasses) {
  EXPECT_NEAR(lone_body(BodyShape::box({1, 2, 3})).mass, 6 * kDensity, 1e-9);
  EXPECT_NEAR(lone_body(BodyShape::sphere(0.5)).mass, kDensity * kPi / 6, 1e-9);
  EXPECT_NEAR(lone_body(BodyShape::capsule(0.5, 2)).mass, kDensity * kPi * (0.25 * 2 + 1.0 / 6), 1e-9);
  EXPECT_NEAR(lone_body(BodyShape::cylinder(0.5, 2)).mass, kDensity * kPi * 0.25 * 2, 1e-9);
  EXPECT_NEAR(lone_body(BodyShape::convex(kCorners)).mass, kDensity / 6, 1e-9);
}

TEST(Shapes, MeshesComeFromArraysAndFiles) {
  const BodyReading rock = lone_body(BodyShape::mesh(kCorners, kFaces));
  EXPECT_NEAR(rock.mass, kDensity / 6, 1e-9);
  EXPECT_NEAR(rock.center_of_mass.y, 0.25, 1e-12);
  EXPECT_NEAR(lone_body(BodyShape::mesh(kCorners, kFaces, {.scale = {2, 3, 1}})).mass, kDensity, 1e-9);

  const auto path = std::filesystem::absolute(std::filesystem::path(::testing::TempDir()) / "library_rock.obj");
  std::ofstream file(path);
  for (const Vector3& v : kCorners) file << "v " << v.x << ' ' << v.y << ' ' << v.z << '\n';
  for (const auto& f : kFaces) file << "f " << f[0] + 1 << ' ' << f[1] + 1 << ' ' << f[2] + 1 << '\n';
  file.close();
  EXPECT_NEAR(lone_body(BodyShape::mesh_file(path.string())).mass, kDensity / 6, 1e-9);
  EXPECT_NEAR(lone_body(BodyShape::compound({{BodyShape::mesh_file(path.string())}})).mass, kDensity / 6, 1e-9);
  std::filesystem::remove(path);

  std::vector<std::array<int, 3>> open = kFaces;
  open.pop_back();
  EXPECT_NE(input_error([&] { lone_body(BodyShape::mesh(kCorners, open)); }), "");
  EXPECT_NEAR(lone_body(BodyShape::mesh(kCorners, open, {.repair = true})).mass, kDensity / 6, 1e-9);
  EXPECT_NE(input_error([&] { lone_body(BodyShape::mesh(kCorners, {{0, 1, 9}})); }), "");
}

TEST(Shapes, PartsOfACompoundStandWhereTheyArePut) {
  const BodyReading hammer = lone_body(BodyShape::compound(
      {{BodyShape::box({1, 1, 1}), {0, 0, 2}, {}}, {BodyShape::box({1, 2, 3}), {}, rotation_about({1, 0, 0}, 90)}}));
  EXPECT_NEAR(hammer.mass, 7 * kDensity, 1e-9);
  EXPECT_NEAR(hammer.center_of_mass.z, 2.0 / 7, 1e-12);
}

TEST(Shapes, RoundOnesRestOnTheFloorWithTheirWeight) {
  SceneBuilder scene;
  scene.body({.name = "floor", .shape = BodyShape::plane(), .fixed = true});
  scene.body({.name = "can", .shape = BodyShape::cylinder(0.5, 1), .position = {0, 0, 0.5}});
  scene.body({.name = "pill",
              .shape = BodyShape::capsule(0.25, 1),
              .position = {3, 0, 0.25},
              .rotation = rotation_about({1, 0, 0}, 90)});
  World world(scene);
  world.run(0.2);
  for (const char* name : {"can", "pill"}) {
    const double weight = 9.81 * world.body(name).mass;
    EXPECT_NEAR(world.contact_force_on(name).z, weight, 1e-5 * weight) << name;
  }
}

World scripted_world() {
  SceneBuilder scene;
  scene.gravity({0, 0, 0});
  for (const char* name : {"mover", "shaker", "puppet"}) {
    scene.body({.name = name, .shape = BodyShape::sphere(0.1), .position = {0, 0, 1}, .level = name[0]});
  }
  scene.move("mover", {1, 0, 0}, {0, 0, 2}, 0.1, 0.6);
  scene.oscillate("shaker", {0, 2, 0}, 0.3, 0.5);
  scene.keyframes("puppet", {{0, {0, 0, 1}, {}}, {1, {4, 0, 1}, rotation_about({0, 0, 1}, 90)}});
  return World(scene);
}

TEST(Motions, MoveBodiesAsTheyAreTold) {
  World world = scripted_world();
  world.run(0.5);
  EXPECT_TRUE(world.body("mover").fixed);
  EXPECT_NEAR(world.body("mover").position.x, 0.4, 1e-9);
  EXPECT_NEAR(world.body("mover").rotation.z, std::sin(0.4), 1e-9);
  EXPECT_NEAR(world.body("shaker").position.y, 0.3, 1e-9);
  EXPECT_NEAR(world.body("puppet").position.x, 2, 1e-9);
  EXPECT_NEAR(world.body("puppet").velocity.x, 4, 1e-9);
  world.run(1);
  EXPECT_NEAR(world.body("mover").position.x, 0.5, 1e-9);
  EXPECT_NEAR(world.body("puppet").position.x, 4, 1e-9);
  EXPECT_NE(input_error([&] { world.set_velocity("mover", {}, {}); }).find("motions"), std::string::npos);
}

TEST(Motions, GoOnAfterRestore) {
  World world = scripted_world(), other = scripted_world();
  world.run(0.3);
  other.restore(world.save());
  world.run(0.4);
  other.run(0.4);
  expect_same_bits(world, other, "scripted");
}

TEST(Motions, AConveyorCarriesWhatLiesOnIt) {
  SceneBuilder scene;
  scene.material("rubber", {.friction = 0.5});
  scene.body({.name = "belt", .shape = BodyShape::box({9, 1, 0.2}), .material = "rubber"});
  scene.body(
      {.name = "parcel", .shape = BodyShape::box({0.3, 0.3, 0.3}), .material = "rubber", .position = {0, 0, 0.25}});
  scene.conveyor("belt", {0.5, 0, 0});
  World world(scene);
  world.run(0.05);
  EXPECT_NEAR(world.body("parcel").velocity.x, 0.5 * 9.81 * 0.05, 1e-6);  // still slipping
  world.run(0.5);
  EXPECT_NEAR(world.body("parcel").velocity.x, 0.5, 1e-6);
  EXPECT_EQ(world.body("belt").position.x, 0);
}

TEST(Motions, CrushingIsReportedAsInfeasible) {
  SceneBuilder scene;
  scene.body({.name = "floor", .shape = BodyShape::plane(), .fixed = true});
  scene.body({.name = "ball", .shape = BodyShape::sphere(0.5), .position = {0, 0, 0.5}});
  scene.body({.name = "press", .shape = BodyShape::box({2, 2, 1}), .position = {0, 0, 1.501}});
  scene.move("press", {0, 0, -0.5}, {});
  World world(scene);
  bool seen = false;
  world.run(0.1, [&](const World& w) {
    seen = seen || w.last_step().status == StepStatus::kInfeasible;
    return true;
  });
  EXPECT_TRUE(seen);
  EXPECT_STREQ(to_string(StepStatus::kInfeasible), "infeasible");
}

}  // namespace
}  // namespace stiction::testing

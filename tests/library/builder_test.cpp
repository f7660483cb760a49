// Scenes built in code: the same worlds as scene files make, the same errors, at once or with the place.
#include <filesystem>
#include <fstream>

#include "library/worlds.h"

namespace stiction::testing {
namespace {

TEST(SceneBuilder, MakesTheWorldThatTheSceneFileMakes) {
  SceneBuilder scene;
  scene.gravity({0, 0, -3.7}).step(0.005).solver("tolerance", "1e-8").solver("warm_start", "false");
  scene.setting("samples", 2).setting("margin", 0.002);
  scene.material("stone", {.density = 2400, .friction = 0.6}).material("ice", {.friction = 0.02});
  scene.pair("stone", "ice", 0.05);
  scene.body({.name = "floor", .shape = BodyShape::plane({0, 0, 1}, -0.1), .material = "ice", .fixed = true});
  scene.body({.name = "box",
              .shape = BodyShape::box({1, 0.5, 0.2}),
              .material = "stone",
              .position = {0, 0, 0.3},
              .rotation = rotation_about({0, 0, 1}, 20),
              .velocity = {1, 0, 0},
              .lock = "ry rx"});
  scene.body({.name = "late", .shape = BodyShape::sphere(0.1), .position = {0, 0, 1}, .appears_at = 0.05});
  EXPECT_EQ(scene.body({.name = "last", .shape = BodyShape::sphere(0.1), .position = {0, 3, 1}}), 3);
  scene.velocity_at(0.1, "last", {0, 1, 0}, {}).ignore("late", "box");
  World built(scene);
  World read = World::from_json(scene.json());
  EXPECT_EQ(built.body_name(3), "last");
  EXPECT_EQ(built.step_size(), 0.005);
  EXPECT_FALSE(built.body("late").present);
  EXPECT_TRUE(built.body("last").present);
  for (int i = 0; i < 40; ++i) {
    built.step();
    read.step();
    expect_same_bits(built, read, "built and read");
  }
  EXPECT_TRUE(built.body("late").present);
  EXPECT_NEAR(built.body("last").velocity.y, 1, 1e-12);

  const auto path = std::filesystem::path(::testing::TempDir()) / "library_scene.json";
  std::ofstream(path) << scene.json();
  World file = World::from_file(path.string());
  std::filesystem::remove(path);
  file.run(40 * 0.005);
  expect_same_bits(built, file, "from the file");
}

TEST(SceneBuilder, ASoftBodyComesToRestWithItsWeightOnTheFloor) {
  SceneBuilder scene;
  scene.material("rubber", {.density = 1100, .friction = 0.8});
  scene.body({.name = "floor", .shape = BodyShape::plane(), .material = "rubber", .fixed = true});
  scene.body(
      {.name = "cube",
       .shape = BodyShape::box({0.2, 0.2, 0.2}),
       .material = "rubber",
       .position = {0, 0, 0.11},
       .elastic = ElasticSettings{.cell = 0.1, .young = 2e5, .poisson = 0.4, .modes = 24, .stiffness_damping = 5e-3}});
  World world(scene);
  world.run(2.0);
  EXPECT_NEAR(world.contact_force_on("cube").z, 1100 * 0.008 * 9.81, 0.01);
  EXPECT_LT(world.body("cube").position.z, 0.1);  // it is pressed flat a little
  EXPECT_GT(world.body("cube").position.z, 0.095);
}

TEST(SceneBuilder, SelfContactIsWrittenWhereItIsAskedFor) {
  for (const bool asked : {false, true}) {
    for (const bool points : {false, true}) {
      SceneBuilder scene;
      scene.body({.name = "cube",
                  .shape = BodyShape::box({0.2, 0.2, 0.2}),
                  .elastic = ElasticSettings{.cell = 0.1, .points = points, .self_contact = asked}});
      EXPECT_EQ(scene.json().find("\"self_contact\": true") != std::string::npos, asked);
      World world(scene);
      world.run(0.01);
    }
  }
}

TEST(SceneBuilder, RefusesWhatIsWrongAndNamesThePlace) {
  const auto refusal = [](const BodySettings& body) {
    return input_error([&] {
      SceneBuilder scene;
      scene.body(body);
      const World world(scene);
    });
  };
  EXPECT_EQ(refusal({.name = "b", .shape = BodyShape::box({1, -1, 1})}).find("SceneBuilder: bodies[0].shape.size"), 0u);
  EXPECT_NE(refusal({.name = "b", .shape = BodyShape::sphere(0.5), .material = "cheese"}).find("cheese"),
            std::string::npos);
  EXPECT_NE(refusal({.name = "p", .shape = BodyShape::plane()}).find("fixed"), std::string::npos);
  EXPECT_NE(refusal({.name = "b", .shape = BodyShape::sphere(0.5), .lock = "q"}), "");
  EXPECT_EQ(refusal({.name = "b", .shape = BodyShape::sphere(0.5), .position = {0, 0, std::nan("")}}),
            "body \"b\": position must be finite, got nan");
  EXPECT_NE(refusal({.name = "b", .shape = BodyShape::convex_file("no/such.obj")}).find("no/such.obj"),
            std::string::npos);
  EXPECT_NE(input_error([] { BodyShape::sphere(HUGE_VAL); }), "");
  EXPECT_NE(input_error([] { BodyShape::from_json("nonsense"); }), "");
  EXPECT_NE(input_error([] { rotation_about({0, 0, 0}, 10); }), "");
  SceneBuilder scene;
  EXPECT_NE(input_error([&] { scene.solver("tolerance", "tight"); }).find("tolerance"), std::string::npos);
  EXPECT_NE(input_error([&] { scene.solver("colour", "red"); }).find("known options"), std::string::npos);
  EXPECT_NE(input_error([&] { scene.setting("colour", 1); }).find("margin"), std::string::npos);
  scene.material("m", {});
  EXPECT_NE(input_error([&] { scene.material("m", {}); }), "");
  EXPECT_NE(input_error([&] { const World world(scene); }).find("no body"), std::string::npos);
}

TEST(SceneBuilder, FindsFilesByRelativeAndAbsolutePaths) {
  const auto folder = std::filesystem::path(::testing::TempDir()) / "library_files";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "rock.obj") << "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
  const std::string absolute = std::filesystem::absolute(folder / "rock.obj").string();
  const std::string relative = std::filesystem::relative(absolute).string();
  for (const std::string& path : {absolute, relative}) {
    SceneBuilder scene;
    scene.body({.name = "rock", .shape = BodyShape::convex_file(path)});
    EXPECT_NEAR(World(scene).body("rock").mass, 1000.0 / 6, 1e-9);
  }
  World json = World::from_json(R"({"stiction": 1, "bodies": [{"shape": {"type": "convex", "file": "rock.obj"}}]})",
                                folder.string());
  EXPECT_NEAR(json.body(0).mass, 1000.0 / 6, 1e-9);
  std::filesystem::remove_all(folder);
}

TEST(SceneBuilder, ShapesCanBeWrittenAsInSceneFiles) {
  SceneBuilder scene;
  scene.body({.name = "ball", .shape = BodyShape::from_json(R"({"type": "sphere", "radius": 0.25})")});
  EXPECT_NEAR(World(scene).body("ball").mass, 1000 * 4 * 3.14159265358979 / 3 / 64, 1e-9);
}

TEST(World, ComesFromTheGalleryWithParametersAndSettings) {
  World world = World::from_gallery("stack", {{"count", "3"}}, {.step = 0.002, .solver = {{"tolerance", "1e-7"}}});
  EXPECT_EQ(world.body_count(), 4);
  EXPECT_EQ(world.step_size(), 0.002);
  EXPECT_GT(world.duration(), 0);
  EXPECT_NE(input_error([] { World::from_gallery("stak"); }), "");
  EXPECT_NE(input_error([] { World::from_gallery("stack", {{"count", "many"}}); }), "");
  EXPECT_NE(input_error([] { World::from_gallery("stack", {}, {.step = -1}); }), "");
  EXPECT_NE(input_error([] { World::from_gallery("stack", {}, {.solver = {{"eps", "x"}}}); }), "");
  EXPECT_NE(input_error([] { World::from_gallery("stack", {}, {.threads = -1}); }), "");
  EXPECT_NE(input_error([] { World::from_file("no/such/scene.json"); }).find("no/such/scene.json"), std::string::npos);
  EXPECT_NE(input_error([] { World::from_json("{"); }), "");
  EXPECT_NE(std::string(library_version()), "");
}

}  // namespace
}  // namespace stiction::testing

// Damaged or foreign bytes are refused, and the world stays as it is.
#include <filesystem>
#include <fstream>

#include "library/worlds.h"

namespace stiction::testing {
namespace {

namespace fs = std::filesystem;

void expect_refused(World& world, const std::string& bytes, const std::string& what) {
  const std::string before = world.save();
  const std::size_t contact_count = world.contacts().size();
  EXPECT_NE(input_error([&] { world.restore(bytes); }), "") << what;
  ASSERT_EQ(world.save(), before) << what;
  ASSERT_EQ(world.contacts().size(), contact_count) << what;
}

TEST(SavedBytes, CutOffAnywhereAreRefused) {
  World world = box_on_floor();
  world.run(0.1);
  const std::string saved = world.save();
  world.run(0.05);
  for (std::size_t size = 0; size < saved.size(); ++size) {
    expect_refused(world, saved.substr(0, size), "cut to " + std::to_string(size));
  }
  expect_refused(world, saved + '\0', "one byte too many");
  world.restore(saved);
}

TEST(SavedBytes, WithAnyBitFlippedAreRefused) {
  World world = box_on_floor();
  world.run(0.1);
  const std::string saved = world.save();
  world.run(0.05);
  for (std::size_t i = 0; i < 8 * saved.size(); ++i) {
    std::string damaged = saved;
    damaged[i / 8] = static_cast<char>(damaged[i / 8] ^ (1 << (i % 8)));
    expect_refused(world, damaged, "bit " + std::to_string(i));
  }
}

TEST(SavedBytes, OfAnotherSceneStepOrSolverAreRefusedWithTheReason) {
  World world = box_on_floor();
  const auto refusal = [&](const World& other) { return input_error([&] { world.restore(other.save()); }); };
  EXPECT_NE(refusal(World::from_gallery("stack")).find("another scene"), std::string::npos);
  EXPECT_NE(refusal(box_on_floor(0.5, true)).find("another scene"), std::string::npos);
  SceneBuilder scene;
  scene.body({.name = "ball", .shape = BodyShape::sphere(0.5)});
  const World other_step(scene, {.step = 0.005});
  World ball(scene);
  EXPECT_NE(input_error([&] { ball.restore(other_step.save()); }).find("another scene, step or solver"),
            std::string::npos);
  const World other_solver(scene, {.solver = {{"tolerance", "1e-8"}}});
  EXPECT_NE(input_error([&] { ball.restore(other_solver.save()); }), "");
  EXPECT_NE(input_error([&] { world.restore("{\"stiction\": 1}"); }), "");
}

TEST(SavedFile, ThatIsMissingOrForeignIsRefusedByName) {
  World world = box_on_floor();
  world.run(0.05);
  const std::string before = world.save();
  const std::string folder = ::testing::TempDir();
  EXPECT_EQ(input_error([&] { world.restore_file(folder + "/library_missing"); }),
            folder + "/library_missing: no such file");
  EXPECT_EQ(input_error([&] { world.restore_file(folder); }).find(folder), 0u);
  const std::string path = folder + "/library_foreign";
  std::ofstream(path) << "solid cube\nendsolid cube\n";
  EXPECT_EQ(input_error([&] { world.restore_file(path); }).find(path + ": "), 0u);
  std::ofstream(path, std::ios::trunc) << "";
  EXPECT_NE(input_error([&] { world.restore_file(path); }), "");
  fs::remove(path);
  EXPECT_EQ(world.save(), before);
}

TEST(SavedFile, AppearsWholeOrNotAtAll) {
  const fs::path folder = fs::path(::testing::TempDir()) / "library_saved_file";
  fs::remove_all(folder);
  fs::create_directories(folder);
  World world = box_on_floor();
  const std::string path = (folder / "state").string();
  world.save_file(path);
  world.step();
  world.save_file(path);  // replaces
  EXPECT_EQ(std::distance(fs::directory_iterator(folder), fs::directory_iterator()), 1);
  World other = box_on_floor();
  other.restore_file(path);
  EXPECT_EQ(other.step_count(), 1);
  EXPECT_NE(input_error([&] { world.save_file((folder / "none" / "state").string()); }).find("no folder"),
            std::string::npos);
  EXPECT_NE(input_error([&] { world.save_file(folder.string()); }), "");
  fs::remove_all(folder);
}

}  // namespace
}  // namespace stiction::testing

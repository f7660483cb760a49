// Scene files on disk, and the files they name.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "scenes/scene_reader.h"

namespace stiction {
namespace {

namespace fs = std::filesystem;

class SceneFiles : public ::testing::Test {
 protected:
  void SetUp() override { fs::create_directories(folder_ / "models"); }
  void TearDown() override { fs::remove_all(folder_); }

  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return (folder_ / name).string();
  }
  std::string convex_scene(const std::string& file) const {
    return write("scene.json",
                 R"({"stiction": 1, "bodies": [{"shape": {"type": "convex", "file": ")" + file + "\"}}]}");
  }
  static std::string message(const std::string& path) {
    try {
      read_scene_file(path);
    } catch (const InputError& error) {
      return error.what();
    }
    return "(no error)";
  }

  const fs::path folder_ = fs::temp_directory_path() / ("stiction-scenes-" + std::to_string(getpid()));
};

TEST_F(SceneFiles, MissingFilesFoldersAndDevicesAreNamed) {
  EXPECT_EQ(message((folder_ / "none.json").string()), (folder_ / "none.json").string() + ": no such file");
  EXPECT_NE(message(folder_.string()).find("is a folder"), std::string::npos);
  EXPECT_NE(message("/dev/zero").find("not a regular file"), std::string::npos);
  EXPECT_NE(message(write("empty.json", "")).find("the file is empty"), std::string::npos);
}

TEST_F(SceneFiles, AConvexBodyTakesItsVerticesFromAnObjFileBesideTheScene) {
  write("models/tetra.obj", "# a comment\nv 0 0 0\nv 1 0 0 1.0\r\nv 0 1e0 0\nvn 0 0 1\nv 0 0 1\nf 1 2 3\n");
  const Scene scene = read_scene_file(convex_scene("models/tetra.obj"));
  EXPECT_NEAR(scene.model.bodies[0].mass.mass, 1000.0 / 6, 1e-9);
  EXPECT_LT((scene.model.bodies[0].mass.center - Vec3::Constant(0.25)).norm(), 1e-12);
}

TEST_F(SceneFiles, BadObjFilesAreNamedWithTheirLine) {
  write("models/bad.obj", "v 0 0 0\nv 1 zero 0\n");
  EXPECT_NE(message(convex_scene("models/bad.obj")).find("line 2"), std::string::npos);
  write("models/none.obj", "f 1 2 3\n");
  EXPECT_NE(message(convex_scene("models/none.obj")).find("has no vertices"), std::string::npos);
  EXPECT_NE(message(convex_scene("models")).find("is a folder"), std::string::npos);
}

TEST_F(SceneFiles, LinksThatLeadOutOfTheFolderAreRefused) {
  fs::create_symlink("/etc", folder_ / "out");
  EXPECT_NE(message(convex_scene("out/passwd")).find("stays below"), std::string::npos);
}

}  // namespace
}  // namespace stiction

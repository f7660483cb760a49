// Bodies as an OBJ file, from scenes and from recordings.
#include "cli/program.h"
#include "geometry/mesh/mesh_file.h"

namespace stiction {
namespace {

class SceneObj : public ProgramTest {
 protected:
  Outcome to_obj(const std::string& source, const std::vector<std::string>& more = {}) const {
    std::vector<std::string> words = {"export", source, "--format", "obj", "--out", path("b.obj")};
    words.insert(words.end(), more.begin(), more.end());
    return run(words);
  }
  Aabb exported_bounds() const { return mesh_bounds(read_mesh_file(path("b.obj"))); }
};

TEST_F(SceneObj, HasEveryBodyWhereTheSceneStarts) {
  ASSERT_EQ(to_obj("stack", {"--set", "count=3"}).status, 0);
  const std::string text = text_of(path("b.obj"));
  std::size_t objects = 0;
  for (std::size_t at = text.find("\no "); at != std::string::npos; at = text.find("\no ", at + 1)) ++objects;
  EXPECT_EQ(objects, 3U) << "the plane has no end and is left out";
  EXPECT_NEAR(exported_bounds().min.z(), 0, 1e-9);
}

TEST_F(SceneObj, HasEveryKindOfShape) {
  const std::string scene = file("kinds.json", R"({"stiction": 1, "bodies": [
    {"name": "a", "shape": {"type": "capsule", "radius": 0.1, "length": 0.3}, "position": [0, 0, 1]},
    {"name": "b", "shape": {"type": "cylinder", "radius": 0.1, "length": 0.3}, "position": [1, 0, 1]},
    {"name": "c", "shape": {"type": "solid", "cell": 0.05, "solid": {"kind": "rock", "radius": 0.2}},
     "position": [2, 0, 1]},
    {"name": "d", "shape": {"type": "compound", "shapes": [{"type": "box", "size": [1, 1, 1]},
     {"type": "sphere", "radius": 0.2, "position": [1, 0, 0]}]}, "position": [4, 0, 1]}]})");
  const Outcome outcome = to_obj(scene);
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_NEAR(exported_bounds().max.x(), 5.2, 1e-9);
  for (const char* name : {"\no a\n", "\no b\n", "\no c\n", "\no d\n"}) {
    EXPECT_NE(text_of(path("b.obj")).find(name), std::string::npos) << name;
  }
}

TEST_F(SceneObj, OfTheExampleOfTheDocumentationIsWhereItStarts) {
  ASSERT_EQ(to_obj(std::string(STICTION_DOCS) + "/examples/ladder.json").status, 0);
  EXPECT_NEAR(exported_bounds().max.z(), 4, 1e-9) << "the wall; the ball is added later";
  EXPECT_LT(exported_bounds().max.x(), 1.9);
}

TEST_F(SceneObj, OfARecordingShowsOneStep) {
  ASSERT_EQ(run({"run", falling_scene(), "--record-every", "0.03", "--out", path("out"), "--quiet"}).status, 0);
  const std::string recording = path("out/recording.stic");
  const auto height = [&](const std::vector<std::string>& more) {
    const Outcome outcome = to_obj(recording, more);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return exported_bounds().max.z() - 0.1;
  };
  const auto fallen = [](int steps) { return 10 - 9.81 * 1e-4 * steps * (steps + 1) / 2; };  // semi-implicit Euler
  EXPECT_NEAR(height({}), fallen(100), 1e-9);
  EXPECT_NEAR(height({"--steps", "100"}), fallen(100), 1e-9);
  EXPECT_NEAR(height({"--steps", "0"}), 10, 1e-9);
  EXPECT_NEAR(height({"--steps", "60"}), fallen(60), 1e-9);
  EXPECT_NEAR(height({"--steps", "62"}), fallen(60), 1e-9) << "the frame before";
  EXPECT_EQ(to_obj(recording, {"--steps", "101"}).status, 2);
  EXPECT_EQ(to_obj(recording, {"--steps", "3:5"}).status, 2);
  EXPECT_EQ(to_obj(recording, {"--contacts"}).status, 2);
  EXPECT_EQ(to_obj(falling_scene(), {"--steps", "3"}).status, 2);
}

}  // namespace
}  // namespace stiction

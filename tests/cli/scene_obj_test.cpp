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

// A soft cube that a heavy plate presses together.
TEST_F(SceneObj, HasElasticBodiesAsTheyAreBent) {
  const std::string scene =
      file("soft.json", R"({"stiction": 1, "step": 0.01, "materials": {"default": {"density": 1000}},
    "bodies": [
    {"name": "floor", "fixed": true, "shape": {"type": "plane", "normal": [0, 0, 1], "offset": 0}},
    {"name": "cube", "shape": {"type": "box", "size": [0.2, 0.2, 0.2]}, "position": [0, 0, 0.1], "model": "modal",
     "young": 2e4, "poisson": 0.3, "modes": 8, "strains": true, "cell": 0.1, "damping": {"stiffness": 0.05}},
    {"name": "plate", "shape": {"type": "box", "size": [0.3, 0.3, 0.05]}, "position": [0, 0, 0.225]}]})");
  const Outcome started = to_obj(scene);
  ASSERT_EQ(started.status, 0) << started.err;
  EXPECT_NEAR(exported_bounds().max.z(), 0.25, 1e-9);
  ASSERT_EQ(run({"run", scene, "--duration", "0.5", "--out", path("out"), "--quiet"}).status, 0);
  ASSERT_EQ(to_obj(path("out")).status, 0);
  const Aabb pressed = exported_bounds();
  EXPECT_NEAR(pressed.min.z(), 0, 1e-4) << "it stands on the floor";
  EXPECT_LT(pressed.max.z(), 0.249);
}

TEST_F(SceneObj, HasMeshesOfTetrahedraAsTheyStart) {
  const std::string scene = file("tet.json", R"({"stiction": 1, "bodies": [{"name": "tet", "position": [0, 0, 1],
    "mesh": {"vertices": [[0, 0, 0], [0.2, 0, 0], [0, 0.1, 0], [0, 0, 0.3]], "tetrahedra": [[0, 1, 2, 3]]},
    "model": "modal", "young": 1e6, "poisson": 0.3, "modes": 2}]})");
  const Outcome outcome = to_obj(scene);
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_NEAR((exported_bounds().max - exported_bounds().min - Vec3(0.2, 0.1, 0.3)).norm(), 0, 1e-9);
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

// Every malformed shape is answered by one line that names the place, the file and the remedy.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "scenes/scene_reader.h"

namespace stiction {
namespace {

namespace fs = std::filesystem;

std::string message_of(const std::string& text, const std::string& origin = "s.json") {
  try {
    read_scene_text(text, origin);
  } catch (const InputError& error) {
    return error.what();
  }
  return "(no error)";
}

std::string with_shape(const std::string& shape, const std::string& more = "") {
  return R"({"stiction": 1, "bodies": [{"name": "a", "shape": )" + shape + more + "}]}";
}

struct BadShape {
  std::string shape;
  std::string expected;  // part of the message
};

void expect_messages(const std::vector<BadShape>& shapes) {
  for (const BadShape& bad : shapes) {
    const std::string message = message_of(with_shape(bad.shape));
    EXPECT_EQ(message.rfind("s.json: " + bad.expected, 0), 0u)
        << "shape:    " << bad.shape << "\nexpected: " << bad.expected << "\ngot:      " << message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
  }
}

TEST(ShapeErrors, CapsulesAndCylinders) {
  expect_messages({
      {R"({"type": "capsule", "radius": 1})", "bodies[0].shape: the key \"length\" is missing"},
      {R"({"type": "capsule", "radius": 0, "length": 1})", "bodies[0].shape.radius: must be positive"},
      {R"({"type": "capsule", "radius": 1, "length": -1})", "bodies[0].shape.length: must be zero or positive"},
      {R"({"type": "cylinder", "radius": 1, "length": 0})", "bodies[0].shape.length: must be positive"},
      {R"({"type": "cylinder", "length": 1})", "bodies[0].shape: the key \"radius\" is missing"},
      {R"({"type": "cylinder", "radius": 1, "lenght": 1})", "bodies[0].shape.lenght: unknown key; did you mean"},
      {R"({"type": "cylinder", "radius": 1, "length": 1, "position": [0, 0, 0]})", "bodies[0].shape.position: unknown"},
      {R"({"type": "cilinder", "radius": 1, "length": 1})",
       "bodies[0].shape.type: unknown shape \"cilinder\"; did you mean \"cylinder\"?"},
  });
}

TEST(ShapeErrors, MeshesInTheScene) {
  const std::string four = R"("vertices": [[0,0,0],[1,0,0],[0,1,0],[0,0,1]])";
  const std::string good = four + R"(, "triangles": [[0,2,1],[0,1,3],[0,3,2],[1,2,3]])";
  expect_messages({
      {R"({"type": "mesh"})", "bodies[0].shape: give either \"file\" or \"vertices\" with \"triangles\""},
      {R"({"type": "mesh", "file": "a.obj", "vertices": []})", "bodies[0].shape: give either \"file\""},
      {R"({"type": "mesh", "vertices": [], "triangles": []})", "bodies[0].shape.vertices: must not be empty"},
      {R"({"type": "mesh", )" + four + "}", "bodies[0].shape: the key \"triangles\" is missing"},
      {R"({"type": "mesh", )" + four + R"(, "triangles": [[0, 1]]})",
       "bodies[0].shape.triangles[0]: must be a list of three vertex numbers, counted from 0, got 2"},
      {R"({"type": "mesh", )" + four + R"(, "triangles": [[0, 1, 4]]})",
       "bodies[0].shape.triangles[0][2]: must be a whole number from 0 to 3, got 4"},
      {R"({"type": "mesh", )" + four + R"(, "triangles": [[0, 1, 1.5]]})", "bodies[0].shape.triangles[0][2]: must be"},
      {R"({"type": "mesh", )" + four + R"(, "triangles": [[0,2,1],[0,1,3],[0,3,2]]})", "bodies[0].shape: not closed"},
      {R"({"type": "mesh", "scale": 0, )" + good + "}", "bodies[0].shape.scale: must not be zero"},
      {R"({"type": "mesh", "scale": [1, 0, 1], )" + good + "}", "bodies[0].shape.scale: must not be zero"},
      {R"({"type": "mesh", "scale": [1, 1], )" + good + "}", "bodies[0].shape.scale: must be a list of 3 numbers"},
      {R"({"type": "mesh", "scale": "big", )" + good + "}", "bodies[0].shape.scale: must be"},
      {R"({"type": "mesh", "scale": 9e-10, )" + good + "}", "bodies[0].shape.scale: must not be zero"},
      {R"({"type": "mesh", "scale": [1e-9, 1e-9, 1e-9], "vertices": [[0,0,0],[0.5,0,0],[0,1,0],[0,0,1]],
           "triangles": [[0,2,1],[0,1,3],[0,3,2],[1,2,3]]})",
       "bodies[0].shape: the edge between vertices 0 and 1, counted from 0, is 5e-10 m long, and lengths begin at "
       "1e-09"},
      {R"({"type": "mesh", "vertices": [[0,0,0],[1e-30,0,0],[0,1e-30,0],[0,0,1e-30]],
           "triangles": [[0,2,1],[0,1,3],[0,3,2],[1,2,3]]})",
       "bodies[0].shape: the edge between vertices 0 and 2, counted from 0, is 1e-30 m long, and lengths begin at "
       "1e-09"},
      {R"({"type": "mesh", "spacing": 1e-4, )" + good + "}",
       "bodies[0].shape: a spacing of 0.0001 m would put 2.4e+08 samples on the mesh"},
      {R"({"type": "mesh", "spacing": 0, )" + good + "}", "bodies[0].shape.spacing: must be positive"},
      {R"({"type": "mesh", "contacts": "sample", )" + good + "}",
       "bodies[0].shape.contacts: unknown kind of contacts \"sample\"; did you mean \"samples\"? (known: features, "
       "samples)"},
      {R"({"type": "mesh", "contacts": true, )" + good + "}",
       "bodies[0].shape.contacts: must be a text, got true or false"},
      {R"({"type": "mesh", "repair": 1, )" + good + "}", "bodies[0].shape.repair: must be true or false"},
  });
  EXPECT_NE(message_of(with_shape(R"({"type": "box", "size": [1, 1, 1]})", R"(, "spacing": 0.1)"))
                .find("s.json: bodies[0].spacing: no mesh of this body takes it"),
            std::string::npos);
}

TEST(ShapeErrors, Solids) {
  const auto solid = [](const std::string& members) {
    return R"({"type": "solid", "cell": 0.05, "solid": )" + members + "}";
  };
  expect_messages({
      {R"({"type": "solid", "solid": {"kind": "sphere", "radius": 1}})",
       "bodies[0].shape: the key \"cell\" is missing"},
      {R"({"type": "solid", "cell": 0.1})", "bodies[0].shape: the key \"solid\" is missing"},
      {solid("3"), "bodies[0].shape.solid: must be an object"},
      {solid("{}"), "bodies[0].shape.solid: the key \"kind\" is missing"},
      {solid(R"({"kind": "rok", "radius": 1})"),
       "bodies[0].shape.solid.kind: unknown solid \"rok\"; did you mean \"rock\"?"},
      {solid(R"({"kind": "rock"})"), "bodies[0].shape.solid: the key \"radius\" is missing"},
      {solid(R"({"kind": "rock", "radius": -1})"), "bodies[0].shape.solid.radius: must be positive"},
      {solid(R"({"kind": "rock", "radius": 1, "roughness": 2})"),
       "bodies[0].shape.solid.roughness: must be from 0 to 1"},
      {solid(R"({"kind": "rock", "radius": 1, "seed": -1})"), "bodies[0].shape.solid.seed: must be a whole number"},
      {solid(R"({"kind": "rock", "radius": 1, "seed": 1.5})"), "bodies[0].shape.solid.seed: must be a whole number"},
      {solid(R"({"kind": "sphere", "radius": 1, "seed": 1})"), "bodies[0].shape.solid.seed: unknown key"},
      {solid(R"({"kind": "sphere", "radius": 1, "parts": []})"), "bodies[0].shape.solid.parts: unknown key"},
      {solid(R"({"kind": "union", "parts": []})"), "bodies[0].shape.solid.parts: needs at least one part"},
      {solid(R"({"kind": "union"})"), "bodies[0].shape.solid: the key \"parts\" is missing"},
      {solid(R"({"kind": "union", "parts": [{"kind": "box"}]})"),
       "bodies[0].shape.solid.parts[0]: the key \"size\" is missing"},
      {R"({"type": "solid", "cell": 1e-5, "solid": {"kind": "sphere", "radius": 1}})", "bodies[0].shape: "},
      {R"({"type": "solid", "cell": 100, "solid": {"kind": "sphere", "radius": 1}})", "bodies[0].shape: "},
  });
}

TEST(ShapeErrors, Compounds) {
  expect_messages({
      {R"({"type": "compound"})", "bodies[0].shape: the key \"shapes\" is missing"},
      {R"({"type": "compound", "shapes": []})", "bodies[0].shape.shapes: a compound needs at least one shape"},
      {R"({"type": "compound", "shapes": {}})", "bodies[0].shape.shapes: must be a list"},
      {R"({"type": "compound", "shapes": [{"type": "plane"}]})",
       "bodies[0].shape.shapes[0]: a plane cannot be part of a compound; give it a body of its own"},
      {R"({"type": "compound", "shapes": [{"type": "box", "size": [1, 1, 0]}]})",
       "bodies[0].shape.shapes[0].size[2]: must be positive"},
      {R"({"type": "compound", "shapes": [{"type": "compound", "shapes": [{"type": "sphere", "radius": 1, "mass": 3}]}]})",
       "bodies[0].shape.shapes[0].shapes[0].mass: unknown key"},
      {R"({"type": "compound", "shapes": [{"type": "sphere", "radius": 1, "position": [0, 0]}]})",
       "bodies[0].shape.shapes[0].position: must be a list of 3 numbers"},
  });
}

class MeshFiles : public ::testing::Test {
 protected:
  MeshFiles() : folder_(fs::temp_directory_path() / ("stiction-mesh-scenes-" + std::to_string(getpid()))) {
    fs::create_directories(folder_ / "models");
  }
  void TearDown() override { fs::remove_all(folder_); }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }
  std::string origin() const { return (folder_ / "scene.json").string(); }
  // The message for a scene with this mesh file; it names the scene and the place first.
  std::string message(const std::string& file) const {
    std::string text = message_of(with_shape(R"({"type": "mesh", "file": ")" + file + "\"}"), origin());
    EXPECT_EQ(text.rfind(origin() + ": bodies[0].shape.file: ", 0), 0u) << text;
    return text;
  }

  fs::path folder_;
};

constexpr const char* kTetrahedron = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

TEST_F(MeshFiles, AreReadBesideTheScene) {
  write("models/tetra.obj", kTetrahedron);
  const std::string body = R"({"shape": {"type": "mesh", "file": "models/tetra.obj", "scale": 2}})";
  const Scene scene = read_scene_text(R"({"stiction": 1, "bodies": [)" + body + ", " + body + "]}", origin());
  EXPECT_NEAR(scene.model.bodies[0].mass.mass, 8000.0 / 6, 1e-6);
  EXPECT_EQ(std::get<MeshShape>(scene.model.bodies[0].shape).geometry,
            std::get<MeshShape>(scene.model.bodies[1].shape).geometry);
}

TEST_F(MeshFiles, BadOnesAreNamedWithTheReason) {
  write("models/open.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\n");
  EXPECT_NE(message("models/open.obj").find("open.obj: not closed"), std::string::npos) << message("models/open.obj");
  write("models/bad.obj", "v 0 0 0\nv 1 zero 0\n");
  EXPECT_NE(message("models/bad.obj").find("bad.obj"), std::string::npos);
  EXPECT_NE(message("models/bad.obj").find('2'), std::string::npos);
  EXPECT_NE(message("models/none.obj").find("none.obj"), std::string::npos);
  EXPECT_NE(message("models/tetra.step").find("tetra.step"), std::string::npos);
  EXPECT_NE(message("../outside.obj").find("stays below the scene file's folder"), std::string::npos);
}

}  // namespace
}  // namespace stiction

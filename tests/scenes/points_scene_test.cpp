// Bodies of mass points in scene files.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "elastic/points/points_body.h"
#include "scenes/scene_reader.h"
#include "scenes/scene_writer.h"

namespace stiction {
namespace {

const std::string kRubber = R"("model": "points", "young": 1e6, "poisson": 0.4)";

std::string scene_of(const std::string& body) {
  return R"({"stiction": 1, "bodies": [{)" + body + "}]}";
}

const PointsBody& points_of(const Scene& scene, int body) {
  return dynamic_cast<const PointsBody&>(*scene.model.bodies[body].deformable);
}

TEST(PointsScene, AShapeIsFilledWithNodesThatHaveItsMass) {
  const Scene scene = read_scene_text(
      scene_of(kRubber + R"(, "shape": {"type": "box", "size": [0.1, 0.1, 0.1]}, "cell": 0.05)"), "s.json");
  EXPECT_EQ(scene.model.bodies[0].deformable->dof_count(), 3 * 27);
  EXPECT_NEAR(scene.model.bodies[0].mass.mass, 1, 1e-12);
}

TEST(PointsScene, ASheetIsAMembrane) {
  const Scene scene =
      read_scene_text(scene_of(kRubber + R"(, "sheet": [0.4, 0.2], "cell": 0.1, "thickness": 0.01)"), "s.json");
  EXPECT_NEAR(scene.model.bodies[0].mass.mass, 0.4 * 0.2 * 0.01 * 1000, 1e-12);
  EXPECT_FALSE(points_of(scene, 0).is_solid());
}

TEST(PointsScene, ComesBackBitForBit) {
  const std::string text = R"({"stiction": 1, "step": 1e-5, "bodies": [
    {"name": "a", "shape": {"type": "box", "size": [0.1, 0.1, 0.1]}, "cell": 0.05, "law": "stvk", "volume_stiffness": 2e5,
     "damping": {"mass": 0.1, "stiffness": 1e-3}, )" +
                           kRubber + R"(},
    {"name": "b", "mesh": {"vertices": [[0,0,0],[1,0,0],[0,1,0],[0,0,1]], "tetrahedra": [[0,1,2,3]]},
     "integrator": "explicit", "held": [[[-1,-1,-1],[0.1,0.1,0.1]]], )" +
                           kRubber + R"(, "position": [3, 0, 0]},
    {"name": "c", "mesh": {"vertices": [[0,0,0],[1,0,0],[0,1,0],[1,1,0]], "triangles": [[0,1,2],[2,1,3]]},
     "thickness": 0.01, )" +
                           kRubber + R"(, "position": [6, 0, 0]},
    {"name": "d", "sheet": [0.3, 0.2], "cell": 0.1, "thickness": 0.005, )" +
                           kRubber + R"(, "position": [9, 0, 0]}]})";
  const Scene scene = read_scene_text(text, "s.json");
  const std::string written = write_scene(scene);
  const Scene again = read_scene_text(written, "again.json");
  EXPECT_EQ(write_scene(again), written);
  for (int b = 0; b < 4; ++b) EXPECT_EQ(points_of(scene, b).fingerprint(), points_of(again, b).fingerprint());
  EXPECT_EQ(points_of(again, 0).options().law, PointsLaw::kStvk);
  EXPECT_FALSE(points_of(again, 1).is_implicit());
  EXPECT_TRUE(points_of(again, 1).holds_nodes());
  EXPECT_EQ(points_of(again, 2).node_count(), 4);
}

TEST(PointsScene, EqualBodiesAreMadeOnce) {
  const std::string body = kRubber + R"(, "shape": {"type": "box", "size": [0.1, 0.1, 0.1]}, "cell": 0.05)";
  const Scene scene = read_scene_text(
      R"({"stiction": 1, "bodies": [{)" + body + R"(}, {"position": [1, 0, 0], )" + body + "}]}", "s.json");
  EXPECT_EQ(scene.model.bodies[0].deformable, scene.model.bodies[1].deformable);
}

TEST(PointsScene, FaultsOfMeshesNameTheBody) {
  const std::string sheet =
      R"("mesh": {"vertices": [[0,0,0],[1,0,0],[0,1,0],[1,1,0]], "triangles": [[0,1,2],[2,3,1]]}, "thickness": 0.01)";
  try {
    read_scene_text(scene_of(R"("name": "cloth", )" + kRubber + ", " + sheet), "s.json");
    FAIL() << "triangles that face opposite sides were taken";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("cloth"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("opposite sides"), std::string::npos) << error.what();
  }
}

// Files of meshes beside a scene, and what is said of the scene.
class PointsSceneFiles : public testing::Test {
 protected:
  PointsSceneFiles() { std::filesystem::create_directories(folder_); }
  ~PointsSceneFiles() override { std::filesystem::remove_all(folder_); }

  void put(const std::string& name, const std::string& text) const { std::ofstream(folder_ / name) << text; }
  // A Gmsh file with corners of a unit cube and these elements.
  void put_msh(const std::string& name, const std::vector<std::string>& elements) const {
    std::string text =
        "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n5\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n7 1 1 1\n$EndNodes\n"
        "$Elements\n" +
        std::to_string(elements.size()) + "\n";
    for (const std::string& element : elements) text += element + "\n";
    put(name, text + "$EndElements\n");
  }
  Scene read(const std::string& body) const {
    put("s.json", scene_of(kRubber + ", " + body));
    return read_scene_file((folder_ / "s.json").string());
  }
  void expect_refusal(const std::string& body, const std::vector<std::string>& words) const {
    try {
      read(body);
      ADD_FAILURE() << "was taken: " << body;
    } catch (const InputError& error) {
      for (const std::string& word : words)
        EXPECT_NE(std::string(error.what()).find(word), std::string::npos) << error.what();
    }
  }

  const std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() /
      (std::string("stiction-points-scene-") + testing::UnitTest::GetInstance()->current_test_info()->name());
};

const std::string kTetrahedra[] = {"3 4 2 1 1 1 2 3 4", "4 4 2 1 1 2 3 4 7"};
const std::string kTriangles[] = {"1 2 2 1 1 1 2 3", "2 2 2 1 1 2 7 3"};

TEST_F(PointsSceneFiles, TetrahedraWithTheirBoundaryAreASolid) {
  put_msh("a.msh", {kTriangles[0], kTriangles[1], kTetrahedra[0], kTetrahedra[1]});
  const Scene scene = read(R"("mesh": "a.msh")");
  EXPECT_TRUE(points_of(scene, 0).is_solid());
  EXPECT_EQ(points_of(scene, 0).node_count(), 5);
  expect_refusal(R"("mesh": "a.msh", "thickness": 0.01)", {"bodies[0].mesh", "a.msh: has 2 tetrahedra", "thickness"});
}

TEST_F(PointsSceneFiles, TrianglesAloneAreAMembraneOrRefusedWithWhatToDo) {
  put_msh("a.msh", {kTriangles[0], kTriangles[1]});
  const Scene scene = read(R"("mesh": "a.msh", "thickness": 0.01)");
  EXPECT_FALSE(points_of(scene, 0).is_solid());
  EXPECT_EQ(points_of(scene, 0).node_count(), 4);
  expect_refusal(R"("mesh": "a.msh")", {"bodies[0].mesh", "2 triangles and no tetrahedra", "gmsh -3", "thickness"});
}

TEST_F(PointsSceneFiles, InvertedElementsAreNamed) {
  put_msh("a.msh", {kTetrahedra[0], "4 4 2 1 1 3 2 4 7"});
  expect_refusal(R"("mesh": "a.msh")", {"bodies[0].mesh", "1 of 2 tetrahedra are inverted: tetrahedron 1"});
  put_msh("b.msh", {kTriangles[0], "2 2 2 1 1 2 3 7"});
  expect_refusal(R"("name": "cloth", "mesh": "b.msh", "thickness": 0.01)",
                 {"body \"cloth\"", "edge between vertices 1 and 2", "opposite sides"});
  const std::string vertices = R"("vertices": [[0,0,0],[1,0,0],[0,1,0],[0,0,1],[1,1,1]])";
  expect_refusal(R"("mesh": {)" + vertices + R"(, "tetrahedra": [[0,1,2,3],[2,1,3,4]]})",
                 {"bodies[0].mesh", "1 of 2 tetrahedra are inverted: tetrahedron 1"});
  expect_refusal(R"("mesh": {)" + vertices + R"(, "tetrahedra": [[1,0,2,3],[2,1,3,4]]})",
                 {"bodies[0].mesh", "all tetrahedra are inverted"});
  expect_refusal(R"("mesh": {)" + vertices + R"(, "tetrahedra": [[0,1,2,3]]})",
                 {"bodies[0].mesh", "vertex 4, counted from 0, belongs to no tetrahedron"});
}

TEST_F(PointsSceneFiles, OpenSurfacesAreNotFilled) {
  put("open.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\n");
  expect_refusal(R"("shape": {"type": "mesh", "file": "open.obj"}, "cell": 0.2)",
                 {"bodies[0].shape.file", "not closed: 3 edges", "edge between vertices 1 and 2"});
}

}  // namespace
}  // namespace stiction

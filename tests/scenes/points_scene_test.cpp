// Bodies of mass points in scene files.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "elastic/points/points_body.h"
#include "scenes/scene_reader.h"
#include "scenes/scene_writer.h"
#include "stepping/simulation.h"

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
     "thickness": 0.01, "self_contact": true, )" +
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
  for (int b = 0; b < 4; ++b) EXPECT_EQ(again.model.bodies[b].self_contact, b == 2);
}

TEST(PointsScene, EqualBodiesAreMadeOnce) {
  const std::string body = kRubber + R"(, "shape": {"type": "box", "size": [0.1, 0.1, 0.1]}, "cell": 0.05)";
  const Scene scene = read_scene_text(
      R"({"stiction": 1, "bodies": [{)" + body + R"(}, {"position": [1, 0, 0], )" + body + "}]}", "s.json");
  EXPECT_EQ(scene.model.bodies[0].deformable, scene.model.bodies[1].deformable);
}

// Two leaves from a spine that is held along y: the lower one level above a floor, the upper one open by 40 degrees
// under a block that presses it down.
constexpr int kAlong = 6, kAcross = 3;                 // quadrilaterals of a leaf
constexpr double kLeaf = 0.3, kLeafThickness = 0.008;  // [m]

std::string folded_membrane(const std::string& more) {
  std::string vertices, triangles;
  for (int i = -kAlong; i <= kAlong; ++i) {
    const double s = kLeaf * std::abs(i) / kAlong, open = i > 0 ? 40 * M_PI / 180 : 0;
    for (int j = 0; j <= kAcross; ++j) {
      const double y = 0.15 * (1.0 * j / kAcross - 0.5);
      vertices +=
          fmt::format("{}[{}, {}, {}]", vertices.empty() ? "" : ", ", s * std::cos(open), y, s * std::sin(open));
    }
  }
  for (int i = 0; i < 2 * kAlong; ++i) {
    for (int j = 0; j < kAcross; ++j) {
      const int a = i * (kAcross + 1) + j, b = a + 1, c = a + kAcross + 1, d = c + 1;
      triangles += fmt::format("{}[{}, {}, {}], [{}, {}, {}]", triangles.empty() ? "" : ", ", a, b, c, c, b, d);
    }
  }
  return fmt::format(
      R"({{"stiction": 1, "step": 2e-3, "bodies": [
        {{"name": "floor", "shape": {{"type": "plane"}}, "fixed": true, "position": [0, 0, -0.005]}},
        {{"name": "press", "shape": {{"type": "box", "size": [0.1, 0.2, 0.05]}}, "position": [0.2, 0, 0.24]}},
        {{"name": "book", "mesh": {{"vertices": [{}], "triangles": [{}]}}, "thickness": {}, {},
         "held": [[[-0.01, -1, -0.01], [0.01, 1, 0.01]]], "damping": {{"stiffness": 0.01}} {}}}]}})",
      vertices, triangles, kLeafThickness, kRubber, more);
}

// Runs for 0.6 s; how far the middle of the upper leaf's edge is above that of the lower one [m], and contacts of the
// membrane with itself in the last step.
std::pair<double, int> shut(const Scene& scene) {
  Simulation simulation(scene.model, scene.step, scene.solver, 1);
  for (int i = 0; i < 300; ++i) simulation.step();
  const BodyState& book = simulation.state().bodies[2];
  const auto height = [&](int row) {
    const int node = row * (kAcross + 1) + 1;
    return (book.rotation * Vec3(book.deformation.segment<3>(3 * node))).z();
  };
  const auto own = std::count_if(simulation.contacts().begin(), simulation.contacts().end(),
                                 [](const Contact& contact) { return contact.body_a == contact.body_b; });
  return {height(2 * kAlong) - height(0), static_cast<int>(own)};
}

TEST(PointsScene, AFoldedMembranePressedShutTouchesItselfIfAsked) {
  const auto [apart, contacts] = shut(read_scene_text(folded_membrane(R"(, "self_contact": true)"), "s.json"));
  EXPECT_GT(contacts, 0);
  EXPECT_GT(apart, kLeafThickness - 1e-3);
  EXPECT_LT(apart, 3 * kLeafThickness);
  const auto [passed, none] = shut(read_scene_text(folded_membrane(""), "s.json"));
  EXPECT_EQ(none, 0);
  EXPECT_LT(passed, 0.5 * kLeafThickness) << "nothing presses the leaves together";
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

TEST_F(PointsSceneFiles, WhatMembranesAndSolidsAreMadeOfIsSaid) {
  const std::string vertices = R"("vertices": [[0,0,0],[1,0,0],[0,1,0],[0,0,1]])";
  expect_refusal(R"("mesh": {)" + vertices + R"(, "triangles": [[0,1,2]]})",
                 {"bodies[0].mesh.triangles: a solid is made of", "with a \"thickness\""});
  expect_refusal(R"("thickness": 0.01, "mesh": {)" + vertices + R"(, "tetrahedra": [[0,1,2,3]]})",
                 {"bodies[0].mesh.tetrahedra: a membrane is made of", "leave \"thickness\" out"});
  put("q.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  expect_refusal(R"("mesh": "q.obj")", {"bodies[0].mesh", "triangles and no tetrahedra", "with a \"thickness\""});
  expect_refusal(R"("cell": 0.1)", {"bodies[0]: a body that deforms takes", "\"sheet\" with \"cell\""});
  expect_refusal(R"("mesh": {"vertices": [], "tetrahedra": [[0,1,2,3]]})",
                 {"bodies[0].mesh.vertices: must not be empty"});
  expect_refusal(R"("thickness": 0.01, "mesh": {"vertices": [], "triangles": [[0,1,2]]})",
                 {"bodies[0].mesh.vertices: must not be empty"});
  expect_refusal(R"("thickness": 0.01, "sheet": [1, 1], "cell": 1e-6)", {"bodies[0].cell", "use a larger cell"});
  for (const char* size : {"1", "1e8"}) {
    expect_refusal(fmt::format(R"("shape": {{"type": "box", "size": [{0}, {0}, {0}]}}, "cell": 1e-9)", size),
                   {"tetrahedra; at most", "use larger cells"});
  }
}

TEST_F(PointsSceneFiles, MembranesThickerThanTheirEdgesGetANote) {
  EXPECT_TRUE(read(R"("sheet": [1, 1], "cell": 0.1, "thickness": 0.09)").notes.empty());
  const std::vector<std::string> notes = read(R"("sheet": [1, 1], "cell": 0.1, "thickness": 0.12)").notes;
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_NE(notes[0].find("bodies[0].thickness: a membrane of 0.12 m is thicker than its edges"), std::string::npos)
      << notes[0];
}

TEST_F(PointsSceneFiles, OpenSurfacesAreNotFilled) {
  put("open.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\n");
  expect_refusal(R"("shape": {"type": "mesh", "file": "open.obj"}, "cell": 0.2)",
                 {"bodies[0].shape.file", "not closed: 3 edges", "edge between vertices 1 and 2"});
}

}  // namespace
}  // namespace stiction

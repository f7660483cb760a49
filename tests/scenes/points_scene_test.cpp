// Bodies of mass points in scene files.
#include <gtest/gtest.h>

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

}  // namespace
}  // namespace stiction

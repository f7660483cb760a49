// Bodies that deform in scene files.
#include <gtest/gtest.h>

#include "base/error.h"
#include "elastic/elastic_spec.h"
#include "scenes/gallery.h"
#include "scenes/scene_reader.h"
#include "scenes/scene_writer.h"

namespace stiction {
namespace {

const std::string kRubber = R"("model": "modal", "young": 1e6, "poisson": 0.4)";

std::string scene_of(const std::string& body) {
  return R"({"stiction": 1, "bodies": [{)" + body + "}]}";
}
std::string box_of(const std::string& more) {
  return scene_of(R"("name": "a", "shape": {"type": "box", "size": [0.1, 0.1, 0.1]}, )" + more);
}

std::string message_of(const std::string& text) {
  try {
    read_scene_text(text, "s.json");
  } catch (const InputError& error) {
    return error.what();
  }
  return "(no error)";
}

void expect_message(const std::string& text, const std::string& expected) {
  const std::string message = message_of(text);
  EXPECT_NE(message.find(expected), std::string::npos) << text << "\nexpected: " << expected << "\ngot: " << message;
  EXPECT_EQ(message.find('\n'), std::string::npos) << message;
}

TEST(ElasticScene, AShapeIsFilledAndWeighsWhatItsTetrahedraWeigh) {
  const Scene scene = read_scene_text(box_of(kRubber + R"(, "modes": 5, "cell": 0.05)"), "s.json");
  const Body& body = scene.model.bodies[0];
  ASSERT_TRUE(body.deforms());
  EXPECT_EQ(body.deformable->dof_count(), 11);
  EXPECT_NEAR(body.mass.mass, 1, 1e-12);
  EXPECT_NEAR(body.mass.inertia(0, 0), 1 * 0.02 / 12, 1e-12);
  EXPECT_EQ(body.deformable->surface().vertices.size(), 98u);  // 4 x 4 points a side after halving the edges
}

TEST(ElasticScene, TetrahedraMayStandInTheScene) {
  const std::string mesh = R"("mesh": {"vertices": [[0,0,0],[1,0,0],[0,1,0],[0,0,1]], "tetrahedra": [[0,1,2,3]]})";
  const Scene scene = read_scene_text(scene_of(kRubber + R"(, "modes": 3, )" + mesh), "s.json");
  EXPECT_NEAR(scene.model.bodies[0].mass.mass, 1000.0 / 6, 1e-9);
}

TEST(ElasticScene, ComesBackBitForBit) {
  const std::string text = R"({"stiction": 1, "bodies": [
    {"name": "a", "shape": {"type": "box", "size": [0.1, 0.1, 0.1]}, "cell": 0.05, "modes": 4, "metric": "mass", )" +
                           kRubber +
                           R"(, "damping": {"mass": 0.1, "stiffness": 1e-3}, "deformation": [1e-3, 0, -2e-3, 0]},
    {"name": "b", "mesh": {"vertices": [[0,0,0],[1,0,0],[0,1,0],[0,0,1]], "tetrahedra": [[0,1,2,3]]}, "modes": 8, "strains": true, )" +
                           kRubber + R"(, "position": [3, 0, 0]}]})";
  const Scene scene = read_scene_text(text, "s.json");
  const std::string written = write_scene(scene);
  const Scene again = read_scene_text(written, "again.json");
  EXPECT_EQ(write_scene(again), written);
  for (int b = 0; b < 2; ++b) {
    EXPECT_EQ(scene.model.bodies[b].deformable->fingerprint(), again.model.bodies[b].deformable->fingerprint());
    EXPECT_EQ(scene.model.bodies[b].start_deformation, again.model.bodies[b].start_deformation);
  }
  EXPECT_EQ(again.model.bodies[0].start_deformation[2], -2e-3);
}

TEST(ElasticScene, AStvkBodyHasItsDofsAndComesBackBitForBit) {
  const std::string body = R"("model": "stvk", "young": 1e6, "poisson": 0.4, "modes": 3, "cell": 0.05)";
  EXPECT_EQ(read_scene_text(box_of(body), "s.json").model.bodies[0].deformable->dof_count(), 6 + 6);
  const Scene scene = read_scene_text(box_of(body + R"(, "dofs": 5, "deformation": [1e-3, 0, 0, 0, 2e-3])"), "s.json");
  EXPECT_EQ(scene.model.bodies[0].deformable->dof_count(), 6 + 5);
  const std::string written = write_scene(scene);
  const Scene again = read_scene_text(written, "again.json");
  EXPECT_EQ(write_scene(again), written);
  EXPECT_EQ(scene.model.bodies[0].deformable->fingerprint(), again.model.bodies[0].deformable->fingerprint());
  expect_message(box_of(body + R"(, "dofs": 10)"),
                 "must be from 3 (the modes) to 9 (with all their derivatives), got 10");
  const std::string rubber = R"("model": "stvk", "young": 1e6, "poisson": 0.4, "cell": 0.05, )";
  expect_message(box_of(rubber + R"("modes": 20, "dofs": 121)"), "bodies[0].dofs: must be at most 120");
  expect_message(box_of(rubber + R"("modes": 61)"), "bodies[0]: 61 modes make 122 dofs");
}

TEST(ElasticScene, EqualBodiesShareWhatIsComputedForThem) {
  const std::string body = R"("shape": {"type": "box", "size": [0.1, 0.1, 0.1]}, "cell": 0.05, "modes": 4, )" + kRubber;
  const Scene scene = read_scene_text(R"({"stiction": 1, "bodies": [{"name": "a", )" + body + R"(}, {"name": "b", )" +
                                          body + R"(, "position": [0, 0, 1], "velocity": [1, 0, 0]}]})",
                                      "s.json");
  EXPECT_EQ(scene.model.bodies[0].deformable, scene.model.bodies[1].deformable);
}

TEST(ElasticScene, RefusalsNameThePlaceAndTheRemedy) {
  const std::string filled = R"(, "modes": 5, "cell": 0.05)";
  expect_message(box_of(R"("model": "modal", "poisson": 0.4)" + filled), "bodies[0]: the key \"young\" is missing");
  expect_message(box_of(R"("model": "modal", "young": -1, "poisson": 0.4)" + filled), "bodies[0].young: must be");
  expect_message(box_of(R"("model": "modal", "young": 1e6, "poisson": 0.5)" + filled), "oisson");
  expect_message(box_of(kRubber + R"(, "modes": 0, "cell": 0.05)"), "bodies[0].modes: must be a whole number from 1");
  expect_message(box_of(kRubber + R"(, "modes": 5)"), "the key \"cell\" is missing");
  expect_message(box_of(kRubber + R"(, "modes": 100000, "cell": 0.05)"), "bodies[0].modes");
  expect_message(box_of(kRubber + R"(, "modes": 5000, "cell": 0.05)"), "modes");
  expect_message(box_of(kRubber + R"(, "mesh": "a.msh")" + filled), "either \"mesh\"");
  expect_message(box_of(kRubber + R"(, "fixed": true)" + filled),
                 "bodies[0].fixed: a body that deforms cannot be held");
  expect_message(box_of(kRubber + R"(, "deformation": [1])" + filled), "bodies[0].deformation");
  expect_message(box_of(kRubber + R"(, "metric": "euclid")" + filled), "unknown metric \"euclid\"");
  expect_message(scene_of(kRubber + R"(, "modes": 5, "mesh": "no.msh")"), "no.msh");
  expect_message(scene_of(kRubber + R"(, "modes": 5, "mesh": "../no.msh")"), "bodies[0].mesh");
  const std::string flat = R"("mesh": {"vertices": [[0,0,0],[1,0,0],[0,1,0],[1,1,0]], "tetrahedra": [[0,1,2,3]]})";
  expect_message(scene_of(kRubber + R"(, "modes": 5, )" + flat), "bodies[0].mesh");
}

TEST(ElasticScene, TheHandsSceneHasAsManyDegreesOfFreedomWithElasticBlocks) {
  const Scene scene = build_gallery_scene("haptic", {{"soft", "1"}});
  int dofs = 0, elastic = 0;
  for (const Body& body : scene.model.bodies) {
    if (body.fixed) continue;
    dofs += body.deforms() ? body.deformable->dof_count() : 6;
    elastic += body.deforms() ? 1 : 0;
  }
  EXPECT_EQ(dofs, 72);
  EXPECT_EQ(elastic, 3);
  EXPECT_FALSE(scene.model.bodies[scene.model.hands.front().body].deforms());
}

TEST(ElasticScene, GalleryScenesAreDescribedWithoutMakingTheirBodies) {
  const Scene scene = describe_gallery_scene("soft-stack");
  const Body& cube = scene.model.bodies[scene.model.body_index("cube0")];
  EXPECT_FALSE(cube.is_prepared());
}

}  // namespace
}  // namespace stiction

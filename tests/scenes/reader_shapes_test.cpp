// What the shapes of scene files mean.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "geometry/solids/solid_kind.h"
#include "scenes/scene_reader.h"

namespace stiction {
namespace {

constexpr const char* kTetrahedron =
    R"("vertices": [[0,0,0],[1,0,0],[0,1,0],[0,0,1]], "triangles": [[0,2,1],[0,1,3],[0,3,2],[1,2,3]])";

Scene read(const std::string& text) {
  return read_scene_text(text, "folder/example.json");
}

Body body_with(const std::string& shape, const std::string& more = "") {
  return read(R"({"stiction": 1, "bodies": [{"shape": )" + shape + more + "}]}").model.bodies[0];
}

const MeshGeometry& geometry(const Body& body) {
  return *std::get<MeshShape>(body.shape).geometry;
}

TEST(SceneShapes, CapsulesAndCylindersLieAlongZ) {
  const Body capsule = body_with(R"({"type": "capsule", "radius": 0.5, "length": 2})");
  EXPECT_EQ(std::get<CapsuleShape>(capsule.shape).radius, 0.5);
  EXPECT_EQ(std::get<CapsuleShape>(capsule.shape).length, 2);
  EXPECT_NEAR(capsule.mass.mass, 1000 * std::numbers::pi * (0.25 * 2 + 4.0 / 3 * 0.125), 1e-9);
  const Body ball = body_with(R"({"type": "capsule", "radius": 0.5, "length": 0})");
  EXPECT_NEAR(ball.mass.mass, 1000 * 4.0 / 3 * std::numbers::pi * 0.125, 1e-9);
  const Body cylinder = body_with(R"({"type": "cylinder", "radius": 0.5, "length": 2})");
  EXPECT_NEAR(cylinder.mass.mass, 1000 * std::numbers::pi * 0.25 * 2, 1e-9);
  EXPECT_LT(cylinder.mass.inertia(2, 2), cylinder.mass.inertia(0, 0));
}

TEST(SceneShapes, AMeshMayStandInTheScene) {
  const Body body = body_with(std::string(R"({"type": "mesh", )") + kTetrahedron + "}");
  EXPECT_NEAR(body.mass.mass, 1000.0 / 6, 1e-9);
  EXPECT_NEAR(geometry(body).spacing(), std::sqrt(3.0) / 40, 1e-12);
}

TEST(SceneShapes, ScaleIsANumberOrThree) {
  const std::string mesh = std::string(R"({"type": "mesh", )") + kTetrahedron;
  EXPECT_NEAR(body_with(mesh + R"(, "scale": 2})").mass.mass, 8000.0 / 6, 1e-6);
  EXPECT_NEAR(body_with(mesh + R"(, "scale": [1, 2, 3]})").mass.mass, 6000.0 / 6, 1e-6);
  EXPECT_NEAR(body_with(mesh + R"(, "scale": [-1, 1, 1]})").mass.mass, 1000.0 / 6, 1e-6);
}

TEST(SceneShapes, SpacingComesFromTheShapeElseTheBodyElseTheSize) {
  const std::string mesh = std::string(R"({"type": "mesh", )") + kTetrahedron;
  EXPECT_EQ(geometry(body_with(mesh + R"(, "spacing": 0.25})")).spacing(), 0.25);
  EXPECT_EQ(geometry(body_with(mesh + "}", R"(, "spacing": 0.125)")).spacing(), 0.125);
}

TEST(SceneShapes, MeshesTouchByFeaturesOrSamples) {
  const auto contacts = [](const std::string& keys) {
    const Body body = body_with(std::string(R"({"type": "mesh", )") + kTetrahedron + keys + "}");
    return std::get<MeshShape>(body.shape).contacts;
  };
  EXPECT_EQ(contacts(""), MeshContactKind::kFeatures);
  EXPECT_EQ(contacts(R"(, "contacts": "features")"), MeshContactKind::kFeatures);
  EXPECT_EQ(contacts(R"(, "contacts": "samples")"), MeshContactKind::kSamples);
  const Body solid =
      body_with(R"({"type": "solid", "cell": 0.5, "contacts": "samples", "solid": {"kind": "sphere", "radius": 1}})");
  EXPECT_EQ(std::get<MeshShape>(solid.shape).contacts, MeshContactKind::kSamples);
}

TEST(SceneShapes, AnInsideOutMeshIsMendedOnRequest) {
  const std::string mesh = R"({"type": "mesh", "repair": true, "vertices": [[0,0,0],[1,0,0],[0,1,0],[0,0,1]],
      "triangles": [[0,1,2],[0,3,1],[0,2,3],[1,3,2]]})";
  EXPECT_NEAR(body_with(mesh).mass.mass, 1000.0 / 6, 1e-9);
}

TEST(SceneShapes, ASolidIsMeshedByItsRecipe) {
  const Body body = body_with(R"({"type": "solid", "cell": 0.02, "solid": {"kind": "sphere", "radius": 0.1}})");
  const auto& shape = std::get<MeshShape>(body.shape);
  ASSERT_NE(shape.recipe, nullptr);
  EXPECT_EQ(shape.recipe->number("radius"), 0.1);
  EXPECT_EQ(shape.cell, 0.02);
  EXPECT_NEAR(body.mass.mass, 1000 * 4.0 / 3 * std::numbers::pi * 1e-3, 0.3);
}

TEST(SceneShapes, SolidsCombineAndKeepTheirPlaces) {
  const Body body = body_with(R"({"type": "solid", "cell": 0.02, "solid": {"kind": "union", "blend": 0.01, "parts": [
      {"kind": "sphere", "radius": 0.1, "position": [0.1, 0, 0]},
      {"kind": "box", "size": [0.1, 0.2, 0.3], "rotation": {"axis": [0, 0, 1], "degrees": 30}},
      {"kind": "rock", "radius": 0.08, "seed": 4294967295}]}})");
  const Solid& solid = *std::get<MeshShape>(body.shape).recipe;
  EXPECT_STREQ(solid.kind().name, "union");
  EXPECT_EQ(solid.number("blend"), 0.01);
  ASSERT_EQ(solid.parts.size(), 3u);
  EXPECT_EQ(solid.parts[0].pose.position, Vec3(0.1, 0, 0));
  EXPECT_EQ(solid.parts[1].vector("size"), Vec3(0.1, 0.2, 0.3));
  EXPECT_NEAR(solid.parts[1].pose.rotation.w(), std::cos(std::numbers::pi / 12), 1e-15);
  EXPECT_EQ(solid.parts[2].seed, 4294967295u);
}

TEST(SceneShapes, EqualMeshesOfASceneShareOneGeometry) {
  const std::string solid = R"({"type": "solid", "cell": 0.05, "solid": {"kind": "sphere", "radius": 0.1}})";
  const Scene scene =
      read(R"({"stiction": 1, "bodies": [{"shape": )" + solid + R"(}, {"shape": )" + solid + R"(}, {"shape": )" +
           solid + R"(, "spacing": 0.01}, {"shape": {"type": "compound", "shapes": [
      {"type": "solid", "cell": 0.05, "solid": {"kind": "sphere", "radius": 0.1}, "position": [1, 0, 0]}]}}]})");
  const auto& bodies = scene.model.bodies;
  EXPECT_EQ(&geometry(bodies[0]), &geometry(bodies[1]));
  EXPECT_NE(&geometry(bodies[0]), &geometry(bodies[2]));
  const CompoundPart& part = std::get<CompoundShape>(bodies[3].shape).parts->front();
  EXPECT_EQ(std::get<MeshShape>(part.shape).geometry.get(), &geometry(bodies[0]));
}

TEST(SceneShapes, CompoundsPlaceTheirPartsAndDissolveNestedOnes) {
  const Body body = body_with(R"({"type": "compound", "shapes": [
      {"type": "box", "size": [1, 1, 1], "position": [1, 0, 0]},
      {"type": "compound", "position": [0, 2, 0], "rotation": {"axis": [0, 0, 1], "degrees": 90},
       "shapes": [{"type": "sphere", "radius": 0.5, "position": [1, 0, 0]}]}]})");
  const auto& parts = *std::get<CompoundShape>(body.shape).parts;
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(parts[0].pose.position, Vec3(1, 0, 0));
  EXPECT_LT((parts[1].pose.position - Vec3(0, 3, 0)).norm(), 1e-15);
  EXPECT_TRUE(std::holds_alternative<SphereShape>(parts[1].shape));
}

}  // namespace
}  // namespace stiction

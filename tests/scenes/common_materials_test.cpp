// Common materials in scene files.
#include "model/common_materials.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "base/error.h"
#include "scenes/same_model.h"
#include "scenes/scene_reader.h"
#include "scenes/scene_writer.h"

namespace stiction {
namespace {

Scene scene_of(const std::string& material_a, const std::string& material_b, const std::string& more = "") {
  const std::string sphere = R"("shape": {"type": "sphere", "radius": 1}})";
  return read_scene_text(R"({"stiction": 1, "bodies": [{"material": ")" + material_a + "\", " + sphere +
                             R"(, {"material": ")" + material_b + "\", " + sphere + "]" + more + "}",
                         "s.json");
}

Model::Surface surface(const Scene& scene) {
  return scene.model.surface(scene.model.bodies[0].material, scene.model.bodies[1].material);
}

TEST(CommonMaterials, TheTablesAreConsistent) {
  std::set<std::string> names;
  for (const CommonMaterial& m : common_materials()) {
    EXPECT_TRUE(names.insert(m.material.name).second) << m.material.name;
    EXPECT_GT(m.material.density, 0);
    EXPECT_LE(m.friction_low, m.material.friction) << m.material.name;
    EXPECT_GE(m.friction_high, m.material.friction) << m.material.name;
  }
  std::set<std::set<std::string>> seen;
  for (const CommonPair& pair : common_pairs()) {
    EXPECT_TRUE(seen.insert({std::string(pair.a), std::string(pair.b)}).second) << pair.a << " " << pair.b;
    EXPECT_NE(pair.a, pair.b);
    EXPECT_NE(find_common_material(pair.a), nullptr) << pair.a;
    EXPECT_NE(find_common_material(pair.b), nullptr) << pair.b;
    EXPECT_LE(pair.low, pair.friction) << pair.a << " " << pair.b;
    EXPECT_GE(pair.high, pair.friction) << pair.a << " " << pair.b;
    EXPECT_EQ(find_common_pair(pair.b, pair.a), &pair);
  }
}

TEST(CommonMaterials, ABodyMayNameOneThatTheSceneDoesNotDefine) {
  const Scene scene = scene_of("steel", "wood");
  EXPECT_EQ(scene.model.materials[scene.model.bodies[0].material].density, 7850);
  EXPECT_EQ(surface(scene).friction, find_common_pair("wood", "steel")->friction);
  EXPECT_EQ(surface(scene_of("steel", "steel")).friction, find_common_material("steel")->material.friction);
}

TEST(CommonMaterials, PairsWithoutAnEntryCombine) {
  ASSERT_EQ(find_common_pair("felt", "ptfe"), nullptr);
  EXPECT_DOUBLE_EQ(surface(scene_of("felt", "ptfe")).friction, std::sqrt(0.5 * 0.04));
}

TEST(CommonMaterials, AnEntryOfTheSameNameReplacesItAndItsPairs) {
  const Scene scene = scene_of("steel", "wood", R"(, "materials": {"steel": {"density": 7000, "friction": 0.9}})");
  EXPECT_EQ(scene.model.materials[scene.model.bodies[0].material].density, 7000);
  EXPECT_DOUBLE_EQ(surface(scene).friction, std::sqrt(0.9 * 0.4));
}

TEST(CommonMaterials, PairsOfTheSceneComeFirst) {
  const Scene friction =
      scene_of("steel", "wood", R"(, "pairs": [{"materials": ["wood", "steel"], "friction": 0.33}])");
  EXPECT_EQ(surface(friction).friction, 0.33);
  const Scene bouncy =
      scene_of("steel", "wood", R"(, "pairs": [{"materials": ["wood", "steel"], "restitution": 0.3}])");
  EXPECT_EQ(surface(bouncy).friction, find_common_pair("wood", "steel")->friction);
  EXPECT_EQ(surface(bouncy).restitution, 0.3);
}

TEST(CommonMaterials, AreSpelledOutInExportedScenes) {
  const Scene scene = scene_of("steel", "wood");
  const std::string text = write_scene(scene);
  EXPECT_NE(text.find("7850"), std::string::npos);
  expect_same_model(scene.model, read_scene_text(text, "again.json").model);
}

TEST(CommonMaterials, AreSuggestedForTypingErrors) {
  try {
    scene_of("steal", "wood");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what())
                  .find("bodies[0].material: there is no material \"steal\"; did you mean "
                        "\"steel\"? (known: default, and the common ones: steel,"),
              std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace stiction

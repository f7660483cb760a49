#include "recording/recording_preamble.h"

#include <gtest/gtest.h>

#include <limits>

#include "base/error.h"
#include "recording/edited.h"
#include "recording/frames.h"

namespace stiction {
namespace {

TEST(RecordingPreamble, GivesBackWhatARecordingSaysAboutItself) {
  for (const std::size_t count : {0, 1, 5}) {
    RecordingInfo info = test::info_of(count);
    if (count > 2) info.bodies[2].deforming = 4;
    if (count > 2) info.bodies[2].scripted = true;
    if (count == 0) info.surfaces.clear();
    const RecordingInfo back = read_preamble(recording_preamble(info), "here");
    EXPECT_EQ(back.program, info.program);
    EXPECT_EQ(back.name, info.name);
    EXPECT_EQ(back.description, info.description);
    EXPECT_EQ(back.step, info.step);
    EXPECT_EQ(back.frame_interval, info.frame_interval);
    EXPECT_EQ(back.gravity, info.gravity);
    EXPECT_EQ(back.solver, info.solver);
    EXPECT_EQ(back.tolerance, info.tolerance);
    ASSERT_EQ(back.materials.size(), 1U);
    EXPECT_EQ(back.materials[0].name, "stone");
    EXPECT_EQ(back.materials[0].density, 2400);
    EXPECT_EQ(back.materials[0].friction, 0.6);
    EXPECT_EQ(back.hands, info.hands);
    EXPECT_EQ(back.surfaces, info.surfaces);
    EXPECT_EQ(back.scene, info.scene);
    EXPECT_EQ(back.deforming_vertices(), count > 2 ? 4U : 0U);
    ASSERT_EQ(back.bodies.size(), count);
    for (std::size_t i = 0; i < count; ++i) {
      EXPECT_EQ(back.bodies[i].name, info.bodies[i].name);
      EXPECT_EQ(back.bodies[i].fixed, info.bodies[i].fixed);
      EXPECT_EQ(back.bodies[i].scripted, info.bodies[i].scripted);
      EXPECT_EQ(back.bodies[i].mass, info.bodies[i].mass);
      EXPECT_EQ(back.bodies[i].material, info.bodies[i].material);
      EXPECT_EQ(back.bodies[i].center_of_mass, info.bodies[i].center_of_mass);
      EXPECT_EQ(back.bodies[i].surface, info.bodies[i].surface);
      EXPECT_EQ(back.bodies[i].plane.has_value(), i == 0);
    }
    if (count > 0) {
      EXPECT_EQ(back.bodies[0].plane->normal, Vec3::UnitY());
      EXPECT_EQ(back.bodies[0].plane->offset, 0.25);
    }
  }
}

TEST(RecordingPreamble, OfAnotherFormatIsRefusedWithARemedy) {
  std::string preamble = recording_preamble(test::info_of(1));
  preamble[kRecordingMagic.size()] = 1;
  try {
    read_preamble(preamble, "old.stic");
    FAIL();
  } catch (const InputError& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("old.stic"), std::string::npos) << text;
    EXPECT_NE(text.find("format 1"), std::string::npos) << text;
    EXPECT_NE(text.find("run the scene again"), std::string::npos) << text;
  }
}

TEST(RecordingPreamble, WithIndicesOfThingsThatAreNotThereIsRefused) {
  const auto refused = [](const RecordingInfo& info) {
    try {
      read_preamble(recording_preamble(info), "x");
      return false;
    } catch (const InputError& error) {
      return std::string(error.what()).starts_with("x: ");
    }
  };
  const RecordingInfo good = test::info_of(3);
  EXPECT_FALSE(refused(good));
  RecordingInfo info = good;
  info.bodies[1].surface = 2;
  EXPECT_TRUE(refused(info));
  info = good;
  info.bodies[1].material = 1;
  EXPECT_TRUE(refused(info));
  info = good;
  info.hands = {3};
  EXPECT_TRUE(refused(info));
  info = good;
  info.surfaces[0].triangles[4] = 4;
  EXPECT_TRUE(refused(info));
  info = good;
  info.scene = "no JSON";
  EXPECT_TRUE(refused(info));
}

struct Edit {
  const char* pointer;  // of the value
  const char* value;    // instead
  const char* mention;  // of the refusal
};

TEST(RecordingPreamble, ThatContradictsItselfIsRefusedWithThePlace) {
  RecordingInfo info = test::info_of(3);
  info.bodies[2].deforming = 4;
  const std::string good = recording_preamble(info);
  ASSERT_NO_THROW(read_preamble(test::with_value(good, "/name", "\"same\""), "x"));
  const Edit edits[] = {
      {"/bodies/2/surface", "-1", "bodies[2].deforming: must be 0: the body has no surface"},
      {"/bodies/2/surface", "1", "bodies[2].deforming: must be 0 or 3"},
      {"/bodies/2/surface", "2", "bodies[2].surface: must be a whole number from -1 to 1"},
      {"/bodies/2/surface", "-2", "bodies[2].surface"},
      {"/bodies/2/surface", "4294967296", "bodies[2].surface"},  // 0 in 32 bits
      {"/bodies/2/surface", "18446744073709551616", "bodies[2].surface"},
      {"/bodies/2/surface", "0.5", "bodies[2].surface"},
      {"/bodies/2/surface", "true", "bodies[2].surface"},
      {"/bodies/2/deforming", "3", "bodies[2].deforming: must be 0 or 4"},
      {"/bodies/2/deforming", "66", "bodies[2].deforming"},
      {"/bodies/2/deforming", "4294967300", "bodies[2].deforming"},  // 4 in 32 bits
      {"/bodies/2/deforming", "-1", "bodies[2].deforming"},
      {"/bodies/0/deforming", "4", "bodies[0].deforming"},
      {"/bodies/1/material", "4294967296", "bodies[1].material"},
      {"/bodies/1/material", "1", "bodies[1].material"},
      {"/bodies/1/material", "-1", "bodies[1].material"},
      {"/bodies/1/mass", "-1", "bodies[1].mass"},
      {"/bodies/1/mass", "1e308", "bodies[1].mass"},
      {"/bodies/1/name", "7", "bodies[1].name"},
      {"/bodies/0/plane/normal", "[0, 0, 0]", "bodies[0].plane.normal"},
      {"/hands/0", "4294967296", "hands[0]"},
      {"/hands/0", "-4294967295", "hands[0]"},
      {"/surfaces/0/vertices", "3", "bodies[2].deforming"},
      {"/surfaces/0/vertices", "-4294967292", "surfaces[0].vertices"},
      {"/surfaces/0/triangles", "1000000000", "surfaces[0]"},
      {"/surfaces/1/triangles", "18446744073709551615", "surfaces[1].triangles"},
      {"/frame_interval", "0", "frame_interval"},
      {"/frame_interval", "-1", "frame_interval"},
      {"/frame_interval", "4611686018427387904", "frame_interval"},
      {"/step", "0", "step"},
      {"/step", "-0.01", "step"},
      {"/step", "1e308", "step"},
      {"/gravity", "[0, 0, -1e308]", "gravity"},
      {"/gravity", "[0, 0]", "gravity"},
      {"/scene", "[]", "scene"},
  };
  for (const Edit& edit : edits) {
    try {
      read_preamble(test::with_value(good, edit.pointer, edit.value), "x.stic");
      ADD_FAILURE() << edit.pointer << " = " << edit.value;
    } catch (const InputError& error) {
      const std::string text = error.what();
      EXPECT_TRUE(text.starts_with("x.stic: ") && text.ends_with("; run the scene again")) << text;
      EXPECT_NE(text.find(edit.mention), std::string::npos) << text;
    }
  }
}

TEST(RecordingPreamble, ThatIsNestedWithoutEndIsRefused) {
  const std::string good = recording_preamble(test::info_of(1));
  const std::string deep = test::with_text(good, [](std::string text) {
    constexpr int kLevels = 1'000'000;
    text.insert(text.find("\"scene\":{") + 9,
                R"("deep":)" + std::string(kLevels, '[') + std::string(kLevels, ']') + ",");
    return text;
  });
  EXPECT_THROW(read_preamble(deep, "x"), InputError);
}

TEST(RecordingPreamble, WithASurfaceThatIsNotFiniteIsRefused) {
  RecordingInfo info = test::info_of(1);
  info.surfaces[0].vertices[1] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THROW(read_preamble(recording_preamble(info), "x"), InputError);
}

}  // namespace
}  // namespace stiction

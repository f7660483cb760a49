#include "recording/recording_preamble.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "recording/frames.h"

namespace stiction {
namespace {

TEST(RecordingPreamble, GivesBackWhatARecordingSaysAboutItself) {
  for (const std::size_t count : {0, 1, 5}) {
    RecordingInfo info = test::info_of(count);
    if (count > 2) info.bodies[2].deforming = 7;
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
    EXPECT_EQ(back.deforming_vertices(), count > 2 ? 7U : 0U);
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

}  // namespace
}  // namespace stiction

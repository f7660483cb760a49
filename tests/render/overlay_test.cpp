#include "render/overlay.h"

#include <limits>
#include <numbers>

#include <gtest/gtest.h>

#include "render/contact_overlay.h"
#include "render/stroke_font.h"

namespace stiction {
namespace {

const Color kWhite = Color::Ones();

double ink(const Image& image) {
  double sum = 0;
  for (const char byte : image.rgb) sum += static_cast<std::uint8_t>(byte) / 255.0;
  return sum / 3;
}

TEST(Overlay, ADiskHasItsArea) {
  for (const double radius : {2.0, 5.5, 20.0}) {
    Image image(64, 64);
    Overlay(image).disk(Vec2(31.7, 32.2), radius, kWhite);
    EXPECT_NEAR(ink(image), std::numbers::pi * radius * radius, 0.02 * std::numbers::pi * radius * radius + 1);
  }
}

TEST(Overlay, ALineHasItsArea) {
  Image image(64, 64);
  Overlay(image).line(Vec2(10, 10), Vec2(40, 50), 4, kWhite);
  EXPECT_NEAR(ink(image), 50 * 4 + std::numbers::pi * 4, 4);
}

TEST(Overlay, AnArrowEndsAtItsPoint) {
  Image image(64, 64);
  Overlay(image).arrow(Vec2(10, 32), Vec2(50, 32), 3, kWhite);
  EXPECT_GT(image.pixel(46, 31)[0], 200);
  EXPECT_GT(image.pixel(12, 31)[0], 200);
  EXPECT_EQ(image.pixel(53, 31)[0], 0);
}

TEST(Overlay, OutsideThePictureAndWithoutNumbersNothingHappens) {
  Image image(8, 8);
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  Overlay overlay(image);
  overlay.disk(Vec2(-100, 4), 3, kWhite);
  overlay.disk(Vec2(nan, 4), 3, kWhite);
  overlay.line(Vec2(-infinity, 0), Vec2(infinity, 0), 1, kWhite);
  overlay.arrow(Vec2(nan, nan), Vec2(4, 4), 2, kWhite);
  overlay.arrow(Vec2(1e9, 1e9), Vec2(2e9, 4), 2, kWhite);
  overlay.text("t = 1", Vec2(500, 500), 10, kWhite, kWhite);
  EXPECT_EQ(ink(image), 0);
}

TEST(StrokeFont, HasAllThatLegendsNeed) {
  for (const char letter : std::string("0123456789.-=abcdefghijklmnopqrstuvwxyzNMG")) {
    EXPECT_FALSE(glyph_of(letter).strokes.empty()) << letter;
    for (const Stroke& stroke : glyph_of(letter).strokes) EXPECT_GE(stroke.size(), 2U) << letter;
  }
  EXPECT_TRUE(glyph_of('#').strokes.empty());
  EXPECT_GT(text_width("mm"), text_width("ii"));
}

TEST(ContactOverlay, ArrowsAreScaledByTheForcesThereAre) {
  ForceScale scale;
  EXPECT_EQ(scale.style(1).metres_per_newton, 0);
  Frame frame;
  for (const float force : {100.0F, std::numeric_limits<float>::quiet_NaN(), 0.0F}) {
    FrameContact contact;
    contact.force_on_b = {0, 0, force};
    contact.normal = {0, 0, 1};
    frame.contacts.push_back(contact);
  }
  scale.add(frame);
  EXPECT_NEAR(scale.style(2).metres_per_newton * 100, 0.44, 1e-6);
  PictureSetting setting;
  setting.camera = camera_at(Vec3::Zero(), 5, {-90, 0, 1}, Vec3::UnitZ(), 200, 200);
  Image image(200, 200);
  draw_contacts(frame, setting, ForceStyle{0.01, false}, image);  // 1 m upwards from the middle
  const double pixels = setting.camera.focal / 5;
  EXPECT_GT(image.pixel(100, 100 - static_cast<int>(0.5 * pixels))[2], 80);  // blue: normal; half of a pixel's width
  EXPECT_EQ(image.pixel(100, 100 - static_cast<int>(1.1 * pixels))[2], 0);
  frame.contacts[0].point = {std::numeric_limits<float>::infinity(), 0, 0};
  frame.contacts[1].point = {0, -50, 0};  // behind the camera
  draw_contacts(frame, setting, ForceStyle{0.01, false}, image);
}

// Friction of 50 N to the right, 100 N upwards: half a metre to the right of the middle, one metre above it.
TEST(ContactOverlay, ArrowsPointAlongTheForceOnTheSecondBody) {
  Frame frame;
  FrameContact contact;
  contact.force_on_b = {50, 0, 100};
  contact.normal = {0, 0, 1};
  frame.contacts.push_back(contact);
  PictureSetting setting;
  setting.radius = 10;
  setting.camera = camera_at(Vec3::Zero(), 5, {-90, 0, 1}, Vec3::UnitZ(), 200, 200);
  Image image(200, 200);
  draw_contacts(frame, setting, ForceStyle{0.01, false}, image);
  const double pixels = setting.camera.focal / 5;
  const auto painted = [&](double right, double up) {
    const std::uint8_t* pixel =
        image.pixel(100 + static_cast<int>(right * pixels), 100 - static_cast<int>(up * pixels));
    return pixel[0] + pixel[1] + pixel[2] > 80;
  };
  EXPECT_TRUE(painted(0.3, 0));
  EXPECT_FALSE(painted(-0.3, 0));
  EXPECT_TRUE(painted(0, 0.6));
  EXPECT_FALSE(painted(0, -0.6));
}

}  // namespace
}  // namespace stiction

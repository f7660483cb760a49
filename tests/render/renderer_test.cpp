// Pictures whose pixels are known, and pictures that must not go wrong.
#include "render/renderer.h"

#include <cmath>
#include <limits>
#include <numbers>

#include <gtest/gtest.h>

#include "render/pictures.h"

namespace stiction {
namespace {

using test::kBlue;
using test::kRed;
using test::Staging;

Pose at(double x, double y, double z) {
  return {Vec3(x, y, z), Quat::Identity()};
}

// How much of the picture differs from the empty one [pixels], for a body that is black: exact also at its edge.
double covered(const Image& image, const Image& empty) {
  const auto linear = [](std::uint8_t byte) { return color_of(byte)[2]; };
  double sum = 0;
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) {
      sum += 1 - static_cast<double>(linear(image.pixel(x, y)[0])) / static_cast<double>(linear(empty.pixel(x, y)[0]));
    }
  }
  return sum;
}

// A sky on which light and bytes are the same thing below the tone curve's knee.
PictureSetting grey_sky(PictureSetting setting) {
  setting.theme.sky_top = setting.theme.sky_bottom = Color::Constant(0.5F);
  return setting;
}

TEST(Renderer, ASphereCoversItsSilhouette) {
  const PictureSetting setting = grey_sky(test::from_the_front(5, 320, 240));
  const Image empty = Staging().draw(setting);
  Staging staging;
  staging.add(SphereShape{0.5}, {}, Color::Zero());
  const double focal = setting.camera.focal;
  // A sphere on the axis is seen as a disk of radius f r / sqrt(d^2 - r^2); its 128 sides cover a little less.
  const double radius = focal * 0.5 / std::sqrt(25 - 0.25);
  const double disk = std::numbers::pi * radius * radius;
  EXPECT_NEAR(covered(staging.draw(setting), empty), disk, 2 * radius * 0.25);  // a quarter of its middle row
}

TEST(Renderer, ASquareCoversItsAreaAndHasItsCorners) {
  const PictureSetting setting = grey_sky(test::from_the_front(5, 320, 240));
  const Image empty = Staging().draw(setting);
  for (const double shift : {0.0, 0.003, 0.11}) {
    Staging staging;
    staging.add(make_box_shape(Vec3(1, 0.2, 1)), at(shift, 0.1, shift), Color::Zero());  // its face is 5 m away
    const Image image = staging.draw(setting);
    const double side = setting.camera.focal / 5;
    EXPECT_NEAR(covered(image, empty), side * side, 0.5 * side + 2);
    const double left = 160 + side * (shift - 0.5), top = 120 - side * (shift + 0.5);
    const auto dark = [&](double x, double y) {
      return test::brightness(image, static_cast<int>(std::floor(x)), static_cast<int>(std::floor(y))) < 100;
    };
    EXPECT_TRUE(dark(left + 1.5, top + 1.5));
    EXPECT_TRUE(dark(left + side - 1.5, top + side - 1.5));
    EXPECT_FALSE(dark(left - 1.5, top + 5));
    EXPECT_FALSE(dark(left + 5, top - 1.5));
  }
}

TEST(Renderer, WhatIsNearerHidesWhatIsFarther) {
  const PictureSetting setting = test::from_the_front(5, 160, 120);
  for (const bool red_first : {true, false}) {
    Staging staging;
    const Pose near = at(0, -1, 0), far = at(0, 1, 0);
    staging.add(make_box_shape(Vec3::Constant(0.5)), red_first ? near : far, kRed);
    staging.add(make_box_shape(Vec3::Constant(0.5)), red_first ? far : near, kBlue);
    const Image image = staging.draw(setting);
    EXPECT_EQ(test::reddish(image, 80, 60), red_first);
    EXPECT_EQ(test::bluish(image, 80, 60), !red_first);
  }
}

TEST(Renderer, SurfacesThatCrossAreSeenInPartEach) {
  Staging staging;
  const Quat turned(Eigen::AngleAxisd(0.3, Vec3::UnitZ())), back(Eigen::AngleAxisd(-0.3, Vec3::UnitZ()));
  staging.add(make_box_shape(Vec3(2, 0.02, 1)), {Vec3::Zero(), turned}, kRed);
  staging.add(make_box_shape(Vec3(2, 0.02, 1)), {Vec3::Zero(), back}, kBlue);
  const Image image = staging.draw(test::from_the_front(5, 160, 120));
  EXPECT_TRUE(test::reddish(image, 60, 60));  // the left end of the first is turned towards the camera
  EXPECT_TRUE(test::bluish(image, 100, 60));
}

TEST(Renderer, TrianglesThatShareAnEdgeLeaveNoGap) {
  // A fan of thin triangles over the whole picture: the background must not shine through anywhere.
  TriangleMesh fan;
  fan.vertices.push_back(Vec3(0.0123, 0, 0.0456));
  constexpr int kBlades = 97;
  for (int i = 0; i < kBlades; ++i) {
    const double angle = 2 * std::numbers::pi * i / kBlades;
    fan.vertices.push_back(Vec3(10 * std::cos(angle), 0, 10 * std::sin(angle)));
    fan.triangles.push_back({0, 1 + i, 1 + (i + 1) % kBlades});
  }
  Staging staging;
  staging.add_mesh(fan, {}, Color::Zero());
  PictureSetting setting = grey_sky(test::from_the_front(5, 160, 120));
  const Image image = staging.draw(setting);
  for (const char byte : image.rgb) ASSERT_EQ(byte, 0);
}

TEST(Renderer, TheShadowOfABoxFallsAwayFromTheLight) {
  Staging staging;
  staging.add_plane({Vec3::UnitZ(), 0});
  PictureSetting setting;
  setting.camera = camera_at(Vec3::Zero(), 12, {-90, 40, 1}, Vec3::UnitZ(), 320, 240);
  setting.radius = 3;
  const Image without = staging.draw(setting);
  staging.add(make_box_shape(Vec3(0.6, 0.6, 0.6)), at(0, 0, 1.5), kRed);
  const Image with = staging.draw(setting);
  // The key light comes from the left behind the camera: (-0.56, -0.62, 1), so that the middle of the shadow is there.
  const Vec3 shadow(1.5 * 0.56, 1.5 * 0.62, 0), mirrored(-shadow.x(), shadow.y(), 0);
  const auto darker = [&](const Vec3& point) {
    const Vec2 p = setting.camera.to_picture(setting.camera.to_view(point));
    const int x = static_cast<int>(p.x()), y = static_cast<int>(p.y());
    return test::brightness(without, x, y) - test::brightness(with, x, y);
  };
  EXPECT_GT(darker(shadow), 100);
  EXPECT_LT(darker(mirrored), 30);
}

TEST(Renderer, SamePixelsForAnyNumberOfThreads) {
  Staging staging;
  staging.add_plane({Vec3::UnitZ(), -0.5});
  for (int i = 0; i < 40; ++i) {
    const Pose pose{Vec3(0.3 * (i % 7) - 1, 0.3 * (i % 5) - 0.7, 0.05 * i - 0.3),
                    Quat(Eigen::AngleAxisd(i, Vec3(1, i % 3, 1).normalized()))};
    if (i % 2 == 0) {
      staging.add(make_box_shape(Vec3(0.3, 0.2, 0.1)), pose, kRed);
    } else {
      staging.add(SphereShape{0.12}, pose, kBlue);
    }
  }
  const PictureSetting setting = test::from_the_front(5, 333, 187);
  const Image one = staging.draw(setting, 1);
  EXPECT_EQ(one.rgb, staging.draw(setting, 2).rgb);
  EXPECT_EQ(one.rgb, staging.draw(setting, 4).rgb);
}

TEST(Renderer, DrawsEveryFrameAfresh) {
  Staging staging;
  staging.add(SphereShape{0.5}, {}, kRed);
  const PictureSetting setting = test::from_the_front(5, 64, 48);
  const Image expected = staging.draw(setting);
  Frame elsewhere = staging.frame;
  elsewhere.bodies[0].position = Vec3(0.7, 0, 0.3);
  Renderer renderer(staging.bodies, setting);
  renderer.draw(elsewhere);
  EXPECT_EQ(renderer.draw(staging.frame).rgb, expected.rgb);
}

TEST(Renderer, BodiesThatAreNotThereAreNotDrawn) {
  const PictureSetting setting = test::from_the_front(5, 64, 48);
  const Image empty = Staging().draw(setting);
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  for (int kind = 0; kind < 7; ++kind) {
    Staging staging;
    staging.add(SphereShape{0.5}, {}, kRed);
    FrameBody& body = staging.frame.bodies[0];
    if (kind == 0) body.present = false;
    if (kind == 1) body.position.x() = nan;
    if (kind == 2) body.position.y() = -infinity;
    if (kind == 3) body.rotation = Quat(0, 0, 0, 0);
    if (kind == 4) body.rotation = Quat(nan, 0, 0, 0);
    if (kind == 5) body.position.x() = 1e300;
    if (kind == 6) body.position.y() = -20;  // behind the camera
    EXPECT_EQ(staging.draw(setting).rgb, empty.rgb) << kind;
  }
}

TEST(Renderer, ACameraInsideABodyLooksThroughIt) {
  const PictureSetting setting = test::from_the_front(5, 64, 48);
  Staging staging;
  staging.add(make_box_shape(Vec3::Constant(2)), at(0, -5, 0), kRed);
  staging.add(SphereShape{0.5}, {}, kBlue);
  EXPECT_TRUE(test::bluish(staging.draw(setting), 32, 24));
}

TEST(Renderer, ABodyThatPassesTheCameraIsClipped) {
  const PictureSetting setting = grey_sky(test::from_the_front(5, 64, 48));
  Staging staging;  // a long beam below the camera, from behind it into the picture
  staging.add(make_box_shape(Vec3(0.5, 40, 0.1)), at(0, 0, -0.3), Color::Zero());
  const Image image = staging.draw(setting);
  EXPECT_LT(test::brightness(image, 32, 47), 30);
  EXPECT_GT(test::brightness(image, 32, 2), 200);
}

TEST(Renderer, APlaneIsSeenFromAboveOnly) {
  const Image empty = Staging().draw(test::from_the_front(5, 64, 48));
  Staging above, below;
  above.add_plane({Vec3::UnitZ(), 1});  // the camera is at height 0
  below.add_plane({Vec3::UnitZ(), -1});
  EXPECT_EQ(above.draw(test::from_the_front(5, 64, 48)).rgb, empty.rgb);
  EXPECT_NE(below.draw(test::from_the_front(5, 64, 48)).rgb, empty.rgb);
}

}  // namespace
}  // namespace stiction

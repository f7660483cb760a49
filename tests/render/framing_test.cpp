// What is in the picture without being asked.
#include "render/framing.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "render/pictures.h"

namespace stiction {
namespace {

using test::Staging;

Pose at(double x, double y, double z) {
  return {Vec3(x, y, z), Quat::Identity()};
}

PictureSetting framed(const Staging& staging, const ViewWishes& wishes = {}) {
  Framing framing(staging.bodies);
  framing.add(staging.frame);
  return framing.setting(wishes, Theme::light());
}

Vec2 in_picture(const PictureSetting& setting, const Vec3& point) {
  return setting.camera.to_picture(setting.camera.to_view(point - setting.center));
}

bool is_inside(const PictureSetting& setting, const Vec3& point) {
  const Vec2 p = in_picture(setting, point);
  return setting.camera.to_view(point - setting.center).z() > 0 && p.x() >= 0 && p.y() >= 0 &&
         p.x() <= setting.camera.width && p.y() <= setting.camera.height;
}

RC_GTEST_PROP(Framing, ShowsEveryBodyAndFillsThePicture, ()) {
  const double scale = std::pow(10.0, *rc::gen::inRange(-4, 5));
  const Vec3 where = 1000 * scale * Vec3(*rc::gen::inRange(-1, 2), *rc::gen::inRange(-1, 2), *rc::gen::inRange(-1, 2));
  Staging staging;
  const int count = *rc::gen::inRange(1, 8);
  const auto number = [] { return *rc::gen::inRange(-100, 101) / 100.0; };
  for (int i = 0; i < count; ++i) {
    const Vec3 place(number(), number(), number());
    staging.add(make_box_shape(Vec3(0.3, 0.5, 0.2) * scale), {where + scale * place, Quat::Identity()}, test::kRed);
  }
  ViewWishes wishes;
  wishes.width = *rc::gen::inRange(50, 500);
  wishes.height = *rc::gen::inRange(50, 500);
  const PictureSetting setting = framed(staging, wishes);
  Vec2 low = Vec2::Constant(1e9), high = -low;
  for (const FrameBody& body : staging.frame.bodies) {
    for (unsigned k = 0; k < 8; ++k) {
      const Vec3 corner((k & 1U) != 0 ? 0.15 : -0.15, (k & 2U) != 0 ? 0.25 : -0.25, (k & 4U) != 0 ? 0.1 : -0.1);
      RC_ASSERT(is_inside(setting, body.position + scale * corner));
      low = low.cwiseMin(in_picture(setting, body.position + scale * corner));
      high = high.cwiseMax(in_picture(setting, body.position + scale * corner));
    }
  }
  const Vec2 filled = (high - low).cwiseQuotient(Vec2(wishes.width, wishes.height));
  RC_ASSERT(filled.maxCoeff() > 0.7);
}

TEST(Framing, LeavesOutFloorsAndWhatFlewAway) {
  Staging staging;
  for (int i = 0; i < 20; ++i) staging.add(make_box_shape(Vec3::Ones()), at(i % 5, i / 5, 0.5), test::kRed);
  const PictureSetting alone = framed(staging);
  staging.add(make_box_shape(Vec3(100, 100, 1)), at(0, 0, -0.5), test::kBlue);
  staging.bodies.bodies.back().fixed = true;
  staging.add_plane({Vec3::UnitZ(), -1});
  staging.add(SphereShape{0.1}, at(0, 900, 0), test::kBlue);
  const PictureSetting both = framed(staging);
  EXPECT_NEAR(both.radius, alone.radius, 1e-9);
  EXPECT_NEAR((both.center - alone.center).norm(), 0, 1e-9);
  EXPECT_TRUE(alone.floor.has_value());
  EXPECT_NEAR(*alone.floor + alone.center.z(), 0, 1e-9);
  EXPECT_FALSE(both.floor.has_value());
}

TEST(Framing, GoesAroundAWallThatHidesEverything) {
  Staging staging;
  for (int i = 0; i < 5; ++i) staging.add(make_box_shape(Vec3::Constant(0.5)), at(i, 0, 0.5), test::kRed);
  const PictureSetting before = framed(staging);
  EXPECT_LT(before.camera.eye.y(), 0);
  staging.add(make_box_shape(Vec3(30, 0.2, 20)), at(2, -1, 0), test::kBlue);
  staging.bodies.bodies.back().fixed = true;
  EXPECT_GT(framed(staging).camera.eye.y(), 0);
  ViewWishes wishes;
  wishes.azimuth = -90;
  wishes.elevation = 10;
  EXPECT_LT(framed(staging, wishes).camera.eye.y(), 0);  // who asks for it gets it
}

TEST(Framing, AFactorOnTheDistanceIsOne) {
  Staging staging;
  staging.add(SphereShape{1}, {}, test::kRed);
  ViewWishes wishes;
  wishes.azimuth = 10;
  wishes.elevation = 20;
  const double once = framed(staging, wishes).camera.to_view(Vec3::Zero()).z();
  wishes.distance = 3;
  EXPECT_NEAR(framed(staging, wishes).camera.to_view(Vec3::Zero()).z(), 3 * once, 0.02 * once);
}

TEST(Framing, WithoutBodiesThereIsAPicture) {
  const Staging nothing;
  const PictureSetting setting = framed(nothing);
  EXPECT_EQ(setting.center, Vec3::Zero());
  EXPECT_TRUE(setting.camera.eye.allFinite());
  EXPECT_EQ(nothing.draw(setting).width, 1280);
}

}  // namespace
}  // namespace stiction

// Where points of the world are in the picture.
#include "render/camera.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "render/obstruction.h"

namespace stiction {
namespace {

TEST(Camera, ASquareInFrontHasItsCornersWhereSimilarTrianglesSay) {
  const Camera camera = camera_at(Vec3::Zero(), 10, {-90, 0, 1}, Vec3::UnitZ(), 640, 480);
  const double focal = 240 / std::tan(0.5 * kFieldOfView * std::numbers::pi / 180);
  EXPECT_NEAR(camera.focal, focal, 1e-9);
  for (const double x : {-1.0, 1.0}) {
    for (const double z : {-1.0, 1.0}) {
      const Vec2 at = camera.to_picture(camera.to_view(Vec3(x, -2, z)));  // 8 m from the camera
      EXPECT_NEAR(at.x(), 320 + focal * x / 8, 1e-9);
      EXPECT_NEAR(at.y(), 240 - focal * z / 8, 1e-9);
    }
  }
}

RC_GTEST_PROP(Camera, LooksAtItsTargetWithAxesThatAreOrthonormal, ()) {
  const double azimuth = *rc::gen::inRange(-360, 360), elevation = *rc::gen::inRange(-89, 90);
  const int axis = *rc::gen::inRange(0, 3);
  const Vec3 up = Vec3::Unit(axis) * (*rc::gen::arbitrary<bool>() ? 1 : -1), target(1, 2, 3);
  const Camera camera = camera_at(target, 5, {azimuth, elevation, 1}, up, 320, 200);
  Mat3 axes;
  axes << camera.right, camera.down, camera.forward;
  RC_ASSERT((axes.transpose() * axes - Mat3::Identity()).norm() < 1e-12);
  RC_ASSERT(std::abs(axes.determinant() - 1) < 1e-12);
  RC_ASSERT(std::abs(camera.right.dot(up)) < 1e-12);
  RC_ASSERT((camera.to_picture(camera.to_view(target)) - Vec2(160, 100)).norm() < 1e-9);
  RC_ASSERT(std::abs((camera.eye - target).dot(up) - 5 * std::sin(elevation * std::numbers::pi / 180)) < 1e-12);
}

RC_GTEST_PROP(Camera, ARayLeadsBackToThePointOfThePicture, ()) {
  const double x = *rc::gen::inRange(0, 320), y = *rc::gen::inRange(0, 200), depth = *rc::gen::inRange(1, 100);
  const Camera camera = camera_at(Vec3(1, 2, 3), 5, {33, 12, 1}, Vec3::UnitZ(), 320, 200);
  const Vec3 view = camera.to_view(camera.eye + depth * camera.ray(x, y));
  RC_ASSERT(std::abs(view.z() - depth) < 1e-9);
  RC_ASSERT((camera.to_picture(view) - Vec2(x, y)).norm() < 1e-7);
}

TEST(Obstruction, ABoxHidesWhatIsBehindIt) {
  const PlacedBox box{{Vec3(-1, -0.1, -1), Vec3(1, 0.1, 1)}, {Vec3(0, 5, 0), Quat::Identity()}};
  EXPECT_TRUE(crosses(box, Vec3::Zero(), Vec3(0, 10, 0)));
  EXPECT_FALSE(crosses(box, Vec3::Zero(), Vec3(0, 4, 0)));
  EXPECT_FALSE(crosses(box, Vec3::Zero(), Vec3(0, 10, 3)));
  const PlacedBox turned{box.bounds, {Vec3(0, 5, 0), Quat(Eigen::AngleAxisd(std::numbers::pi / 2, Vec3::UnitZ()))}};
  EXPECT_FALSE(crosses(turned, Vec3(0.5, 0, 0), Vec3(0.5, 10, 0)));
  EXPECT_EQ(hidden_share({box}, {Vec3(0, 10, 0), Vec3(0, 10, 3), Vec3(0, 4, 0), Vec3(0.1, 9, 0)}, Vec3::Zero()), 0.5);
  EXPECT_EQ(hidden_share({box}, {}, Vec3::Zero()), 0);
}

}  // namespace
}  // namespace stiction

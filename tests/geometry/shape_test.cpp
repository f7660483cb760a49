#include "geometry/shape.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"

namespace stiction {
namespace {

const Pose kTurned{{1, 2, 3}, Quat(Eigen::AngleAxisd(0.5, Vec3::UnitZ()))};

TEST(Shape, bounds_hold_the_placed_shape_tightly) {
  const Aabb box = bounds(make_box_shape({2, 4, 6}), kTurned);
  const double half_x = std::cos(0.5) + 2 * std::sin(0.5);
  EXPECT_NEAR(box.max.x(), 1 + half_x, 1e-14);
  EXPECT_NEAR(box.min.x(), 1 - half_x, 1e-14);
  EXPECT_NEAR(box.max.z(), 6, 1e-14);
  const Aabb ball = bounds(SphereShape{0.5}, kTurned);
  EXPECT_EQ(ball.min, Vec3(0.5, 1.5, 2.5));
  EXPECT_TRUE(std::isinf(bounds(PlaneShape{}, kTurned).max.x()));
}

TEST(Shape, bounding_radius_reaches_the_farthest_point) {
  EXPECT_DOUBLE_EQ(bounding_radius(make_box_shape({2, 4, 4}), Vec3::Zero()), 3);
  EXPECT_DOUBLE_EQ(bounding_radius(SphereShape{0.5}, {0, 0, 2}), 2.5);
  EXPECT_TRUE(std::isinf(bounding_radius(PlaneShape{}, Vec3::Zero())));
}

TEST(Shape, a_box_without_volume_is_refused) {
  EXPECT_THROW(make_box_shape({1, 0, 1}), InputError);
  EXPECT_THROW(make_box_shape({1, -1, 1}), InputError);
  EXPECT_THROW(make_box_shape({1, std::nan(""), 1}), InputError);
  EXPECT_TRUE(make_box_shape({1, 1, 1}).is_box());
}

}  // namespace
}  // namespace stiction

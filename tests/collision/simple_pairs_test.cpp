#include "collision/round/simple_pairs.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <set>

#include "placing.h"

namespace stiction {
namespace {

constexpr double kMargin = 2e-3;
const WorldPlane kGround{Vec3::UnitZ(), 0};

Manifold on_ground(const Placed& body, int samples = 0) {
  Manifold manifold;
  std::vector<PatchCorner> scratch;
  collide_plane_convex(kGround, body.world, kMargin, samples, scratch, manifold);
  return manifold;
}

TEST(SimplePairs, a_box_on_the_ground_touches_with_four_corners_and_a_leaning_card_with_two) {
  const Placed box(make_box_shape({1, 1, 1}), Pose{{0, 0, 0.5 + 1e-4}, Quat::Identity()});
  const Manifold four = on_ground(box, 3);
  ASSERT_EQ(four.points.size(), 4u + 9u);
  std::set<std::uint64_t> codes;
  for (const ManifoldPoint& p : four.points) {
    EXPECT_NEAR(p.gap, 1e-4, 1e-15);
    EXPECT_NEAR(p.point.z(), 0.5e-4, 1e-15);
    codes.insert(p.code);
  }
  EXPECT_EQ(codes.size(), 13u);
  const Quat lean(Eigen::AngleAxisd(18 * std::numbers::pi / 180, Vec3::UnitY()));
  const Placed card(make_box_shape({0.02, 0.6, 0.9}), Pose{lean * Vec3(-0.01, 0, 0.45), lean});
  EXPECT_EQ(on_ground(card).points.size(), 2u);
  EXPECT_EQ(on_ground(card, 4).points.size(), 6u);
}

TEST(SimplePairs, noise_changes_neither_points_nor_ids_of_a_box_standing_on_an_edge) {
  std::mt19937 random(41);
  const Quat diagonal(Eigen::AngleAxisd(std::numbers::pi / 4, Vec3::UnitY()));
  const Pose pose{{0, 0, std::sqrt(0.5)}, diagonal};  // the two lower faces are equally inclined
  Placed box(make_box_shape({1, 1, 1}), pose);
  const Manifold quiet = on_ground(box, 4);
  ASSERT_EQ(quiet.points.size(), 6u);
  for (int trial = 0; trial < 200; ++trial) {
    box.move(jittered(pose, 2e-7, random));
    const Manifold noisy = on_ground(box, 4);
    ASSERT_EQ(noisy.points.size(), 6u);
    for (std::size_t i = 0; i < 6; ++i) {
      ASSERT_EQ(noisy.points[i].code, quiet.points[i].code);
      ASSERT_LT((noisy.points[i].point - quiet.points[i].point).norm(), 1e-6);
    }
  }
}

TEST(SimplePairs, spheres_meet_in_one_point_midway) {
  Manifold manifold;
  collide_sphere_sphere({{0, 0, 0}, 1}, {{3.001, 0, 0}, 2}, kMargin, manifold);
  ASSERT_EQ(manifold.points.size(), 1u);
  EXPECT_NEAR(manifold.points[0].gap, 1e-3, 1e-14);
  EXPECT_LT((manifold.points[0].point - Vec3(1.0005, 0, 0)).norm(), 1e-14);
  EXPECT_EQ(manifold.normal, Vec3(Vec3::UnitX()));
  collide_sphere_sphere({{0, 0, 0}, 1}, {{3.003, 0, 0}, 2}, kMargin, manifold);
  EXPECT_TRUE(manifold.points.empty());
  collide_sphere_sphere({{0, 0, 0}, 1}, {{0, 0, 0}, 2}, kMargin, manifold);
  ASSERT_EQ(manifold.points.size(), 1u);
  EXPECT_EQ(manifold.points[0].gap, -3);
  collide_plane_sphere(kGround, {{1, 2, 0.499}, 0.5}, kMargin, manifold);
  ASSERT_EQ(manifold.points.size(), 1u);
  EXPECT_NEAR(manifold.points[0].gap, -1e-3, 1e-15);
  EXPECT_LT((manifold.points[0].point - Vec3(1, 2, -0.5e-3)).norm(), 1e-15);
}

TEST(SimplePairs, a_sphere_near_a_box_agrees_with_clamping_its_centre_to_the_box) {
  std::mt19937 random(42);
  int found = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    const Vec3 size = random_vector(random).cwiseAbs() + Vec3::Constant(0.1);
    const Placed box(make_box_shape(size), Pose{random_vector(random), random_rotation(random)});
    const Vec3 local = random_vector(random);
    const Vec3 clamped = local.cwiseMax(-size / 2).cwiseMin(size / 2);
    const double distance = (local - clamped).norm();
    if (distance == 0) continue;
    const double radius = random_number(random, 0.1, 1);
    Manifold manifold;
    collide_sphere_convex({box.pose.to_world(local), radius}, box.world, 0.1, manifold);
    ASSERT_EQ(manifold.points.empty(), distance - radius > 0.1);
    if (manifold.points.empty()) continue;
    ++found;
    EXPECT_NEAR(manifold.points[0].gap, distance - radius, 1e-12);
    const Vec3 normal = box.pose.rotation * (clamped - local) / distance;
    EXPECT_LT((manifold.normal - normal).norm(), 1e-9);
    const Vec3 middle = box.pose.to_world(clamped) - (distance - radius) / 2 * normal;
    EXPECT_LT((manifold.points[0].point - middle).norm(), 1e-12);
  }
  EXPECT_GT(found, 500);
}

TEST(SimplePairs, a_sphere_whose_centre_is_inside_leaves_by_the_nearest_face) {
  const Placed box(make_box_shape({2, 2, 2}), Pose{});
  Manifold manifold;
  collide_sphere_convex({{0.1, 0.8, -0.2}, 0.5}, box.world, kMargin, manifold);
  ASSERT_EQ(manifold.points.size(), 1u);
  EXPECT_NEAR(manifold.points[0].gap, -0.7, 1e-15);
  EXPECT_EQ(manifold.normal, Vec3(-Vec3::UnitY()));
}

}  // namespace
}  // namespace stiction

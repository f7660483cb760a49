// The structures the engine is for: what their joints look like, and that noise does not change it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "placing.h"

namespace stiction {
namespace {

constexpr double kMargin = 2e-3;  // 1 mm and what gravity adds in 0.01 s
constexpr double kDegree = std::numbers::pi / 180;

struct Joint {
  Placed a, b;
  int corners;
};

ConvexShape voussoir(int k, double noise, std::mt19937& random) {
  std::vector<Vec3> points;
  for (int side = 0; side < 2; ++side) {
    const double angle = (k + side) * std::numbers::pi / 27;
    for (double r : {4.5, 5.0}) {
      for (double y : {-0.5, 0.5}) {
        points.emplace_back(r * std::cos(angle), y, r * std::sin(angle));
        for (int i = 0; i < 3; ++i) points.back()[i] += random_number(random, -noise, noise);
      }
    }
  }
  return make_convex_shape(points);
}

Joint arch_joint(int k) {
  std::mt19937 random(k);
  return {{voussoir(k, 0, random), Pose{}}, {voussoir(k + 1, 0, random), Pose{}}, 4};
}

// A card 0.6 wide (y), 0.9 long, 0.02 thick, its lower edge at the origin, leaning by `degrees` towards +x.
Pose leaning(double degrees) {
  const Quat turn(Eigen::AngleAxisd(degrees * kDegree, Vec3::UnitY()));
  return {turn * Vec3(-0.01 * (degrees > 0 ? 1 : -1), 0, 0.45), turn};
}
const Vec3 kCard{0.02, 0.6, 0.9};

Joint card_on_slab() {
  const Pose card = leaning(18);
  return {{make_box_shape({4, 4, 1}), Pose{{0, 0, -0.5}, Quat::Identity()}}, {make_box_shape(kCard), card}, 2};
}

Joint apex() {
  Pose left = leaning(18);
  Pose right = leaning(-18);
  // The inner upper edges meet.
  const Vec3 top_left = left.to_world({0.01, 0, 0.45});
  const Vec3 top_right = right.to_world({-0.01, 0, 0.45});
  right.position += top_left - top_right;
  return {{make_box_shape(kCard), left}, {make_box_shape(kCard), right}, 2};
}

Joint stacked_cubes() {
  return {{make_box_shape({1, 1, 1}), Pose{}}, {make_box_shape({1, 1, 1}), Pose{{0, 0, 1}, Quat::Identity()}}, 4};
}

Joint running_bond() {  // half over: two corners of each
  return {{make_box_shape({0.2, 0.1, 0.06}), Pose{}},
          {make_box_shape({0.2, 0.1, 0.06}), Pose{{0.1, 0, 0.06}, Quat::Identity()}},
          4};
}

std::set<std::uint64_t> codes(const Manifold& manifold) {
  std::set<std::uint64_t> result;
  for (const ManifoldPoint& p : manifold.points) result.insert(p.code);
  return result;
}

std::vector<Joint> all_joints() {
  std::vector<Joint> joints;
  joints.push_back(card_on_slab());
  joints.push_back(apex());
  joints.push_back(stacked_cubes());
  joints.push_back(running_bond());
  for (int k = 0; k < 26; ++k) joints.push_back(arch_joint(k));
  return joints;
}

TEST(TypicalCases, joints_have_the_expected_corners_without_gap) {
  int index = 0;
  for (const Joint& joint : all_joints()) {
    SCOPED_TRACE(index++);
    const Manifold manifold = collide(joint.a, joint.b, kMargin);
    EXPECT_EQ(static_cast<int>(manifold.points.size()), joint.corners);
    EXPECT_EQ(codes(manifold).size(), manifold.points.size());
    EXPECT_NEAR(manifold.normal.norm(), 1, 1e-15);
    for (const ManifoldPoint& p : manifold.points) EXPECT_NEAR(p.gap, 0, 2e-15);
  }
}

TEST(TypicalCases, noise_of_a_micrometre_changes_neither_points_nor_ids) {
  std::mt19937 random(11);
  int index = 0;
  for (Joint& joint : all_joints()) {
    SCOPED_TRACE(index++);
    const Manifold quiet = collide(joint.a, joint.b, kMargin, 3);
    const Pose a = joint.a.pose, b = joint.b.pose;
    for (int trial = 0; trial < 100; ++trial) {
      const double noise = trial % 2 ? 5e-7 : 1e-15;
      joint.a.move(jittered(a, noise, random));
      joint.b.move(jittered(b, noise, random));
      const Manifold noisy = collide(joint.a, joint.b, kMargin, 3);
      ASSERT_EQ(noisy.points.size(), quiet.points.size());
      ASSERT_LT((noisy.normal - quiet.normal).norm(), 2e-6);
      for (std::size_t i = 0; i < quiet.points.size(); ++i) {
        ASSERT_EQ(noisy.points[i].code, quiet.points[i].code);
        ASSERT_LT((noisy.points[i].point - quiet.points[i].point).norm(), 1e-5);
        ASSERT_NEAR(noisy.points[i].gap, quiet.points[i].gap, 1e-5);
      }
    }
  }
}

TEST(TypicalCases, samples_fill_faces_and_edges) {
  for (int n : {1, 4, 8}) {
    for (const Joint& joint : all_joints()) {
      const Manifold manifold = collide(joint.a, joint.b, kMargin, n);
      const int expected = joint.corners == 4 ? 4 + n * n : 2 + n;
      ASSERT_EQ(static_cast<int>(manifold.points.size()), expected);
      EXPECT_EQ(codes(manifold).size(), manifold.points.size());
      Aabb corners;
      for (int i = 0; i < joint.corners; ++i) corners.include(manifold.points[i].point);
      for (const ManifoldPoint& p : manifold.points) {
        EXPECT_NEAR(p.gap, 0, 3e-15);
        EXPECT_TRUE(corners.grown(1e-12).overlaps({p.point, p.point}));
      }
    }
  }
}

TEST(TypicalCases, samples_of_a_square_are_its_cell_centres) {
  const Joint joint = stacked_cubes();
  const Manifold manifold = collide(joint.a, joint.b, kMargin, 2);
  ASSERT_EQ(manifold.points.size(), 8u);
  for (std::size_t i = 4; i < 8; ++i) {
    EXPECT_NEAR(std::abs(manifold.points[i].point.x()), 0.25, 1e-15);
    EXPECT_NEAR(std::abs(manifold.points[i].point.y()), 0.25, 1e-15);
    EXPECT_NEAR(manifold.points[i].point.z(), 0.5, 1e-15);
  }
}

TEST(TypicalCases, ids_and_points_are_continuous_while_a_block_slides) {
  Placed base(make_box_shape({3, 3, 1}), Pose{});
  Placed block(make_box_shape({1, 0.5, 0.5}), Pose{});
  const Quat turn(Eigen::AngleAxisd(0.3, Vec3::UnitZ()));
  std::set<std::uint64_t> before;
  std::vector<Vec3> points;
  int changes = 0;
  for (int step = 0; step < 1000; ++step) {
    block.move({{0.4 + 1e-3 * step, 0.1 + 2e-4 * step, 0.75}, turn});
    const Manifold manifold = collide(base, block, kMargin, 3);
    ASSERT_EQ(codes(manifold).size(), manifold.points.size());
    std::vector<Vec3> samples;
    for (std::size_t i = manifold.points.size() - 9; i < manifold.points.size(); ++i) {
      samples.push_back(manifold.points[i].point);
    }
    for (std::size_t i = 0; i < points.size(); ++i) ASSERT_LT((samples[i] - points[i]).norm(), 5e-3);
    points = samples;
    changes += step > 0 && codes(manifold) != before;
    before = codes(manifold);
  }
  EXPECT_LE(changes, 4) << "only when a corner passes the border of the base";
}

TEST(TypicalCases, a_face_column_that_misses_gives_no_ghost_contact) {
  // Diagonal neighbours: the face planes are 0.5 mm apart, but the bodies are 1 m apart.
  const Placed a(make_box_shape({1, 1, 1}), Pose{});
  const Placed far(make_box_shape({1, 1, 1}), Pose{{2, 0, 1.0005}, Quat::Identity()});
  EXPECT_TRUE(collide(a, far, kMargin).points.empty());
  // Corner to corner 0.5 mm apart in every direction: one contact between the corners.
  const Placed near(make_box_shape({1, 1, 1}), Pose{{1.0005, 1.0005, 1.0005}, Quat::Identity()});
  const Manifold manifold = collide(a, near, kMargin);
  ASSERT_EQ(manifold.points.size(), 1u);
  EXPECT_NEAR(manifold.points[0].gap, 5e-4 * std::sqrt(3), 1e-12);
  EXPECT_LT((manifold.normal - Vec3::Constant(1 / std::sqrt(3))).norm(), 1e-9);
}

TEST(TypicalCases, blocks_of_a_lattice_touch_their_face_neighbours_only) {
  const Placed a(make_box_shape({1, 1, 1}), Pose{});
  for (int x = -1; x <= 1; ++x) {
    for (int y = -1; y <= 1; ++y) {
      for (int z = -1; z <= 1; ++z) {
        const int distance = std::abs(x) + std::abs(y) + std::abs(z);
        if (distance == 0) continue;
        const Placed b(make_box_shape({1, 1, 1}), Pose{Vec3(x, y, z), Quat::Identity()});
        EXPECT_EQ(collide(a, b, kMargin, 0).points.size(), distance == 1 ? 4u : 0u) << x << y << z;
      }
    }
  }
}

TEST(TypicalCases, a_block_that_slides_over_tiles_never_meets_a_contact_against_its_way) {
  std::mt19937 random(12);
  const Placed tile(make_box_shape({1, 1, 0.1}), Pose{{0.5, 0, -0.05}, Quat::Identity()});
  Placed block(make_box_shape({0.4, 0.4, 0.4}), Pose{});
  int found = 0;
  for (int step = 0; step < 4000; ++step) {  // from 2 cm before the tile's edge to well over it
    const double x = -0.22 + 1e-5 * step;
    block.move({{x, 0.1, 0.2 + random_number(random, -1e-6, 1e-6)}, Quat::Identity()});
    for (double margin : {kMargin, 0.05}) {
      const Manifold manifold = collide(tile, block, margin);
      found += !manifold.points.empty();
      if (manifold.points.empty()) continue;
      ASSERT_LT((manifold.normal - Vec3::UnitZ()).norm(), 1e-12) << step;
    }
  }
  EXPECT_GT(found, 3800);
}

TEST(TypicalCases, the_ridge_of_a_flat_roof_holds) {
  for (double degrees : {30.0, 50.0, 60.0, 75.0}) {
    Pose left = leaning(degrees);
    Pose right = leaning(-degrees);
    right.position += left.to_world({0.01, 0, 0.45}) - right.to_world({-0.01, 0, 0.45});
    const Placed a(make_box_shape(kCard), left);
    const Placed b(make_box_shape(kCard), right);
    EXPECT_EQ(collide(a, b, kMargin).points.size(), 2u) << degrees;
  }
}

TEST(TypicalCases, crossed_edges_touch_in_one_point) {
  const Quat diagonal(Eigen::AngleAxisd(45 * kDegree, Vec3::UnitX()));
  const Quat other(Eigen::AngleAxisd(45 * kDegree, Vec3::UnitY()));
  const double half = std::sqrt(0.5);
  const Placed a(make_box_shape({1, 1, 1}), Pose{{0, 0, -half}, diagonal});
  const Placed b(make_box_shape({1, 1, 1}), Pose{{0.1, 0.2, half + 1e-4}, other});
  const Manifold manifold = collide(a, b, kMargin);
  ASSERT_EQ(manifold.points.size(), 1u);
  EXPECT_NEAR(manifold.points[0].gap, 1e-4, 1e-14);
  EXPECT_LT((manifold.normal - Vec3::UnitZ()).norm(), 1e-12);
  EXPECT_LT((manifold.points[0].point - Vec3(0.1, 0, 5e-5)).norm(), 1e-12);
}

}  // namespace
}  // namespace stiction

#include <gtest/gtest.h>

#include <cmath>

#include "geometry/solids/blend.h"
#include "geometry/solids/noise.h"
#include "geometry/solids/primitives.h"
#include "geometry/solids/solid_samples.h"

namespace stiction {
namespace {

TEST(SolidDistance, is_1_lipschitz_for_every_kind) {
  for (const Solid& solid : all_samples()) {
    const Aabb box = solid_bounds(solid);
    RandomPoints random(box.grown(0.5), 7);
    for (int k = 0; k < 20000; ++k) {
      const Vec3 p = random.next();
      // Short steps see the steepest places, long ones the jumps.
      const double step = k % 4 == 0 ? random.unit() : 1e-4 + 1e-2 * random.unit();
      const Vec3 q = p + step * random.direction();
      ASSERT_LE(std::abs(solid_distance(solid, p) - solid_distance(solid, q)), step * (1 + 1e-9))
          << solid.kind().name << " at " << p.transpose() << " and " << q.transpose();
    }
  }
}

TEST(SolidDistance, bounds_hold_every_point_inside) {
  for (const Solid& solid : all_samples()) {
    const Aabb box = solid_bounds(solid);
    RandomPoints random(box.grown(0.6), 3);
    for (int k = 0; k < 20000; ++k) {
      const Vec3 p = random.next();
      const bool in_box = (p.array() >= box.min.array()).all() && (p.array() <= box.max.array()).all();
      ASSERT_TRUE(in_box || solid_distance(solid, p) > 0) << solid.kind().name << " at " << p.transpose();
    }
  }
}

TEST(SolidDistance, closed_forms_of_simple_kinds) {
  Solid sphere = simple("sphere");
  EXPECT_DOUBLE_EQ(solid_distance(sphere, {2, 0, 0}), 1.5);
  EXPECT_DOUBLE_EQ(solid_distance(sphere, Vec3::Zero()), -0.5);
  const Solid box = simple("box");  // 1 x 0.7 x 0.5
  EXPECT_DOUBLE_EQ(solid_distance(box, {0.5 + 3, 0.35 + 4, 0}), 5);
  EXPECT_DOUBLE_EQ(solid_distance(box, Vec3::Zero()), -0.25);
  const Solid capsule = simple("capsule");
  EXPECT_DOUBLE_EQ(solid_distance(capsule, {0, 0, 0.7 + 0.5 + 1}), 1);
  const Solid cylinder = simple("cylinder");
  EXPECT_DOUBLE_EQ(solid_distance(cylinder, {0, 0.5 + 3, 0.7 + 4}), 5);
  const Solid torus = simple("torus");
  EXPECT_DOUBLE_EQ(solid_distance(torus, {0, 0, 0}), 0.3);
  EXPECT_DOUBLE_EQ(solid_distance(torus, {0, -0.5, 0}), -0.2);
}

TEST(SolidDistance, tapered_capsule_is_the_nearest_of_its_spheres) {
  const Vec3 a(0.1, -0.2, 0.3), b(0.9, 0.4, 1);
  RandomPoints random({Vec3(-2, -2, -2), Vec3(3, 3, 3)}, 5);
  for (int k = 0; k < 300; ++k) {
    const Vec3 p = random.next();
    double nearest = 1e9;
    for (int i = 0; i <= 4000; ++i) {
      const double t = i / 4000.0;
      nearest = std::min(nearest, (p - (a + t * (b - a))).norm() - (0.5 + t * (0.2 - 0.5)));
    }
    EXPECT_NEAR(tapered_capsule_distance(p, a, 0.5, b, 0.2), nearest, 1e-6);
  }
}

TEST(SolidDistance, a_placed_solid_moves_with_its_pose) {
  for (Solid solid : all_samples()) {
    solid.pose = Pose();
    Solid moved = solid;
    moved.pose = turned({3, 1, -2});
    RandomPoints random(solid_bounds(solid), 11);
    for (int k = 0; k < 50; ++k) {
      const Vec3 p = random.next();
      EXPECT_NEAR(solid_distance(moved, moved.pose.to_world(p)), solid_distance(solid, p), 1e-12);
    }
  }
}

TEST(SolidDistance, combinations_are_those_of_the_sets) {
  for (const std::string_view kind : {"union", "intersection", "difference"}) {
    const Solid solid = combination(kind, 0);
    RandomPoints random({Vec3(-1, -1, -1), Vec3(1, 1, 1)}, 2);
    for (int k = 0; k < 5000; ++k) {
      const Vec3 p = random.next();
      bool in[3];
      for (int i = 0; i < 3; ++i) in[i] = solid_distance(solid.parts[i], p) < 0;
      const bool expected = kind == "union"          ? in[0] || in[1] || in[2]
                            : kind == "intersection" ? in[0] && in[1] && in[2]
                                                     : in[0] && !in[1] && !in[2];
      ASSERT_EQ(solid_distance(solid, p) < 0, expected);
    }
  }
}

TEST(SolidDistance, blends_add_to_unions_and_take_from_intersections_a_quarter_width_at_most) {
  RandomPoints random({Vec3(-1, -1, -1), Vec3(1, 1, 1)}, 4);
  for (int k = 0; k < 2000; ++k) {
    const Vec3 p = random.next();
    const double sharp = solid_distance(combination("union", 0), p);
    const double smooth = solid_distance(combination("union", 0.2), p);
    EXPECT_LE(smooth, sharp);
    EXPECT_GE(smooth, sharp - 2 * 0.05 - 1e-15);
    EXPECT_GE(solid_distance(combination("difference", 0.2), p), solid_distance(combination("difference", 0), p));
  }
}

TEST(SolidDistance, a_blend_has_a_continuous_slope) {
  const auto slope = [](double x) { return (smooth_min(x + 1e-6, -x, 0.5) - smooth_min(x, -x - 1e-6, 0.5)) / 1e-6; };
  for (double x = -1; x < 1; x += 1e-3) EXPECT_NEAR(slope(x), slope(x + 1e-3), 0.01);
  EXPECT_DOUBLE_EQ(smooth_min(0.3, 0.3, 0.4), 0.2);
  EXPECT_EQ(smooth_min(0.3, 0.9, 0.4), 0.3);
  EXPECT_EQ(smooth_min(0.3, 0.2, 0), 0.2);
}

TEST(Noise, stays_in_its_range_and_below_its_slope) {
  NoiseSum noise;
  noise.amplitude = 0.4;
  noise.frequency = 3;
  noise.octaves = 3;
  RandomPoints random({Vec3(-5, -5, -5), Vec3(5, 5, 5)}, 8);
  double steepest = 0;
  for (int k = 0; k < 100000; ++k) {
    const Vec3 p = random.next(), q = p + 1e-4 * random.direction();
    steepest = std::max(steepest, std::abs(value_noise(1, p) - value_noise(1, q)) / 1e-4);
    ASSERT_LE(std::abs(noise.at(p)), noise.max());
    ASSERT_LE(std::abs(noise.at(p) - noise.at(q)), noise.slope() * 1e-4 * (1 + 1e-9));
  }
  EXPECT_LE(steepest, kNoiseSlope);
  EXPECT_GE(steepest, 0.5 * kNoiseSlope);  // the bound is not idle
}

TEST(Noise, gives_the_recorded_bits) {
  EXPECT_EQ(hashed_unit(1, 2), 0x1.0e503209fb956p-2);
  EXPECT_EQ(value_noise(3, {0.25, 0.5, 0.75}), 0x1.a90a08170fd3p-2);
  EXPECT_NE(hashed_unit(1, 2), hashed_unit(2, 2));
  EXPECT_NE(hashed_unit(1, 2), hashed_unit(1, 3));
}

TEST(SolidDistance, gives_the_recorded_bits_for_rocks_and_bolts) {
  const Solid rock("rock"), bolt("bolt");
  EXPECT_EQ(solid_distance(rock, {0.1, 0.2, 0.3}), 0x1.467a1e1444dd8p-5);
  EXPECT_EQ(solid_distance(bolt, {0.3, -0.35, 0.4}), -0x1.a9854683be4a5p-7);
}

}  // namespace
}  // namespace stiction

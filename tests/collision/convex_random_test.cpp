// Random pairs of polyhedra against an independent oracle, and symmetries that any placement must keep.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "distance_oracle.h"
#include "placing.h"

namespace stiction {
namespace {

constexpr double kMargin = 0.02;

double bias_of(const Placed& a, const Placed& b) {
  return 2e-4 * std::min(a.topology->radius, b.topology->radius);
}

double least_gap(const Manifold& manifold) {
  double least = std::numeric_limits<double>::infinity();
  for (const ManifoldPoint& p : manifold.points) least = std::min(least, p.gap);
  return least;
}

// Two random bodies moved along a random direction until they are `distance` apart (or overlap by -distance, roughly).
struct RandomPair {
  explicit RandomPair(std::mt19937& random, double distance)
      : a(random_shape(random), Pose{random_vector(random), random_rotation(random)}),
        b(random_shape(random), Pose{a.pose.position + random_vector(random), random_rotation(random)}) {
    const Vec3 away = random_vector(random).normalized();
    double low = 0, high = 6;  // bisection on the shift along `away`
    Pose pose = b.pose;
    pose.position += a.world.center - b.world.center;  // inner points coincide: the bisection starts in overlap
    for (int i = 0; i < 24; ++i) {
      const double middle = (low + high) / 2;
      Pose shifted = pose;
      shifted.position += middle * away;
      b.move(shifted);
      (signed_distance(a.world.vertices, b.world.vertices) < distance ? low : high) = middle;
    }
  }
  Placed a, b;
};

TEST(ConvexRandom, overlap_depth_is_the_least_translation) {
  std::mt19937 random(21);
  for (int trial = 0; trial < 300; ++trial) {
    const RandomPair pair(random, -random_number(random, 1e-4, 0.1));
    const double exact = signed_distance(pair.a.world.vertices, pair.b.world.vertices);
    const Manifold manifold = collide(pair.a, pair.b, kMargin);
    ASSERT_FALSE(manifold.points.empty()) << trial << " overlap " << exact;
    const double tolerance = bias_of(pair.a, pair.b) + 1e-3 * std::abs(exact);
    EXPECT_GE(least_gap(manifold), exact - tolerance) << trial;
    // Clipping may cut the deepest vertex off where it lies beyond the reference face, never all of the overlap.
    EXPECT_LE(least_gap(manifold), 0.5 * exact + tolerance) << trial;
  }
}

TEST(ConvexRandom, a_pair_within_the_margin_has_a_contact_and_one_beyond_has_none) {
  std::mt19937 random(22);
  for (int trial = 0; trial < 600; ++trial) {
    const RandomPair pair(random, random_number(random, 1e-4, 2 * kMargin));
    const double exact = signed_distance(pair.a.world.vertices, pair.b.world.vertices);
    const Manifold manifold = collide(pair.a, pair.b, kMargin);
    if (exact < kMargin * 0.999) {
      ASSERT_FALSE(manifold.points.empty()) << trial << " distance " << exact;
    }
    if (exact > kMargin * 1.001) {
      ASSERT_TRUE(manifold.points.empty()) << trial << " distance " << exact;
    } else if (!manifold.points.empty()) {
      EXPECT_GE(least_gap(manifold), exact - bias_of(pair.a, pair.b)) << trial;
    }
  }
}

TEST(ConvexRandom, contact_points_lie_midway_between_both_surfaces) {
  std::mt19937 random(23);
  for (int trial = 0; trial < 300; ++trial) {
    const RandomPair pair(random, random_number(random, -0.02, kMargin));
    const Manifold manifold = collide(pair.a, pair.b, kMargin, 2);
    EXPECT_NEAR(manifold.normal.norm(), 1, 4e-16);
    EXPECT_GT(manifold.normal.dot(pair.b.world.center - pair.a.world.center), -0.5);
    for (const ManifoldPoint& p : manifold.points) {
      EXPECT_LE(p.gap, kMargin);
      const Vec3 on_a = p.point - p.gap / 2 * manifold.normal;
      const Vec3 on_b = p.point + p.gap / 2 * manifold.normal;
      const double tolerance = 2 * bias_of(pair.a, pair.b);
      const double from_a = plane_distance(pair.a.world.normals, pair.a.world.offsets, on_a);
      const double from_b = plane_distance(pair.b.world.normals, pair.b.world.offsets, on_b);
      EXPECT_NEAR(from_a, 0, tolerance) << trial;
      EXPECT_NEAR(from_b, 0, tolerance) << trial;
    }
  }
}

TEST(ConvexRandom, swapping_the_bodies_flips_the_normal_and_keeps_the_least_gap) {
  std::mt19937 random(24);
  int same_normal = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const RandomPair pair(random, random_number(random, -0.02, kMargin));
    const Manifold forth = collide(pair.a, pair.b, kMargin);
    const Manifold back = collide(pair.b, pair.a, kMargin);
    ASSERT_EQ(forth.points.empty(), back.points.empty());
    if (forth.points.empty()) continue;
    if ((forth.normal + back.normal).norm() > 1e-9) continue;  // another reference within the bias
    ++same_normal;
    EXPECT_EQ(forth.points.size(), back.points.size());
    EXPECT_NEAR(least_gap(forth), least_gap(back), 1e-12);
  }
  EXPECT_GT(same_normal, 250);
}

TEST(ConvexRandom, a_common_rigid_motion_moves_the_contacts_along) {
  std::mt19937 random(25);
  for (int trial = 0; trial < 300; ++trial) {
    RandomPair pair(random, random_number(random, -0.02, kMargin * 0.99));
    const Manifold before = collide(pair.a, pair.b, kMargin, 2);
    const Pose motion{random_vector(random), random_rotation(random)};
    for (Placed* body : {&pair.a, &pair.b}) {
      body->move({motion.to_world(body->pose.position), motion.rotation * body->pose.rotation});
    }
    const Manifold after = collide(pair.a, pair.b, kMargin, 2);
    ASSERT_EQ(before.points.size(), after.points.size());
    for (std::size_t i = 0; i < before.points.size(); ++i) {
      EXPECT_EQ(before.points[i].code, after.points[i].code);
      EXPECT_NEAR(before.points[i].gap, after.points[i].gap, 1e-12);
      EXPECT_LT((motion.to_world(before.points[i].point) - after.points[i].point).norm(), 1e-11);
    }
  }
}

TEST(ConvexRandom, codes_are_unique_at_any_depth_and_nothing_is_ever_nan) {
  std::mt19937 random(26);
  for (int trial = 0; trial < 3000; ++trial) {
    const Placed a(random_shape(random), Pose{Vec3::Zero(), random_rotation(random)});
    const double spread = random_number(random, 0, 0.6);
    const Placed b(random_shape(random), Pose{spread * random_vector(random), random_rotation(random)});
    const Manifold manifold = collide(a, b, kMargin, 3);
    std::set<std::uint64_t> codes;
    for (const ManifoldPoint& p : manifold.points) {
      codes.insert(p.code);
      ASSERT_TRUE(p.point.allFinite() && std::isfinite(p.gap));
    }
    EXPECT_EQ(codes.size(), manifold.points.size()) << trial;
    EXPECT_NEAR(manifold.normal.norm(), 1, 4e-16);
  }
}

TEST(ConvexRandom, identical_placements_still_give_finite_contacts) {
  const Placed a(make_box_shape({1, 1, 1}), Pose{});
  const Placed b(make_box_shape({1, 1, 1}), Pose{});
  const Manifold manifold = collide(a, b, kMargin, 2);
  ASSERT_FALSE(manifold.points.empty());
  for (const ManifoldPoint& p : manifold.points) EXPECT_NEAR(p.gap, -1, 1e-12);
}

}  // namespace
}  // namespace stiction

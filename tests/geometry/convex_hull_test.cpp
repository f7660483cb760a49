#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <set>

#include "base/error.h"
#include "geometry/convex_polyhedron.h"

namespace stiction {
namespace {

double extent_of(const std::vector<Vec3>& points) {
  Aabb box;
  for (const Vec3& p : points) box.include(p);
  return (box.max - box.min).maxCoeff();
}

// Everything that makes a ConvexPolyhedron well-formed, and all points inside it.
void expect_hull_of(const ConvexPolyhedron& hull, const std::vector<Vec3>& points) {
  const double tolerance = 4e-9 * extent_of(points);
  EXPECT_EQ(hull.vertices.size() + hull.faces.size(), hull.edges.size() + 2) << "Euler's formula";
  for (const auto& face : hull.faces) {
    EXPECT_NEAR(face.normal.norm(), 1, 1e-14);
    EXPECT_GE(face.vertices.size(), 3u);
    EXPECT_EQ(std::set<int>(face.vertices.begin(), face.vertices.end()).size(), face.vertices.size());
    for (int v : face.vertices) EXPECT_NEAR(face.normal.dot(hull.vertices[v]), face.offset, tolerance);
    for (const Vec3& p : points) EXPECT_LE(face.normal.dot(p), face.offset + tolerance);
  }
  for (const auto& edge : hull.edges) {
    ASSERT_GE(edge.face[1], 0);
    const Vec3 along = hull.vertices[edge.vertex[1]] - hull.vertices[edge.vertex[0]];
    EXPECT_GT(hull.faces[edge.face[0]].normal.cross(hull.faces[edge.face[1]].normal).dot(along), 0) << "convex edge";
  }
}

std::vector<Vec3> random_points(std::mt19937& random, int count, bool on_sphere) {
  std::normal_distribution<double> normal;
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i) {
    Vec3 p(normal(random), normal(random), normal(random));
    points.push_back(on_sphere ? p.normalized() : p);
  }
  return points;
}

TEST(ConvexHull, contains_all_points_and_is_convex_for_random_sets) {
  std::mt19937 random(1);
  for (int trial = 0; trial < 200; ++trial) {
    const std::vector<Vec3> points = random_points(random, 4 + trial / 2, trial % 2);
    const ConvexPolyhedron hull = convex_hull(points);
    expect_hull_of(hull, points);
    if (trial % 2) {
      EXPECT_EQ(hull.vertices.size(), points.size()) << "every point of a sphere is a corner";
    }
  }
}

TEST(ConvexHull, of_a_full_lattice_is_the_box_around_it) {
  std::mt19937 random(2);
  for (int trial = 0; trial < 20; ++trial) {
    const Quat turn =
        trial ? Quat(Eigen::Vector4d(random_points(random, 2, false)[0].homogeneous())).normalized() : Quat::Identity();
    std::vector<Vec3> points;
    for (int x = 0; x < 5; ++x) {
      for (int y = 0; y < 4; ++y) {
        for (int z = 0; z < 3; ++z) points.emplace_back(turn * Vec3(0.1 * x, 0.3 * y, 0.7 * z) + Vec3(1, -2, 3));
      }
    }
    const ConvexPolyhedron hull = convex_hull(points);
    expect_hull_of(hull, points);
    EXPECT_EQ(hull.vertices.size(), 8u);
    EXPECT_EQ(hull.faces.size(), 6u);
    EXPECT_EQ(hull.edges.size(), 12u);
  }
}

TEST(ConvexHull, of_box_corners_equals_the_box) {
  const ConvexPolyhedron box = make_box_polyhedron({0.6, 0.9, 0.02});
  const ConvexPolyhedron hull = convex_hull(box.vertices);
  expect_hull_of(hull, box.vertices);
  expect_hull_of(box, box.vertices);
  ASSERT_EQ(hull.vertices.size(), 8u);
  ASSERT_EQ(hull.faces.size(), 6u);
  for (const auto& face : box.faces) {
    const bool found = std::any_of(hull.faces.begin(), hull.faces.end(), [&](const auto& other) {
      return (other.normal - face.normal).norm() < 1e-14 && std::abs(other.offset - face.offset) < 1e-15;
    });
    EXPECT_TRUE(found);
  }
}

TEST(ConvexHull, ignores_noise_below_its_tolerance) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> noise(-1e-13, 1e-13);
  for (int trial = 0; trial < 50; ++trial) {
    std::vector<Vec3> points;
    for (int k = 0; k < 24; ++k) {  // a 12-gon prism, every corner given twice, and points on its edges
      const double angle = k * std::numbers::pi / 12;
      const double radius = k % 2 ? std::cos(std::numbers::pi / 12) : 1;
      for (double z : {0.0, 0.5, 1.0, 1.0}) {
        points.emplace_back(radius * std::cos(angle) + noise(random), radius * std::sin(angle) + noise(random),
                            z + noise(random));
      }
    }
    const ConvexPolyhedron hull = convex_hull(points);
    expect_hull_of(hull, points);
    EXPECT_EQ(hull.vertices.size(), 24u);
    EXPECT_EQ(hull.faces.size(), 14u);
  }
}

TEST(ConvexHull, keeps_voussoir_wedges_as_six_quadrilaterals) {
  for (int k = 0; k < 27; ++k) {
    std::vector<Vec3> points;
    for (int side = 0; side < 2; ++side) {
      const double angle = (k + side) * std::numbers::pi / 27;
      for (double r : {4.5, 5.0}) {
        for (double y : {-0.5, 0.5}) points.emplace_back(r * std::cos(angle), y, r * std::sin(angle));
      }
    }
    const ConvexPolyhedron hull = convex_hull(points);
    expect_hull_of(hull, points);
    EXPECT_EQ(hull.vertices.size(), 8u);
    EXPECT_EQ(hull.faces.size(), 6u);
  }
}

TEST(ConvexHull, gives_the_same_bits_every_time) {
  std::mt19937 random(4);
  const std::vector<Vec3> points = random_points(random, 300, false);
  const ConvexPolyhedron one = convex_hull(points);
  const ConvexPolyhedron two = convex_hull(points);
  ASSERT_EQ(one.faces.size(), two.faces.size());
  for (std::size_t f = 0; f < one.faces.size(); ++f) {
    EXPECT_EQ(one.faces[f].vertices, two.faces[f].vertices);
    EXPECT_EQ(one.faces[f].normal, two.faces[f].normal);
  }
}

TEST(ConvexHull, says_what_is_wrong_with_bad_input) {
  const std::vector<Vec3> flat = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0.3, 0.3, 0}};
  const std::vector<Vec3> line = {{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {3, 3, 3}};
  const std::vector<Vec3> same(5, Vec3(1, 2, 3));
  std::vector<Vec3> nan = make_box_polyhedron({1, 1, 1}).vertices;
  nan[3].y() = std::nan("");
  EXPECT_THROW(convex_hull({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}), InputError);
  EXPECT_THROW(convex_hull(flat), InputError);
  EXPECT_THROW(convex_hull(line), InputError);
  EXPECT_THROW(convex_hull(same), InputError);
  try {
    convex_hull(nan);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("point 3"), std::string::npos);
  }
}

TEST(ConvexHull, survives_points_on_a_coarse_lattice) {
  std::mt19937 random(8);  // heavy degeneracy: many duplicates, collinear and coplanar sets
  int solid = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    std::vector<Vec3> points;
    const int count = 4 + trial % 20;
    points.reserve(count);
    for (int i = 0; i < count; ++i) points.emplace_back(random() % 3 * 0.1, random() % 3 * 0.1, random() % 3 * 0.1);
    try {
      expect_hull_of(convex_hull(points), points);
      ++solid;
    } catch (const InputError&) {
    }
  }
  EXPECT_GT(solid, 2000);
}

// Point sets that are hard for quickhull: everything a corner, many in a plane, long horizons.
std::vector<Vec3> hard_points(const std::string& kind, int count) {
  std::mt19937 random(9);
  std::vector<Vec3> points;
  if (kind == "sphere") return random_points(random, count, true);
  for (int i = 0; i < count; ++i) {
    const double angle = 2 * std::numbers::pi * i / count, x = 2.0 * i / count - 1;
    const Vec3 on_rim(std::cos(angle), std::sin(angle), 0);
    if (kind == "cone") points.push_back(i == 0 ? Vec3(0, 0, 1) : on_rim);
    if (kind == "cylinder") points.emplace_back(on_rim + Vec3(0, 0, i % 2));
    if (kind == "curve") points.emplace_back(x, x * x, x * x * x);
    if (kind == "bowl") points.emplace_back(x * std::cos(19 * angle), x * std::sin(19 * angle), x * x);
    if (kind == "sides of a box") {
      Vec3 p(random() % 1000, random() % 1000, random() % 1000);
      p[i % 3] = i % 2 == 0 ? 0 : 999;
      points.push_back(p);
    }
  }
  return points;
}

TEST(ConvexHull, work_grows_about_as_the_number_of_points) {
  for (const char* kind : {"sphere", "cone", "cylinder", "curve", "bowl", "sides of a box"}) {
    long long once = 0, four_times = 0;
    convex_hull(hard_points(kind, 1000), &once);
    convex_hull(hard_points(kind, 4000), &four_times);
    EXPECT_LT(static_cast<double>(four_times), 6 * static_cast<double>(once)) << kind;
  }
}

TEST(ConvexHull, is_right_for_points_that_are_hard) {
  for (const char* kind : {"sphere", "cone", "cylinder", "curve", "bowl", "sides of a box"}) {
    SCOPED_TRACE(kind);
    const std::vector<Vec3> points = hard_points(kind, 200);
    expect_hull_of(convex_hull(points), points);
  }
}

TEST(ConvexPolyhedron, support_is_the_farthest_vertex_and_ties_go_to_the_lowest_index) {
  const ConvexPolyhedron box = make_box_polyhedron({1, 2, 3});
  EXPECT_EQ(box.support({1, 1, 1}), 7);
  EXPECT_EQ(box.support({-1, -1, -1}), 0);
  EXPECT_EQ(box.support({0, 0, 1}), 4);
}

}  // namespace
}  // namespace stiction

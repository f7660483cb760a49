// Edges of hulls with many faces: parallel ones share a direction, as when each is held against all others.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "collision/convex/world_convex.h"

namespace stiction {
namespace {

// A prism over a polygon with an even number of corners: every edge has a parallel one.
ConvexPolyhedron prism(int sides) {
  std::vector<Vec3> points;
  for (int i = 0; i < 2 * sides; ++i) {
    const double angle = 2 * std::numbers::pi * (i / 2) / sides;
    points.emplace_back(std::cos(angle), std::sin(angle), i % 2);
  }
  return convex_hull(points);
}

ConvexPolyhedron ball_of_points(int count) {
  std::mt19937 random(1);
  std::normal_distribution<double> normal;
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i) points.push_back(Vec3(normal(random), normal(random), normal(random)).normalized());
  return convex_hull(points);
}

void expect_first_parallel_directions(const ConvexPolyhedron& hull) {
  const ConvexTopology topology(hull);
  std::vector<Vec3> expected;
  for (std::size_t e = 0; e < hull.edges.size(); ++e) {
    const auto& [from, to] = hull.edges[e].vertex;
    const Vec3 direction = (hull.vertices[to] - hull.vertices[from]).normalized();
    std::size_t first = 0;
    while (first < expected.size() && expected[first].cross(direction).squaredNorm() > 1e-24) ++first;
    if (first == expected.size()) expected.push_back(direction);
    EXPECT_EQ(topology.edge_direction[e], static_cast<int>(first));
    EXPECT_EQ(topology.edge_sign[e], expected[first].dot(direction) > 0 ? 1 : -1);
  }
  EXPECT_EQ(topology.edge_directions, expected);
}

TEST(ConvexTopology, parallel_edges_share_the_first_of_their_directions) {
  for (const int sides : {4, 6, 40, 200}) {
    const ConvexPolyhedron hull = prism(sides);
    expect_first_parallel_directions(hull);
    EXPECT_LE(ConvexTopology(hull).edge_directions.size(), hull.edges.size() / 2) << sides;
  }
  expect_first_parallel_directions(ball_of_points(400));
}

}  // namespace
}  // namespace stiction

#include "geometry/mesh/triangle_pair.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "geometry/mesh/exact_predicates.h"

namespace stiction {
namespace {

Corners random_triangle(std::mt19937& random, int range) {
  std::uniform_int_distribution<int> integer(-range, range);
  for (;;) {
    Corners t;
    for (Vec3& p : t) p = Vec3(integer(random), integer(random), integer(random));
    if ((t[1] - t[0]).cross(t[2] - t[0]).norm() > 0) return t;
  }
}

// Distances in plain doubles: on a lattice with small coordinates they tell 0 from the smallest gap.

double point_segment(const Vec3& p, const Vec3& a, const Vec3& b) {
  const double t = std::clamp((p - a).dot(b - a) / (b - a).squaredNorm(), 0.0, 1.0);
  return (p - a - t * (b - a)).norm();
}

// The point's weights in the triangle's plane: all positive inside.
bool is_over(const Vec3& p, const Corners& t) {
  const Vec3 n = (t[1] - t[0]).cross(t[2] - t[0]);
  for (int i = 0; i < 3; ++i) {
    if ((t[(i + 1) % 3] - t[i]).cross(p - t[i]).dot(n) < -1e-9) return false;
  }
  return true;
}

double point_triangle(const Vec3& p, const Corners& t) {
  const Vec3 n = (t[1] - t[0]).cross(t[2] - t[0]).normalized();
  if (is_over(p, t)) return std::abs(n.dot(p - t[0]));
  return std::min({point_segment(p, t[0], t[1]), point_segment(p, t[1], t[2]), point_segment(p, t[2], t[0])});
}

double segment_segment(const Vec3& p, const Vec3& q, const Vec3& a, const Vec3& b) {
  double gap =
      std::min({point_segment(p, a, b), point_segment(q, a, b), point_segment(a, p, q), point_segment(b, p, q)});
  const Vec3 u = q - p, v = b - a, n = u.cross(v);
  if (n.squaredNorm() > 0) {
    const double s = (a - p).cross(v).dot(n) / n.squaredNorm(), t = (a - p).cross(u).dot(n) / n.squaredNorm();
    if (s >= 0 && s <= 1 && t >= 0 && t <= 1) gap = std::min(gap, (p + s * u - a - t * v).norm());
  }
  return gap;
}

double segment_triangle(const Vec3& p, const Vec3& q, const Corners& t) {
  double gap = std::min(point_triangle(p, t), point_triangle(q, t));
  for (int i = 0; i < 3; ++i) gap = std::min(gap, segment_segment(p, q, t[i], t[(i + 1) % 3]));
  const Vec3 n = (t[1] - t[0]).cross(t[2] - t[0]);
  const double at_p = n.dot(p - t[0]), at_q = n.dot(q - t[0]);
  if (at_p * at_q < 0 && is_over(p + at_p / (at_p - at_q) * (q - p), t)) gap = 0;
  return gap;
}

bool apart_by_distance(const Corners& s, const Corners& t) {
  double gap = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3;
    gap = std::min({gap, segment_triangle(s[i], s[j], t), segment_triangle(t[i], t[j], s)});
  }
  return gap > 1e-9;
}

TEST(TrianglePair, agrees_with_the_distance_for_random_triangles_on_a_lattice) {
  std::mt19937 random(21);
  int meeting = 0, apart = 0;
  for (int trial = 0; trial < 4000; ++trial) {
    const int range = 2 + trial % 4;
    const Corners s = random_triangle(random, range), t = random_triangle(random, range);
    const bool meet = triangles_meet(s, t);
    EXPECT_EQ(meet, triangles_meet(t, s));
    EXPECT_EQ(meet, triangles_meet({s[1], s[0], s[2]}, {t[2], t[0], t[1]}));
    EXPECT_EQ(meet, !apart_by_distance(s, t));
    (meet ? meeting : apart)++;
  }
  EXPECT_GT(meeting, 500);
  EXPECT_GT(apart, 500);
}

TEST(TrianglePair, coplanar_triangles_on_a_lattice_agree_with_the_distance) {
  std::mt19937 random(22);
  for (int trial = 0; trial < 4000; ++trial) {
    Corners s = random_triangle(random, 3), t = random_triangle(random, 3);
    for (Corners* c : {&s, &t}) {
      for (Vec3& p : *c) p.z() = p.x() + 2 * p.y();  // exactly in one plane
    }
    if ((s[1] - s[0]).cross(s[2] - s[0]).norm() == 0 || (t[1] - t[0]).cross(t[2] - t[0]).norm() == 0) continue;
    EXPECT_EQ(triangles_meet(s, t), !apart_by_distance(s, t));
  }
}

// A common point beyond the corner s[0] = t[0] lies on a common segment that starts there and ends on one of the
// opposite edges.
bool opposite_edge_meets(const Corners& s, const Corners& t) {
  return segment_triangle(s[1], s[2], t) < 1e-9 || segment_triangle(t[1], t[2], s) < 1e-9;
}

TEST(TrianglePair, common_corner_agrees_with_the_distance) {
  std::mt19937 random(23);
  int meeting = 0;
  for (int trial = 0; trial < 4000; ++trial) {
    Corners s = random_triangle(random, 2), t = random_triangle(random, 2);
    const Vec3 shift = s[0] - t[0];
    for (Vec3& p : t) p += shift;
    if (trial % 2) {  // in one plane
      for (Corners* c : {&s, &t}) {
        for (Vec3& p : *c) p.z() = p.x() - p.y();
      }
      if ((s[1] - s[0]).cross(s[2] - s[0]).norm() == 0 || (t[1] - t[0]).cross(t[2] - t[0]).norm() == 0) continue;
    }
    const bool meet = triangles_meet_beyond_corner(s, t);
    EXPECT_EQ(meet, triangles_meet_beyond_corner(t, s));
    EXPECT_EQ(meet, triangles_meet_beyond_corner({s[0], s[2], s[1]}, t));
    EXPECT_EQ(meet, opposite_edge_meets(s, t));
    meeting += meet;
  }
  EXPECT_GT(meeting, 200);
}

TEST(TrianglePair, common_edge_overlaps_only_in_a_plane_on_the_same_side) {
  const Corners s = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)};
  const auto with = [](const Vec3& apex) { return Corners{Vec3(0, 0, 0), Vec3(1, 0, 0), apex}; };
  EXPECT_TRUE(triangles_overlap_at_edge(s, with({3, 2, 0})));
  EXPECT_FALSE(triangles_overlap_at_edge(s, with({3, -2, 0})));
  EXPECT_FALSE(triangles_overlap_at_edge(s, with({3, 2, 1e-60})));
}

}  // namespace
}  // namespace stiction

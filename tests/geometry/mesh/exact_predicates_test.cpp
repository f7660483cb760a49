#include "geometry/mesh/exact_predicates.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace stiction {
namespace {

// Coordinates that are small integers times a power of two: determinants fit into 64 bits exactly.
long long integer_det(const std::array<std::array<long long, 3>, 4>& p) {
  long long m[3][3];
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) m[i][j] = p[i][j] - p[3][j];
  }
  return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
         m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

int sign_of(long long x) {
  return (x > 0) - (x < 0);
}

TEST(ExactPredicates, the_sign_says_which_side) {
  const Vec3 a(0, 0, 0), b(1, 0, 0), c(0, 1, 0);
  EXPECT_EQ(orient3d(a, b, c, Vec3(0, 0, 1)), -1) << "in front";
  EXPECT_EQ(orient3d(a, b, c, Vec3(0, 0, -1)), 1) << "behind";
  EXPECT_EQ(orient3d(a, b, c, Vec3(5, 7, 0)), 0);
  EXPECT_EQ(orient2d(Vec2(0, 0), Vec2(1, 0), Vec2(0, 1)), 1);
  EXPECT_EQ(orient2d(Vec2(0, 0), Vec2(1, 0), Vec2(0, -1)), -1);
}

TEST(ExactPredicates, agree_with_integer_arithmetic) {
  std::mt19937 random(3);
  int zeros = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    const int range = trial % 2 ? 3 : 1000000;
    std::uniform_int_distribution<long long> integer(-range, range);
    std::array<std::array<long long, 3>, 4> p;
    std::array<Vec3, 4> v;
    for (int i = 0; i < 4; ++i) {
      for (int j = 0; j < 3; ++j) {
        p[i][j] = integer(random);
        v[i][j] = std::ldexp(static_cast<double>(p[i][j]), -100);
      }
    }
    const int wanted = sign_of(integer_det(p));
    zeros += wanted == 0;
    ASSERT_EQ(orient3d(v[0], v[1], v[2], v[3]), wanted);
  }
  EXPECT_GT(zeros, 100);
}

// Points of a plane through rounded coordinates, moved off it by the last bit: doubles alone get the sign wrong.
TEST(ExactPredicates, decide_the_last_bit) {
  std::mt19937 random(4);
  std::uniform_int_distribution<long long> integer(-(1LL << 40), 1LL << 40);
  int doubtful = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    // d = a + (b - a) + (c - a) exactly, so that the four are coplanar; all integers stay below 2^53.
    Vec3 a, b, c;
    for (int j = 0; j < 3; ++j) {
      a[j] = static_cast<double>(integer(random));
      b[j] = static_cast<double>(integer(random));
      c[j] = static_cast<double>(integer(random));
    }
    const Vec3 d = b + c - a;
    ASSERT_EQ(orient3d(a, b, c, d), 0);
    const Vec3 normal = (b - a).cross(c - a);
    if (std::abs(normal.z()) < 1e20) continue;
    const int wanted = normal.z() > 0 ? -1 : 1;
    const Vec3 above = d + Vec3(0, 0, 0x1p-10);  // the coordinates have at most 42 bits before the point
    doubtful += quick_orient3d(a, b, c, above) == 0;
    ASSERT_EQ(orient3d(a, b, c, above), wanted);
    ASSERT_EQ(orient3d(b, a, c, above), -wanted);
    ASSERT_EQ(orient3d(above, b, c, a), -orient3d(a, b, c, above));
  }
  EXPECT_GT(doubtful, 200) << "the exact path was taken";
}

TEST(ExactPredicates, collinear_points_far_from_the_origin) {
  // Steps of one unit in the last place around 0.5: the classical picture of a wrong double predicate.
  const Vec2 b(12, 12), c(24, 24);
  for (int i = 0; i < 64; ++i) {
    for (int j = 0; j < 64; ++j) {
      const Vec2 a(0.5 + i * 0x1p-53, 0.5 + j * 0x1p-53);
      EXPECT_EQ(orient2d(a, b, c), (a.y() > a.x()) - (a.y() < a.x())) << i << " " << j;
    }
  }
}

TEST(ExactPredicates, normalised_vertices_keep_their_shape) {
  const std::vector<Vec3> vertices = {{3e5, -7, 1e-200}, {1e-320, 0, 2}};
  const std::vector<Vec3> scaled = normalised_vertices(vertices);
  EXPECT_LE(scaled[0].x(), 1);
  EXPECT_EQ(scaled[0].x() / scaled[1].z(), 3e5 / 2);
  EXPECT_EQ(scaled[0].z(), 0);
  EXPECT_EQ(scaled[1].x(), 0);
}

}  // namespace
}  // namespace stiction

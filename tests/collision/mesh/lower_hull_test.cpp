// Every point that is dropped is implied by those that are kept.
#include "collision/mesh/lower_hull.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "collision/placing.h"

namespace stiction {
namespace {

constexpr HullTolerance kTolerance{1e-6, 1e-7, 1e-9, 0, 1};

// Least gap at (x, y) over all triangles, segments and points of the chosen; by brute force.
double implied_gap(const std::vector<HullPoint>& points, const std::vector<int>& chosen, const HullPoint& at) {
  double least = std::numeric_limits<double>::infinity();
  const double slack = 1e-5;
  for (int a : chosen) {
    for (int b : chosen) {
      for (int c : chosen) {
        const HullPoint &p = points[a], &q = points[b], &r = points[c];
        const double area = (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
        if (std::abs(area) < 1e-12) continue;
        const double v = ((at.x - p.x) * (r.y - p.y) - (at.y - p.y) * (r.x - p.x)) / area;
        const double w = ((q.x - p.x) * (at.y - p.y) - (q.y - p.y) * (at.x - p.x)) / area;
        if (v < -slack || w < -slack || v + w > 1 + slack) continue;
        least = std::min(least, p.gap + v * (q.gap - p.gap) + w * (r.gap - p.gap));
      }
    }
  }
  return least;
}

std::vector<HullPoint> random_points(std::mt19937& random, int count, int kind) {
  std::vector<HullPoint> points;
  for (int i = 0; i < count; ++i) {
    const double x = random_number(random, -1, 1), y = random_number(random, -1, 1);
    const double gap = kind == 0   ? 0
                       : kind == 1 ? 0.3 * x - 0.1 * y
                       : kind == 2 ? x * x + y * y
                                   : random_number(random, 0, 1);
    points.push_back({x, y, gap, Vec3::UnitZ(), i});
  }
  return points;
}

TEST(LowerHull, DroppedPointsAreImplied) {
  std::mt19937 random(5);
  LowerHull hull;
  for (int i = 0; i < 200; ++i) {
    const auto points = random_points(random, 3 + i % 20, i % 4);
    const std::vector<int> chosen = hull.choose(points, kTolerance);
    for (int k = 0; k < static_cast<int>(points.size()); ++k) {
      if (std::find(chosen.begin(), chosen.end(), k) != chosen.end()) continue;
      EXPECT_LE(implied_gap(points, chosen, points[k]),
                1.1 * std::max(points[k].gap, 0.0) + std::min(points[k].gap, 0.0) + 1e-5)
          << "try " << i;
    }
  }
}

TEST(LowerHull, KeptPointsAreNotImpliedByTheOthers) {
  std::mt19937 random(6);
  LowerHull hull;
  int extra = 0, total = 0;
  for (int i = 0; i < 200; ++i) {
    const auto points = random_points(random, 3 + i % 20, 3);
    const std::vector<int> chosen = hull.choose(points, kTolerance);
    for (int k : chosen) {
      std::vector<int> others = chosen;
      std::erase(others, k);
      ++total;
      if (implied_gap(points, others, points[k]) < points[k].gap - 1e-3) ++extra;
    }
  }
  EXPECT_LT(extra, total / 50);  // the surface is improved by turning sides only: a few redundant points may stay
}

TEST(LowerHull, NoiseDoesNotChangeTheChoice) {
  std::mt19937 random(7);
  LowerHull hull;
  std::vector<HullPoint> grid;
  for (int i = 0; i < 7; ++i) {
    for (int k = 0; k < 7; ++k) grid.push_back({i / 6.0, k / 6.0, 0, Vec3::UnitZ(), 7 * i + k});
  }
  for (int i = 0; i < 100; ++i) {
    auto points = grid;
    for (HullPoint& p : points) {
      p.x += random_number(random, -1e-12, 1e-12);
      p.y += random_number(random, -1e-12, 1e-12);
      p.gap += random_number(random, -1e-12, 1e-12);
    }
    std::vector<int> chosen = hull.choose(points, kTolerance);
    std::sort(chosen.begin(), chosen.end());
    EXPECT_EQ(chosen, (std::vector<int>{0, 6, 42, 48}));
  }
}

TEST(LowerHull, PointsOnALineKeepTheEndsAndTheDips) {
  LowerHull hull;
  std::vector<HullPoint> points;
  points.reserve(9);
  for (int i = 0; i < 9; ++i) points.push_back({i / 8.0, i / 16.0, i == 4 ? -0.1 : 0.0, Vec3::UnitZ(), i});
  std::vector<int> chosen = hull.choose(points, kTolerance);
  std::sort(chosen.begin(), chosen.end());
  EXPECT_EQ(chosen, (std::vector<int>{0, 4, 8}));
}

}  // namespace
}  // namespace stiction

// Work on meshes grows about as they do, also with needles, long rims and many parts; counted, not timed. What is found
// is what all pairs would give.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "geometry/fan_meshes.h"
#include "geometry/mesh/ear_cutter.h"
#include "geometry/mesh/exact_predicates.h"
#include "geometry/mesh/hole_filling.h"
#include "geometry/mesh/mesh_check.h"
#include "geometry/mesh/mesh_edges.h"
#include "geometry/mesh/mesh_parts.h"
#include "geometry/mesh/mesh_samples.h"
#include "geometry/mesh/self_intersection.h"
#include "geometry/mesh/triangle_slices.h"

namespace stiction {
namespace {

TrianglePairs pairs_of(const TriangleMesh& mesh) {
  std::vector<int> names(mesh.triangles.size());
  for (std::size_t t = 0; t < names.size(); ++t) names[t] = static_cast<int>(t);
  return find_self_intersections(normalised_vertices(mesh.vertices), mesh.triangles, names);
}

long long depth_tests(const TriangleMesh& mesh) {
  long long tests = 0;
  measure_parts(mesh, orient_parts(mesh.triangles, edge_uses(mesh.triangles)), &tests);
  return tests + 1;
}

TriangleMesh filled(TriangleMesh mesh, FilledHoles& holes) {
  holes = fill_holes(mesh, HoleFill::kRim);
  return mesh;
}

long long rim_looks(const TriangleMesh& mesh) {
  FilledHoles holes;
  filled(mesh, holes);
  return holes.looks;
}

// Boxes along x, as a train, or one in the other.
TriangleMesh box_train(int count) {
  TriangleMesh mesh;
  for (int i = 0; i < count; ++i) mesh = joined(std::move(mesh), make_box_mesh(Vec3::Ones(), Vec3(1.5 * i, 0, 0)));
  return mesh;
}

TEST(MeshGrowth, four_times_the_mesh_takes_hardly_more_than_four_times_the_work) {
  struct Case {
    const char* what;
    long long (*work)(int);
    int size;
    double most;  // growth; 16 is that of pairs
  };
  const Case cases[] = {
      {"pairs of a double cone", [](int n) { return pairs_of(double_cone(n)).tests; }, 1000, 11},
      {"pairs of a filled cone",
       [](int n) {
         FilledHoles holes;
         return pairs_of(filled(open_cone(n), holes)).tests;
       },
       1000, 11},
      {"ears of a round rim", [](int n) { return rim_looks(open_cone(n)); }, 2000, 6},
      {"depths of a train of boxes", [](int n) { return depth_tests(box_train(n)); }, 100, 6},
      {"depths of loose triangles",
       [](int n) {
         FilledHoles holes;
         return depth_tests(filled(loose_triangles(n), holes));
       },
       1000, 6},
  };
  for (const auto& [what, work, size, most] : cases) {
    const auto once = static_cast<double>(work(size)), four_times = static_cast<double>(work(4 * size));
    EXPECT_LT(four_times, most * once) << what << ": " << once << " and " << four_times;
  }
}

TEST(MeshGrowth, cones_with_long_rims_are_repaired_without_a_vertex_in_the_middle) {
  const TriangleMesh cone = open_cone(20000);
  const MeshRepair repair = repair_mesh(cone);
  EXPECT_EQ(repair.mesh.vertices.size(), cone.vertices.size());
  EXPECT_EQ(repair.mesh.triangles.size(), 2 * 20000U - 2);
  EXPECT_TRUE(check_mesh(repair.mesh).empty());
  EXPECT_NEAR(mesh_volume(repair.mesh), std::numbers::pi / 3, 1e-6);
}

// A fan whose rim goes up and down, so that needles cross, with loose triangles that run through it.
TriangleMesh crossing_fan(std::mt19937& random, int count) {
  TriangleMesh mesh = double_cone(count);
  std::uniform_real_distribution<double> shift(-0.02, 0.02);
  for (int i = 0; i < count; ++i) mesh.vertices[i] *= 1 + 5 * shift(random);
  for (int i = 0; i < count; i += 7) std::swap(mesh.vertices[i], mesh.vertices[(i + 3) % count]);
  for (int i = 0; i < 5; ++i) {
    const int v = static_cast<int>(mesh.vertices.size());
    const Vec3 at = 0.5 * rim_point(static_cast<int>(random() % count), count) + Vec3(0, 0, 0.5);
    mesh.vertices.insert(mesh.vertices.end(), {at, at + Vec3(0.03, 0, 0.01), at + Vec3(0, 0.02, -0.03)});
    mesh.triangles.push_back({v, v + 1, v + 2});
  }
  return mesh;
}

// One pair at a time: two triangles have no vertex with many triangles.
TEST(MeshGrowth, pairs_of_needles_are_those_that_each_pair_alone_gives) {
  std::mt19937 random(3);
  for (const int count : {40, 70, 100}) {
    const TriangleMesh mesh = crossing_fan(random, count);
    const std::vector<Vec3> vertices = normalised_vertices(mesh.vertices);
    std::set<std::array<int, 2>> expected;
    for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) {
      for (int s = 0; s < t; ++s) {
        const std::vector<Triangle> both = {mesh.triangles[s], mesh.triangles[t]};
        if (find_self_intersections(vertices, both, {s, t}).count > 0) expected.insert({s, t});
      }
    }
    const TrianglePairs found = pairs_of(mesh);
    ASSERT_GT(expected.size(), 20U);
    EXPECT_EQ(found.count, static_cast<int>(expected.size()));
    EXPECT_EQ(found.first, *expected.begin());
  }
}

// The rule that EarCutter follows, with all points looked at for every corner.
std::vector<Triangle> plain_ears(const std::vector<Vec2>& points) {
  double size2 = 0;
  std::vector<int> left;
  for (std::size_t i = 0; i < points.size(); ++i) {
    left.push_back(static_cast<int>(i));
    size2 = std::max(size2, (points[i] - points[0]).squaredNorm());
  }
  const auto turn = [&](int a, int b, int c) {
    const Vec2 u = points[b] - points[a], v = points[c] - points[a];
    return (u.x() * v.y() - u.y() * v.x()) / size2;
  };
  const auto is_ear = [&](int a, int b, int c) {
    return turn(a, b, c) > 1e-9 && std::ranges::none_of(left, [&](int i) {
             return i != a && i != b && i != c && turn(a, b, i) >= -1e-9 && turn(b, c, i) >= -1e-9 &&
                    turn(c, a, i) >= -1e-9;
           });
  };
  std::vector<Triangle> triangles;
  std::size_t at = 0, failures = 0;
  while (left.size() > 3 && failures < left.size()) {
    const std::size_t count = left.size();
    at %= count;
    const int a = left[(at + count - 1) % count], b = left[at], c = left[(at + 1) % count];
    if (is_ear(a, b, c)) {
      triangles.push_back({a, b, c});
      left.erase(left.begin() + static_cast<std::ptrdiff_t>(at));
      failures = 0;
    } else {
      ++failures;
    }
    ++at;
  }
  if (left.size() > 3 || turn(left[0], left[1], left[2]) <= 1e-9) return {};
  triangles.push_back({left[0], left[1], left[2]});
  return triangles;
}

TEST(EarCutter, cuts_the_ears_that_looking_at_all_points_gives) {
  std::mt19937 random(4);
  std::uniform_real_distribution<double> radius(0.3, 1), shift(-0.02, 0.02);
  int whole = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const int count = 3 + trial / 3;
    std::vector<Vec2> points;
    for (int i = 0; i < count; ++i) {
      const double angle = 2 * std::numbers::pi * i / count;
      // Stars, circles with straight stretches, and spirals there and back, some of them crossing themselves.
      const double turns = 2.0 * std::min(i, count - i) / count;
      const double r = trial % 3 == 0 ? radius(random) : trial % 3 == 1 ? 1 : 0.2 + turns + shift(random);
      const double at = trial % 3 == 2 ? 7 * turns + (2 * i > count ? 0.2 : 0) : angle;
      points.emplace_back(r * std::cos(at), trial % 3 == 1 ? std::min(0.5, std::sin(at)) : r * std::sin(at));
    }
    const std::vector<Triangle> ears = EarCutter(points, [](int, int) { return true; }).cut();
    EXPECT_EQ(ears, plain_ears(points)) << trial;
    whole += static_cast<int>(ears.size() + 2 == points.size());
  }
  EXPECT_GT(whole, 150);
}

TEST(TriangleSlices, make_up_the_triangle_and_are_short) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> coordinate(-1, 1);
  const auto area_of = [](const Vec3& a, const Vec3& b, const Vec3& c) { return 0.5 * (b - a).cross(c - a).norm(); };
  for (int trial = 0; trial < 200; ++trial) {
    TriangleCorners t;
    for (Vec3& p : t) p = Vec3(coordinate(random), coordinate(random), coordinate(random));
    if (trial % 4 != 0) t[2] = t[0] + coordinate(random) * (t[1] - t[0]) + 0.01 * (t[2] - t[0]);
    double area = 0, longest = 0, height = 0;
    for (int k = 0; k < 3; ++k) longest = std::max(longest, (t[(k + 1) % 3] - t[k]).norm());
    height = 2 * area_of(t[0], t[1], t[2]) / longest;
    for_each_slice(t, 0.05, [&](const SliceCorners& p) {
      area += area_of(p[0], p[1], p[2]) + area_of(p[0], p[2], p[3]);
      if (longest <= kNeedle * height || longest <= 0.1) return;
      for (const Vec3& a : p)
        for (const Vec3& b : p) EXPECT_LT((a - b).norm(), std::max(0.05, height) + height + 1e-12);
    });
    EXPECT_NEAR(area, area_of(t[0], t[1], t[2]), 1e-12);
  }
}

}  // namespace
}  // namespace stiction

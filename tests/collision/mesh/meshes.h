// Closed triangle meshes made by formula, and a brute-force distance between two of them.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "collision/convex/closest_features.h"
#include "collision/distance_oracle.h"
#include "collision/placing.h"
#include "geometry/icosphere.h"
#include "geometry/mesh/triangle_mesh.h"
#include "geometry/simple_meshes.h"

namespace stiction {

// A polygon in the xz plane (counter-clockwise seen from -y) swept along y, centred there; `caps` are its triangles.
inline TriangleMesh prism_mesh(const std::vector<Vec2>& loop, const std::vector<std::array<int, 3>>& caps,
                               double depth) {
  TriangleMesh mesh;
  const int n = static_cast<int>(loop.size());
  for (const double y : {-depth / 2, depth / 2}) {
    for (const Vec2& p : loop) mesh.vertices.emplace_back(p.x(), y, p.y());
  }
  for (const auto& t : caps) {
    mesh.triangles.push_back({t[0], t[1], t[2]});
    mesh.triangles.push_back({n + t[0], n + t[2], n + t[1]});
  }
  for (int i = 0; i < n; ++i) {
    const int k = (i + 1) % n;
    mesh.triangles.push_back({i, n + k, k});
    mesh.triangles.push_back({i, n + i, n + k});
  }
  return mesh;
}

// An L of unit-length legs and thickness 0.3 in the xz plane.
inline TriangleMesh l_mesh(double depth = 0.4) {
  const std::vector<Vec2> loop = {{0, 0}, {1, 0}, {1, 0.3}, {0.3, 0.3}, {0.3, 1}, {0, 1}};
  return prism_mesh(loop, {{0, 1, 2}, {0, 2, 3}, {0, 3, 5}, {3, 4, 5}}, depth);
}

// A ball with bumps of up to `roughness` of the radius.
inline TriangleMesh rock_mesh(double radius, int levels, double roughness, unsigned seed) {
  TriangleMesh mesh = icosphere(1, levels);
  std::mt19937 random(seed);
  std::vector<Vec3> waves(6);
  for (Vec3& wave : waves) wave = 3 * random_vector(random);
  for (Vec3& v : mesh.vertices) {
    double bump = 0;
    for (const Vec3& wave : waves) bump += std::sin(wave.dot(v) + wave.x()) / 6;
    v *= radius * (1 + roughness * bump);
  }
  return mesh;
}

inline double segment_distance(const Vec3& p0, const Vec3& p1, const Vec3& q0, const Vec3& q1) {
  const SegmentPoints p = closest_on_segments(p0, p1, q0, q1);
  return (p.on_first - p.on_second).norm();
}

// True distance of two meshes that do not cross, by all pairs of triangles.
inline double mesh_distance(const TriangleMesh& a, const Pose& pose_a, const TriangleMesh& b, const Pose& pose_b) {
  std::vector<Vec3> p, q;
  for (const Vec3& v : a.vertices) p.push_back(pose_a.to_world(v));
  for (const Vec3& v : b.vertices) q.push_back(pose_b.to_world(v));
  double least = std::numeric_limits<double>::infinity();
  const auto sphere = [](const std::vector<Vec3>& points, const std::array<int, 3>& t) {
    const Vec3 center = (points[t[0]] + points[t[1]] + points[t[2]]) / 3;
    double radius = 0;
    for (int v : t) radius = std::max(radius, (points[v] - center).norm());
    return std::pair{center, radius};
  };
  for (const auto& s : a.triangles) {
    const auto [center, radius] = sphere(p, s);
    for (const auto& t : b.triangles) {
      const auto [other, other_radius] = sphere(q, t);
      if ((center - other).norm() - radius - other_radius > least) continue;
      for (int i = 0; i < 3; ++i) {
        least = std::min(least, triangle_distance(q[t[0]] - p[s[i]], q[t[1]] - p[s[i]], q[t[2]] - p[s[i]]));
        least = std::min(least, triangle_distance(p[s[0]] - q[t[i]], p[s[1]] - q[t[i]], p[s[2]] - q[t[i]]));
        for (int k = 0; k < 3; ++k) {
          least = std::min(least, segment_distance(p[s[i]], p[s[(i + 1) % 3]], q[t[k]], q[t[(k + 1) % 3]]));
        }
      }
    }
  }
  return least;
}

}  // namespace stiction

// Signed distances from deformed surfaces by brute force, by formulas that the engine does not use.
#pragma once

#include <cmath>
#include <limits>
#include <vector>

#include "geometry/mesh/triangle_mesh.h"

namespace stiction::test {

inline double segment_distance(const Vec3& a, const Vec3& b, const Vec3& p) {
  const double t = std::clamp((p - a).dot(b - a) / (b - a).squaredNorm(), 0.0, 1.0);
  return (p - a - t * (b - a)).norm();
}

inline double triangle_distance(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& p) {
  double best = std::min({segment_distance(a, b, p), segment_distance(b, c, p), segment_distance(c, a, p)});
  const Vec3 n = (b - a).cross(c - a).normalized();
  const Vec3 foot = p - n.dot(p - a) * n;
  const bool inside =
      n.dot((b - a).cross(foot - a)) >= 0 && n.dot((c - b).cross(foot - b)) >= 0 && n.dot((a - c).cross(foot - c)) >= 0;
  return inside ? std::min(best, std::abs(n.dot(p - a))) : best;
}

// Sum of solid angles over 4 pi: 1 inside, 0 outside.
inline double winding_number(const TriangleMesh& mesh, const Vec3& p) {
  double sum = 0;
  for (const auto& [i, j, k] : mesh.triangles) {
    const Vec3 a = mesh.vertices[i] - p, b = mesh.vertices[j] - p, c = mesh.vertices[k] - p;
    const double la = a.norm(), lb = b.norm(), lc = c.norm();
    sum += 2 * std::atan2(a.dot(b.cross(c)), la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb);
  }
  return sum / (4 * M_PI);
}

inline double signed_distance(const TriangleMesh& mesh, const Vec3& p) {
  double best = std::numeric_limits<double>::infinity();
  for (const auto& [i, j, k] : mesh.triangles)
    best = std::min(best, triangle_distance(mesh.vertices[i], mesh.vertices[j], mesh.vertices[k], p));
  return winding_number(mesh, p) > 0.5 ? -best : best;
}

}  // namespace stiction::test

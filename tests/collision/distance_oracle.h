// An oracle of distance and penetration that shares nothing with the narrow phase: Minkowski difference by brute force.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "geometry/convex_polyhedron.h"

namespace stiction {

// The hull of all vertex differences b - a. The origin is inside when the bodies overlap; its distance to the nearest
// face is then the penetration depth.
inline ConvexPolyhedron minkowski_difference(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  std::vector<Vec3> differences;
  for (const Vec3& p : a) {
    for (const Vec3& q : b) differences.emplace_back(q - p);
  }
  return convex_hull(differences);
}

// Distance of the origin to a triangle (Ericson, Real-Time Collision Detection, 5.1.5).
inline double triangle_distance(const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 n = (b - a).cross(c - a).normalized();
  const Vec3 foot = n.dot(a) * n;
  const bool inside =
      n.dot((b - a).cross(foot - a)) >= 0 && n.dot((c - b).cross(foot - b)) >= 0 && n.dot((a - c).cross(foot - c)) >= 0;
  if (inside) return foot.norm();
  const auto segment = [](const Vec3& p, const Vec3& q) {
    const double t = std::clamp(-p.dot(q - p) / (q - p).squaredNorm(), 0.0, 1.0);
    return (p + t * (q - p)).norm();
  };
  return std::min({segment(a, b), segment(b, c), segment(c, a)});
}

// Positive: distance of the bodies; negative: least translation that parts them.
inline double signed_distance(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  const ConvexPolyhedron difference = minkowski_difference(a, b);
  double greatest = -std::numeric_limits<double>::infinity();
  for (const auto& face : difference.faces) greatest = std::max(greatest, -face.offset);
  if (greatest <= 0) return greatest;
  double least = std::numeric_limits<double>::infinity();
  for (const auto& face : difference.faces) {
    for (std::size_t i = 1; i + 1 < face.vertices.size(); ++i) {
      least = std::min(least,
                       triangle_distance(difference.vertices[face.vertices[0]], difference.vertices[face.vertices[i]],
                                         difference.vertices[face.vertices[i + 1]]));
    }
  }
  return least;
}

// Signed distance of a point to a convex polyhedron's surface planes: exact inside, a lower bound outside.
inline double plane_distance(const std::vector<Vec3>& normals, const std::vector<double>& offsets, const Vec3& p) {
  double greatest = -std::numeric_limits<double>::infinity();
  for (std::size_t f = 0; f < normals.size(); ++f) greatest = std::max(greatest, normals[f].dot(p) - offsets[f]);
  return greatest;
}

}  // namespace stiction

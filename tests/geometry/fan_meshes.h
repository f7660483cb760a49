// Meshes of needles: many triangles around one vertex.
#pragma once

#include <cmath>
#include <numbers>

#include "geometry/mesh/triangle_mesh.h"

namespace stiction {

inline Vec3 rim_point(int i, int count) {
  const double angle = 2 * std::numbers::pi * i / count;
  return {std::cos(angle), std::sin(angle), 0};
}

// A cone without its base, upright: `count` triangles around the tip, which is the last vertex.
inline TriangleMesh open_cone(int count) {
  TriangleMesh mesh;
  for (int i = 0; i < count; ++i) mesh.vertices.push_back(rim_point(i, count));
  mesh.vertices.emplace_back(0, 0, 1);
  for (int i = 0; i < count; ++i) mesh.triangles.push_back({i, (i + 1) % count, count});
  return mesh;
}

// Two of them back to back, 2 x count triangles.
inline TriangleMesh double_cone(int count) {
  TriangleMesh mesh = open_cone(count);
  mesh.vertices.emplace_back(0, 0, -1);
  for (int i = 0; i < count; ++i) mesh.triangles.push_back({(i + 1) % count, i, count + 1});
  return mesh;
}

// Triangles side by side along x that have nothing in common.
inline TriangleMesh loose_triangles(int count) {
  TriangleMesh mesh;
  for (int i = 0; i < count; ++i) {
    const Vec3 at(2 * i, 0, 0);
    mesh.vertices.insert(mesh.vertices.end(), {at, at + Vec3(1, 0.1, 0), at + Vec3(0, 1, 0.2)});
    mesh.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  return mesh;
}

}  // namespace stiction

// A ball as a closed triangle mesh, for the tests of every room.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <numbers>
#include <utility>
#include <vector>

#include "geometry/mesh/triangle_mesh.h"

namespace stiction {

// An icosahedron whose triangles are halved `levels` times along each edge: 20 x 4^levels triangles on a sphere.
inline TriangleMesh icosphere(double radius, int levels) {
  constexpr double g = std::numbers::phi;
  TriangleMesh mesh;
  mesh.vertices = {{-1, g, 0},  {1, g, 0},  {-1, -g, 0}, {1, -g, 0}, {0, -1, g},  {0, 1, g},
                   {0, -1, -g}, {0, 1, -g}, {g, 0, -1},  {g, 0, 1},  {-g, 0, -1}, {-g, 0, 1}};
  mesh.triangles = {{0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
                    {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
                    {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1}};
  for (Vec3& v : mesh.vertices) v.normalize();
  for (int level = 0; level < levels; ++level) {
    std::map<std::pair<int, int>, int> middles;
    const auto middle = [&](int a, int b) {
      const auto [found, added] = middles.try_emplace(std::minmax(a, b), static_cast<int>(mesh.vertices.size()));
      if (added) {
        const Vec3 between = (mesh.vertices[a] + mesh.vertices[b]).normalized();
        mesh.vertices.push_back(between);
      }
      return found->second;
    };
    std::vector<std::array<int, 3>> finer;
    for (const auto& [a, b, c] : mesh.triangles) {
      const int ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
      finer.insert(finer.end(), {{a, ab, ca}, {b, bc, ab}, {c, ca, bc}, {ab, bc, ca}});
    }
    mesh.triangles = std::move(finer);
  }
  for (Vec3& v : mesh.vertices) v *= radius;
  return mesh;
}

}  // namespace stiction

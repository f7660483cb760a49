// Surfaces with vertices in rows.
#pragma once

#include "geometry/mesh/triangle_mesh.h"

namespace stiction::test {

// The surface of a box about the origin, cut along x into segments; one cell across.
inline TriangleMesh box_lattice(const Vec3& size, int segments) {
  TriangleMesh mesh;
  for (int i = 0; i <= segments; ++i) {
    const double x = size[0] * (static_cast<double>(i) / segments - 0.5);
    for (const auto& [y, z] : {std::pair(-1, -1), std::pair(1, -1), std::pair(1, 1), std::pair(-1, 1)}) {
      mesh.vertices.emplace_back(x, y * size[1] / 2, z * size[2] / 2);
    }
  }
  const auto quad = [&](int a, int b, int c, int d) {
    mesh.triangles.push_back({a, b, c});
    mesh.triangles.push_back({a, c, d});
  };
  for (int i = 0; i < segments; ++i) {
    for (int k = 0; k < 4; ++k) quad(4 * i + k, 4 * i + (k + 1) % 4, 4 * i + 4 + (k + 1) % 4, 4 * i + 4 + k);
  }
  quad(3, 2, 1, 0);
  quad(4 * segments, 4 * segments + 1, 4 * segments + 2, 4 * segments + 3);
  return mesh;
}

// A flat sheet in the xy plane about the origin, columns x rows vertices; both sides, sharing their vertices.
inline TriangleMesh sheet_lattice(int columns, int rows, double spacing) {
  TriangleMesh mesh;
  for (int j = 0; j < rows; ++j)
    for (int i = 0; i < columns; ++i)
      mesh.vertices.emplace_back((i - (columns - 1) / 2.0) * spacing, (j - (rows - 1) / 2.0) * spacing, 0);
  const auto both_sides = [&](int a, int b, int c) {
    mesh.triangles.push_back({a, b, c});
    mesh.triangles.push_back({a, c, b});
  };
  for (int j = 0; j + 1 < rows; ++j) {
    for (int i = 0; i + 1 < columns; ++i) {
      const int a = j * columns + i;
      both_sides(a, a + 1, a + columns + 1);
      both_sides(a, a + columns + 1, a + columns);
    }
  }
  return mesh;
}

}  // namespace stiction::test

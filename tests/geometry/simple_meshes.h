// A box and a ring as closed triangle meshes, for the tests of every room.
#pragma once

#include <cmath>

#include "geometry/mesh/triangle_mesh.h"

namespace stiction {

// Twelve triangles, full edge lengths `size`, centred at the origin.
inline TriangleMesh box_mesh(const Vec3& size) {
  TriangleMesh mesh;
  for (int k = 0; k < 8; ++k) {
    mesh.vertices.emplace_back(size.cwiseProduct(Vec3(k & 1 ? 0.5 : -0.5, k & 2 ? 0.5 : -0.5, k & 4 ? 0.5 : -0.5)));
  }
  const int quads[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  for (const auto& q : quads) {
    mesh.triangles.push_back({q[0], q[1], q[2]});
    mesh.triangles.push_back({q[0], q[2], q[3]});
  }
  return mesh;
}

// A torus about z.
inline TriangleMesh torus_mesh(double ring, double tube, int around, int across) {
  TriangleMesh mesh;
  for (int i = 0; i < around; ++i) {
    for (int k = 0; k < across; ++k) {
      const double u = 2 * M_PI * i / around, v = 2 * M_PI * k / across;
      const double r = ring + tube * std::cos(v);
      mesh.vertices.emplace_back(r * std::cos(u), r * std::sin(u), tube * std::sin(v));
      const int i1 = (i + 1) % around, k1 = (k + 1) % across;
      const int a = i * across + k, b = i1 * across + k, c = i1 * across + k1, d = i * across + k1;
      mesh.triangles.push_back({a, b, c});
      mesh.triangles.push_back({a, c, d});
    }
  }
  return mesh;
}

}  // namespace stiction

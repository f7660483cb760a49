// How the triangles of a deforming surface hang together, which no deformation changes.
#pragma once

#include <array>
#include <vector>

#include "geometry/mesh/triangle_mesh.h"
#include "model/material_point.h"

namespace stiction {

struct SurfaceTopology {
  struct Edge {
    std::array<int, 2> vertex;
    std::array<int, 2> triangle;  // triangle[0] runs from vertex[0] to vertex[1], triangle[1] the other way
    std::array<int, 2> side;      // which side of these triangles it is: side k joins corners k and k + 1
  };

  explicit SurfaceTopology(const TriangleMesh& mesh);

  // Every edge joins exactly two triangles, which agree about the outside: the surface of a solid. Others have no
  // edges here, and no inside.
  bool is_closed = false;
  std::vector<Edge> edges;
  std::vector<std::array<int, 3>> triangle_edges;  // of every triangle, by side; empty if not closed
  std::vector<int> vertex_begin;                   // triangles around vertex v: vertex_triangles[vertex_begin[v] ...)
  std::vector<int> vertex_triangles;
  std::vector<MaterialPoint> material;  // every vertex as a point of one of its triangles; not set: of no triangle
  double edge_length = 0;               // mean over all triangles' sides [m]

  // For contacts of a surface with itself: the vertices at most two edges from vertex v, itself among them, ascending:
  // ring[ring_begin[v] ...). Empty until asked for.
  void find_rings(const TriangleMesh& mesh);
  bool are_neighbours(int v, int w) const;
  std::vector<int> ring_begin, ring;
};

// A point of side k of a triangle, at `s` of the way from corner k to corner k + 1.
MaterialPoint point_on_side(int triangle, int k, double s);

}  // namespace stiction

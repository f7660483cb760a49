// How the tetrahedra that fill a surface hang together, which no deformation changes: made once per kind of body.
#pragma once

#include <array>
#include <vector>

#include "geometry/mesh/triangle_mesh.h"
#include "model/deformable.h"
#include "model/material_point.h"

namespace stiction {

// Points are the surface's vertices, then those within it.
struct FillingTopology {
  // The faces of the filling that one tetrahedron has for itself must be the triangles (programming error otherwise).
  FillingTopology(const TriangleMesh& surface, const SurfaceFilling& filling);

  // What lies behind face k (kTetFaces) of a tetrahedron: another one, or a triangle of the surface.
  struct Behind {
    std::array<int, 4> tet;       // -1: none
    std::array<int, 4> triangle;  // -1: none
  };

  int vertex_count = 0, point_count = 0;  // of the surface; and with the points within it
  std::vector<std::array<int, 4>> tets;
  std::vector<Behind> behind;                 // of every tetrahedron
  std::vector<std::array<int, 3>> triangles;  // of the surface

  // Of surface vertex v: the points that edges of tetrahedra join it with, ascending:
  // neighbours[neighbour_begin[v] ...); its triangles, ascending: around[around_begin[v] ...); and the vertex as a
  // point of one of them, with weights that are exactly 0 or 1.
  std::vector<int> neighbour_begin, neighbours;
  std::vector<int> around_begin, around;
  std::vector<MaterialPoint> material;

  // For bodies that touch themselves: the points at most two edges from surface vertex v, itself among them, ascending.
  void find_rings();
  bool is_within_ring(int vertex, int point) const;
  std::vector<int> ring_begin, ring;  // empty until asked for
};

}  // namespace stiction

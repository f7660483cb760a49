// How the triangles of a closed mesh hang together, with the normals that go with faces, edges and vertices.
#pragma once

#include <vector>

#include "geometry/mesh/triangle_mesh.h"

namespace stiction {

struct MeshTopology {
  struct Edge {
    int vertex[2];
    int triangle[2];  // triangle[0] runs from vertex[0] to vertex[1], triangle[1] the other way
    bool flat;        // the two triangles lie in one plane (to 1e-9 rad): not a feature of the surface
    bool convex;      // the solid is convex here; false for flat edges
  };

  std::vector<Vec3> normals;                       // per triangle, unit, outward
  std::vector<Edge> edges;                         // every edge of the mesh, once
  std::vector<std::array<int, 3>> triangle_edges;  // edge k joins corners k and k+1 of the triangle
  std::vector<int> vertex_begin;                   // triangles around vertex v: vertex_triangles[vertex_begin[v] ...)
  std::vector<int> vertex_triangles;
  // Angle-weighted mean of the normals around (not normalised): its sign tells inside from outside exactly.
  std::vector<Vec3> edge_normals;
  std::vector<Vec3> vertex_normals;
  // Where the sign of the mean normal at a vertex could be spoilt by rounding: 1 outside, -1 inside; else 0.
  std::vector<signed char> vertex_sides;
};

// Triangles around vertex v: triangles[begin[v] ...), ascending. Of any mesh.
void triangles_around_vertices(const TriangleMesh& mesh, std::vector<int>& begin, std::vector<int>& triangles);

// The mesh must be closed and consistently oriented (check_mesh finds nothing).
MeshTopology build_topology(const TriangleMesh& mesh);

}  // namespace stiction

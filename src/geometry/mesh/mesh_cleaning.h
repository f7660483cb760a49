// The first steps of a repair: what can go without changing the surface. Internal to this folder.
#pragma once

#include "geometry/mesh/triangle_mesh.h"

namespace stiction {

// Each returns how many it found.

// Vertices nearer than `distance` [m] to an earlier one become that one.
int weld_vertices(TriangleMesh& mesh, double distance);
// Triangles that name a vertex twice.
int drop_collapsed(TriangleMesh& mesh);
// Triangles on the same three vertices: one stays, turned as most of them are.
int drop_repeated(TriangleMesh& mesh);
// Triangles without area, whose third corner lies on their longest side: the neighbour over that side is cut in two at
// that corner, which leaves no gap. Without such a neighbour the triangle is dropped.
int resolve_flat_triangles(TriangleMesh& mesh, double extent);
int drop_unused_vertices(TriangleMesh& mesh);

}  // namespace stiction

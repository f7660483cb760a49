// The closed surface of a membrane: both sides, half the thickness from its nodes along their normals, and the rim.
#pragma once

#include <array>
#include <vector>

#include "base/types.h"
#include "geometry/mesh/triangle_mesh.h"

namespace stiction {

struct SheetSurface {
  TriangleMesh mesh;
  std::vector<int> node;       // of every vertex
  std::vector<double> offset;  // of every vertex along the normal of its node [m]
};
SheetSurface sheet_surface(const TriangleMesh& sheet, double thickness);

// Three tetrahedra for each triangle of the membrane, between the two sides of its surface.
std::vector<std::array<int, 4>> sheet_tets(const TriangleMesh& sheet);

// A flat rectangle about the origin in the x-y plane; size in x and y [m]. Every other row is shifted by half a column:
// equilateral triangles, which bend alike in all directions, where rows are sqrt(3) / 2 of a column high.
TriangleMesh rectangle_sheet(const Vec2& size, int columns, int rows);

// Edges with one triangle, in its direction.
std::vector<std::array<int, 2>> border_edges(const std::vector<std::array<int, 3>>& triangles);

// vertices += offset times the normals of the nodes at y: means of the triangles around, weighted by area.
void offset_vertices(const std::vector<std::array<int, 3>>& triangles, const std::vector<int>& node,
                     const std::vector<double>& offset, const VecX& y, std::vector<Vec3>& vertices);

}  // namespace stiction

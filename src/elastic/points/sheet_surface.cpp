#include "elastic/points/sheet_surface.h"

#include <algorithm>
#include <set>

namespace stiction {

std::vector<std::array<int, 2>> border_edges(const std::vector<std::array<int, 3>>& triangles) {
  std::set<std::array<int, 2>> all;
  for (const auto& t : triangles)
    for (int k = 0; k < 3; ++k) all.insert({t[k], t[(k + 1) % 3]});
  std::vector<std::array<int, 2>> border;
  for (const auto& [a, b] : all)
    if (all.count({b, a}) == 0) border.push_back({a, b});
  return border;
}

TriangleMesh rectangle_sheet(const Vec2& size, int columns, int rows) {
  TriangleMesh mesh;
  std::vector<int> row_begin;
  for (int j = 0; j <= rows; ++j) {
    row_begin.push_back(static_cast<int>(mesh.vertices.size()));
    const double y = size[1] * (static_cast<double>(j) / rows - 0.5);
    const int last = j % 2 == 0 ? columns : columns + 1;
    for (int i = 0; i <= last; ++i) {
      const double place = j % 2 == 0 ? i : std::clamp(i - 0.5, 0.0, 1.0 * columns);
      mesh.vertices.emplace_back(size[0] * (place / columns - 0.5), y, 0);
    }
  }
  for (int j = 0; j < rows; ++j) {
    const int whole = row_begin[j % 2 == 0 ? j : j + 1], shifted = row_begin[j % 2 == 0 ? j + 1 : j];
    const auto add = [&](int a, int b, int c) {
      mesh.triangles.push_back(j % 2 == 0 ? std::array{a, b, c} : std::array{b, a, c});
    };
    for (int i = 0; i <= columns; ++i) {
      add(whole + i, shifted + i + 1, shifted + i);
      if (i < columns) add(whole + i, whole + i + 1, shifted + i + 1);
    }
  }
  return mesh;
}

SheetSurface sheet_surface(const TriangleMesh& sheet, double thickness) {
  SheetSurface surface;
  const int nodes = static_cast<int>(sheet.vertices.size());
  VecX y(3 * nodes);
  for (int i = 0; i < nodes; ++i) y.segment<3>(3 * i) = sheet.vertices[i];
  for (const double side : {0.5, -0.5}) {
    for (int i = 0; i < nodes; ++i) {
      surface.mesh.vertices.push_back(sheet.vertices[i]);
      surface.node.push_back(i);
      surface.offset.push_back(side * thickness);
    }
  }
  offset_vertices(sheet.triangles, surface.node, surface.offset, y, surface.mesh.vertices);
  for (const auto& [a, b, c] : sheet.triangles) {
    surface.mesh.triangles.push_back({a, b, c});
    surface.mesh.triangles.push_back({nodes + a, nodes + c, nodes + b});
  }
  for (const auto& [a, b] : border_edges(sheet.triangles)) {  // divided as sheet_tets() has it
    if (a < b) {
      surface.mesh.triangles.push_back({b, a, nodes + a});
      surface.mesh.triangles.push_back({b, nodes + a, nodes + b});
    } else {
      surface.mesh.triangles.push_back({b, a, nodes + b});
      surface.mesh.triangles.push_back({a, nodes + a, nodes + b});
    }
  }
  return surface;
}

// With a < b < c: rectangles between the sides are divided from the lower one's smaller number to the upper one's
// larger, alike in both triangles of an edge.
std::vector<std::array<int, 4>> sheet_tets(const TriangleMesh& sheet) {
  const int nodes = static_cast<int>(sheet.vertices.size());
  std::vector<std::array<int, 4>> tets;
  for (std::array<int, 3> corners : sheet.triangles) {
    bool mirrored = false;
    for (const int i : {0, 1, 0}) {
      if (corners[i] < corners[i + 1]) continue;
      std::swap(corners[i], corners[i + 1]);
      mirrored = !mirrored;
    }
    const auto [a, b, c] = corners;
    for (std::array<int, 4> tet : {std::array{nodes + a, nodes + b, nodes + c, c},
                                   std::array{nodes + a, nodes + b, c, b}, std::array{nodes + a, b, c, a}}) {
      if (mirrored) std::swap(tet[0], tet[1]);
      tets.push_back(tet);
    }
  }
  return tets;
}

void offset_vertices(const std::vector<std::array<int, 3>>& triangles, const std::vector<int>& node,
                     const std::vector<double>& offset, const VecX& y, std::vector<Vec3>& vertices) {
  thread_local VecX normals;
  normals.setZero(y.size());
  for (const auto& t : triangles) {
    const Vec3 a = y.segment<3>(3 * t[0]), b = y.segment<3>(3 * t[1]), c = y.segment<3>(3 * t[2]);
    const Vec3 area = (b - a).cross(c - a);
    for (const int corner : t) normals.segment<3>(3 * corner) += area;
  }
  for (std::size_t v = 0; v < vertices.size(); ++v) {
    vertices[v] += offset[v] * normals.segment<3>(3 * node[v]).stableNormalized();
  }
}

}  // namespace stiction

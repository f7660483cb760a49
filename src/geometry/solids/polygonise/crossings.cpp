#include "geometry/solids/polygonise/crossings.h"

#include <algorithm>
#include <cmath>

#include "geometry/solids/polygonise/region.h"

namespace stiction {
namespace {

constexpr double kFoldedCosine = -0.995;  // between neighbours: 6 degrees open

double volume(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  return (b - a).cross(c - a).dot(d - a);
}

bool pierces(const Vec3& p, const Vec3& q, const Vec3& a, const Vec3& b, const Vec3& c) {
  // Triangles of one plane, up to rounding, do not pierce each other.
  const double size = std::max({(b - a).norm(), (c - a).norm(), (p - a).norm(), (q - a).norm()});
  const double rounding = 1e-14 * size * size * size, above = volume(a, b, c, p), below = volume(a, b, c, q);
  if (!(std::min(above, below) < -rounding && std::max(above, below) > rounding)) return false;
  const double s = volume(p, q, a, b), t = volume(p, q, b, c), u = volume(p, q, c, a);
  return (s >= 0 && t >= 0 && u >= 0) || (s <= 0 && t <= 0 && u <= 0);
}

bool has(const std::array<int, 3>& t, int vertex) {
  return t[0] == vertex || t[1] == vertex || t[2] == vertex;
}

bool edges_pierce(const TriangleMesh& mesh, const std::array<int, 3>& edges, const std::array<int, 3>& t) {
  for (int k = 0; k < 3; ++k) {
    const int p = edges[k], q = edges[(k + 1) % 3];
    if (has(t, p) || has(t, q)) continue;
    if (pierces(mesh.vertices[p], mesh.vertices[q], mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]])) {
      return true;
    }
  }
  return false;
}

Vec3 unit_normal(const TriangleMesh& mesh, const std::array<int, 3>& t) {
  const Vec3& a = mesh.vertices[t[0]];
  return (mesh.vertices[t[1]] - a).cross(mesh.vertices[t[2]] - a).normalized();
}

bool cross(const TriangleMesh& mesh, const std::array<int, 3>& x, const std::array<int, 3>& y) {
  const int shared = (has(y, x[0]) ? 1 : 0) + (has(y, x[1]) ? 1 : 0) + (has(y, x[2]) ? 1 : 0);
  if (shared >= 2) return unit_normal(mesh, x).dot(unit_normal(mesh, y)) < kFoldedCosine;
  return edges_pierce(mesh, x, y) || edges_pierce(mesh, y, x);
}

}  // namespace

std::vector<int> crossing_triangles(const TriangleMesh& mesh, double spacing) {
  const double cell = 2 * spacing;
  std::vector<Aabb> boxes(mesh.triangles.size());
  std::vector<std::pair<std::uint64_t, int>> entries;
  for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) {
    for (const int v : mesh.triangles[t]) boxes[t].include(mesh.vertices[v]);
    for_each_grid_cell(boxes[t], cell, [&](std::uint64_t key) { entries.emplace_back(key, t); });
  }
  std::sort(entries.begin(), entries.end());
  std::vector<char> crosses(mesh.triangles.size(), 0);
  for (std::size_t begin = 0, end = 0; begin < entries.size(); begin = end) {
    while (end < entries.size() && entries[end].first == entries[begin].first) ++end;
    for (std::size_t i = begin; i < end; ++i) {
      for (std::size_t j = begin; j < i; ++j) {
        const int s = entries[i].second, t = entries[j].second;
        if ((crosses[s] && crosses[t]) || !boxes[s].overlaps(boxes[t])) continue;
        if (cross(mesh, mesh.triangles[s], mesh.triangles[t])) crosses[s] = crosses[t] = 1;
      }
    }
  }
  std::vector<int> list;
  for (int t = 0; t < static_cast<int>(crosses.size()); ++t) {
    if (crosses[t]) list.push_back(t);
  }
  return list;
}

}  // namespace stiction

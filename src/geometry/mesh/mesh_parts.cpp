#include "geometry/mesh/mesh_parts.h"

#include <algorithm>

#include "geometry/mesh/box_tree.h"
#include "geometry/mesh/exact_predicates.h"

namespace stiction {
namespace {

// How often the triangle, seen along x, winds around the ray from `origin` (-1, 0, 1). A ray that hits an edge or a
// vertex counts as if it were shifted a little towards smaller y, and by much less towards smaller z: the same for all.
int winding(const Vec3& origin, const std::array<Vec3, 3>& corners) {
  const Vec2 p(origin.y(), origin.z());
  int result = 0;
  for (int i = 0; i < 3; ++i) {
    const Vec2 a(corners[i].y(), corners[i].z()), b(corners[(i + 1) % 3].y(), corners[(i + 1) % 3].z());
    const bool a_below = a.y() < p.y(), b_below = b.y() < p.y();
    if (a_below == b_below) continue;
    // Edges that rise or fall past p on its right side, with p on the edge counted as left of it.
    const int turn = a_below ? orient2d(a, b, p) : orient2d(b, a, p);
    if (turn >= 0) result += a_below ? 1 : -1;
  }
  return result;
}

// Does the ray from `origin` along +x cross the triangle?
bool ray_crosses(const Vec3& origin, const std::array<Vec3, 3>& corners) {
  const int turns = winding(origin, corners);
  // Counter-clockwise seen from +x: the triangle faces +x, and lies ahead if the origin is behind it.
  return turns != 0 && orient3d(corners[0], corners[1], corners[2], origin) == turns;
}

void find_depths(const TriangleMesh& mesh, const std::vector<int>& part_of, std::vector<MeshPart>& parts) {
  const std::vector<Vec3> vertices = normalised_vertices(mesh.vertices);
  const BoxTree tree(vertices, mesh.triangles);
  std::vector<int> crossed;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    crossed.clear();
    const Vec3& origin = vertices[mesh.triangles[parts[i].first_triangle][0]];
    tree.for_each_on_ray(origin, [&](int t) {
      const auto& [a, b, c] = mesh.triangles[t];
      if (part_of[t] < 0 || part_of[t] == static_cast<int>(i)) return;
      if (ray_crosses(origin, {vertices[a], vertices[b], vertices[c]})) crossed.push_back(part_of[t]);
    });
    // A part crossed an odd number of times contains the origin.
    std::sort(crossed.begin(), crossed.end());
    for (std::size_t begin = 0; begin < crossed.size();) {
      const std::size_t end = std::upper_bound(crossed.begin(), crossed.end(), crossed[begin]) - crossed.begin();
      parts[i].depth += static_cast<int>((end - begin) % 2);
      begin = end;
    }
  }
}

}  // namespace

std::vector<MeshPart> measure_parts(const TriangleMesh& mesh, const Orientation& orientation) {
  std::vector<MeshPart> parts(orientation.part_count);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    if (orientation.part[t] < 0) continue;
    MeshPart& part = parts[orientation.part[t]];
    if (part.first_triangle < 0) part.first_triangle = static_cast<int>(t);
    const Vec3& origin = mesh.vertices[mesh.triangles[part.first_triangle][0]];
    const auto& [a, b, c] = mesh.triangles[t];
    const Vec3 u = mesh.vertices[a] - origin, v = mesh.vertices[b] - origin, w = mesh.vertices[c] - origin;
    part.volume += u.dot(v.cross(w)) / 6;
    part.area += (v - u).cross(w - u).norm() / 2;
  }
  if (parts.size() > 1) find_depths(mesh, orientation.part, parts);
  return parts;
}

}  // namespace stiction

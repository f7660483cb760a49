#include "geometry/mesh/mesh_parts.h"

#include <memory>

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

// A box per part, and who may look into it: only a part that lies in the box of another can be inside it.
class PartSearch {
 public:
  PartSearch(const std::vector<Vec3>& vertices, const std::vector<Triangle>& triangles, const std::vector<int>& part_of,
             std::size_t part_count)
      : vertices_(vertices), members_(part_count), trees_(part_count) {
    for (std::size_t t = 0; t < triangles.size(); ++t)
      if (part_of[t] >= 0) members_[part_of[t]].push_back(triangles[t]);
    std::vector<BoxTree::Item> boxes;
    for (std::size_t part = 0; part < part_count; ++part) {
      Aabb box;
      for (const Triangle& t : members_[part])
        for (const int v : t) box.include(vertices[v]);
      boxes.push_back({box, static_cast<int>(part)});
    }
    boxes_ = BoxTree(std::move(boxes));
  }

  // The number of other parts that contain the point of a part.
  int depth(int part, const Vec3& point) {
    int depth = 0;
    boxes_.for_each_around(point, [&](int other) {
      if (other != part) depth += crosses_odd_times(other, point) ? 1 : 0;
    });
    return depth;
  }
  long long tests() const { return tests_; }

 private:
  bool crosses_odd_times(int part, const Vec3& point) {
    std::unique_ptr<BoxTree>& tree = trees_[part];
    if (!tree) tree = std::make_unique<BoxTree>(vertices_, members_[part]);
    bool odd = false;
    tree->for_each_on_ray(point, [&](int t) {
      const auto& [a, b, c] = members_[part][t];
      ++tests_;
      if (ray_crosses(point, {vertices_[a], vertices_[b], vertices_[c]})) odd = !odd;
    });
    return odd;
  }

  const std::vector<Vec3>& vertices_;
  std::vector<std::vector<Triangle>> members_;   // of each part
  std::vector<std::unique_ptr<BoxTree>> trees_;  // over them, where they were needed
  BoxTree boxes_{std::vector<BoxTree::Item>{}};  // of the parts
  long long tests_ = 0;
};

}  // namespace

std::vector<MeshPart> measure_parts(const TriangleMesh& mesh, const Orientation& orientation, long long* tests) {
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
  if (parts.size() <= 1) return parts;
  const std::vector<Vec3> vertices = normalised_vertices(mesh.vertices);
  PartSearch search(vertices, mesh.triangles, orientation.part, parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    parts[i].depth = search.depth(static_cast<int>(i), vertices[mesh.triangles[parts[i].first_triangle][0]]);
  }
  if (tests) *tests = search.tests();
  return parts;
}

}  // namespace stiction

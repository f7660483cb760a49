// A sphere tree over the triangles of a mesh: exact searches far from the surface and while fields are built.
#pragma once

#include <algorithm>
#include <vector>

#include "geometry/field/sphere_tree.h"
#include "geometry/field/triangle_distance.h"

namespace stiction {

// A ball that moves along a segment, about the triangles of a node: tight around needles side by side, where a ball is
// not.
struct Capsule {
  Vec3 from, along;  // the segment runs from `from` to from + along [m]
  double inverse2;   // of the squared length of `along`, 0 if that is 0 [1/m^2]
  double radius;     // [m]
  double distance_to_axis(const Vec3& p) const {
    const Vec3 offset = p - from;
    return (offset - std::clamp(offset.dot(along) * inverse2, 0.0, 1.0) * along).norm();
  }
};

struct TriangleTree {
  SphereTree tree;
  std::vector<int> order;         // leaves name positions in it
  std::vector<Capsule> capsules;  // of the nodes, if the mesh has many needles; else empty
};

TriangleTree build_triangle_tree(const TriangleMesh& mesh);

// The nearest point of the surface. guess: a triangle that is likely to be near, if one is known; only for speed.
// measured: if not null, is raised by how many triangles were measured.
TriangleFoot find_nearest_triangle(const TriangleMesh& mesh, const MeshTopology& topology, const TriangleTree& tree,
                                   const Vec3& p, int guess = -1, long long* measured = nullptr);
// Without capsules.
TriangleFoot find_nearest_triangle(const TriangleMesh& mesh, const MeshTopology& topology, const SphereTree& tree,
                                   const std::vector<int>& order, const Vec3& p, int guess = -1);

// All triangles within `limit` of the point, with their distances [m], in the order of the tree.
struct TriangleAt {
  int triangle;
  double distance;
};
void find_triangles_within(const TriangleMesh& mesh, const MeshTopology& topology, const TriangleTree& tree,
                           const Vec3& p, double limit, std::vector<TriangleAt>& found);

}  // namespace stiction

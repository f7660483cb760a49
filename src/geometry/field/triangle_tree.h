// A sphere tree over the triangles of a mesh: exact searches far from the surface and while fields are built.
#pragma once

#include <vector>

#include "geometry/field/sphere_tree.h"
#include "geometry/field/triangle_distance.h"

namespace stiction {

struct TriangleTree {
  SphereTree tree;
  std::vector<int> order;  // leaves name positions in it
};

TriangleTree build_triangle_tree(const TriangleMesh& mesh);
// Long, thin triangles have several leaves: balls around them whole would overlap each other by far. For searches that
// may meet a triangle more than once.
TriangleTree build_sliced_triangle_tree(const TriangleMesh& mesh);

// The nearest point of the surface. guess: a triangle that is likely to be near, if one is known; only for speed.
// measured: if not null, is raised by how many triangles were measured.
TriangleFoot find_nearest_triangle(const TriangleMesh& mesh, const MeshTopology& topology, const SphereTree& tree,
                                   const std::vector<int>& order, const Vec3& p, int guess = -1,
                                   long long* measured = nullptr);

// All triangles within `limit` of the point, with their distances [m], in the order of the tree; of a sliced tree some
// of them several times.
struct TriangleAt {
  int triangle;
  double distance;
};
void find_triangles_within(const TriangleMesh& mesh, const MeshTopology& topology, const TriangleTree& tree,
                           const Vec3& p, double limit, std::vector<TriangleAt>& found);

}  // namespace stiction

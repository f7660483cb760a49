#include "collision/deforming/near_at_rest.h"

#include <algorithm>

#include "collision/convex/closest_features.h"
#include "collision/deforming/surface_contact.h"
#include "collision/deforming/triangle_foot.h"

namespace stiction {
namespace {

using surface_limits::kRestApart;

Vec3 unit_normal(const TriangleMesh& mesh, int triangle) {
  const auto& [a, b, c] = mesh.triangles[triangle];
  const Vec3 product = (mesh.vertices[b] - mesh.vertices[a]).cross(mesh.vertices[c] - mesh.vertices[a]);
  return product.norm() > 0 ? Vec3(product.normalized()) : Vec3(Vec3::Zero());
}

// Outward, between its two faces; not a unit vector.
Vec3 outward(const BoundedTree& tree, int edge) {
  const auto& [left, right] = tree.topology().edges[edge].triangle;
  return unit_normal(tree.mesh(), left) + unit_normal(tree.mesh(), right);
}

}  // namespace

// Neighbours, and what is behind the triangle.
bool near_at_rest(const BoundedTree& tree, int vertex, int triangle) {
  const TriangleMesh& mesh = tree.mesh();
  const auto& [a, b, c] = mesh.triangles[triangle];
  for (const int corner : {a, b, c}) {
    if (tree.topology().are_neighbours(vertex, corner)) return true;
  }
  const NearTriangle rest{triangle, mesh.vertices[a], mesh.vertices[b], mesh.vertices[c], unit_normal(mesh, triangle)};
  if (rest.normal.dot(mesh.vertices[vertex] - rest.a) > 0) return false;
  const double limit = kRestApart * tree.topology().edge_length;
  return nearest_on_triangle(rest, mesh.vertices[vertex]).distance2 < limit * limit;
}

// Neighbours, and what is behind one of the two.
bool edges_near_at_rest(const BoundedTree& tree, int edge, int other) {
  const std::vector<Vec3>& places = tree.mesh().vertices;
  const auto &ends = tree.topology().edges[edge].vertex, &other_ends = tree.topology().edges[other].vertex;
  for (const int v : ends) {
    for (const int w : other_ends) {
      if (tree.topology().are_neighbours(v, w)) return true;
    }
  }
  const SegmentPoints nearest =
      closest_on_segments(places[ends[0]], places[ends[1]], places[other_ends[0]], places[other_ends[1]]);
  const Vec3 apart = nearest.on_second - nearest.on_first;
  const double limit = kRestApart * tree.topology().edge_length;
  if (!(apart.squaredNorm() < limit * limit)) return false;
  return !(outward(tree, edge).dot(apart) > 0 && outward(tree, other).dot(apart) < 0);
}

}  // namespace stiction

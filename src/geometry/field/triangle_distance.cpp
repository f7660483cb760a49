#include "geometry/field/triangle_distance.h"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

// Index among all faces, edges or vertices.
int feature_index(const TriangleMesh& mesh, const MeshTopology& topology, const TriangleFoot& foot) {
  if (foot.feature == MeshFeature::kFace) return foot.triangle;
  if (foot.feature == MeshFeature::kEdge) return topology.triangle_edges[foot.triangle][foot.part];
  return mesh.triangles[foot.triangle][foot.part];
}

void keep_nearer(const TriangleMesh& mesh, const MeshTopology& topology, const TriangleFoot& foot, TriangleFoot& best) {
  if (foot.distance2 > best.distance2) return;
  if (foot.distance2 == best.distance2) {
    if (foot.feature > best.feature) return;
    if (foot.feature == best.feature) {
      const int index = feature_index(mesh, topology, foot), best_index = feature_index(mesh, topology, best);
      if (index > best_index || (index == best_index && foot.triangle >= best.triangle)) return;
    }
  }
  best = foot;
}

// The nearest point of side k, run through from its lower vertex index to the higher one.
TriangleFoot side_foot(const TriangleMesh& mesh, int t, int k, const Vec3& p) {
  int from = k, to = (k + 1) % 3;
  const auto& corners = mesh.triangles[t];
  if (corners[from] > corners[to]) std::swap(from, to);
  const Vec3& a = mesh.vertices[corners[from]];
  const Vec3& b = mesh.vertices[corners[to]];
  const Vec3 along = b - a;
  const double s = (p - a).dot(along), length2 = along.squaredNorm();
  if (s <= 0) return {(p - a).squaredNorm(), t, MeshFeature::kVertex, from, a};
  if (s >= length2) return {(p - b).squaredNorm(), t, MeshFeature::kVertex, to, b};
  const Vec3 point = a + (s / length2) * along;
  return {(p - point).squaredNorm(), t, MeshFeature::kEdge, k, point};
}

double side_of_vertex(const MeshTopology& topology, int v, const Vec3& offset) {
  const int side = topology.vertex_sides[v];
  return side != 0 ? side : topology.vertex_normals[v].dot(offset);
}

double side_of_edge(const MeshTopology& topology, int e, const Vec3& offset) {
  const MeshTopology::Edge& edge = topology.edges[e];
  const bool sharp = topology.normals[edge.triangle[0]].dot(topology.normals[edge.triangle[1]]) < 0;
  if (sharp) return edge.convex ? 1 : -1;
  return topology.edge_normals[e].dot(offset);
}

NearestSurface on_face(const TriangleMesh& mesh, const MeshTopology& topology, int t, const Vec3& p) {
  const Vec3& normal = topology.normals[t];
  const double distance = normal.dot(p - mesh.vertices[mesh.triangles[t][0]]);
  return {distance, p - distance * normal, MeshFeature::kFace, t};
}

}  // namespace

void measure_triangle(const TriangleMesh& mesh, const MeshTopology& topology, int t, const Vec3& p,
                      TriangleFoot& best) {
  const auto& corners = mesh.triangles[t];
  const Vec3& normal = topology.normals[t];
  const Vec3 &a = mesh.vertices[corners[0]], &b = mesh.vertices[corners[1]], &c = mesh.vertices[corners[2]];
  const Vec3 from[3] = {p - a, p - b, p - c};
  const double height = normal.dot(from[0]), height2 = height * height;
  // Nothing of the triangle is nearer than its plane. The slack, above the rounding of all that is compared with it,
  // leaves equal distances to keep_nearer.
  const double limit = best.distance2 * (1 + 1e-12) + 2e-15 * from[0].squaredNorm();
  if (height2 > limit) return;
  const Vec3 along[3] = {b - a, c - b, a - c};
  bool beyond[3];
  for (int k = 0; k < 3; ++k) {
    const double side = normal.dot(along[k].cross(from[k]));  // positive: on the triangle's side of the edge
    beyond[k] = !(side > 0);
    // Nothing of the triangle is nearer than the line that p lies beyond.
    if (beyond[k] && side * side > (limit - height2) * along[k].squaredNorm()) return;
  }
  if (!beyond[0] && !beyond[1] && !beyond[2]) {
    keep_nearer(mesh, topology, {height2, t, MeshFeature::kFace, 0, p - height * normal}, best);
    return;
  }
  for (int k = 0; k < 3; ++k)
    if (beyond[k]) keep_nearer(mesh, topology, side_foot(mesh, t, k, p), best);
}

NearestSurface resolve_foot(const TriangleMesh& mesh, const MeshTopology& topology, const TriangleFoot& foot,
                            const Vec3& p) {
  const int index = feature_index(mesh, topology, foot);
  const Vec3 offset = p - foot.point;
  if (foot.feature == MeshFeature::kFace) return on_face(mesh, topology, index, p);
  double side = 0;
  if (foot.feature == MeshFeature::kEdge) {
    const MeshTopology::Edge& edge = topology.edges[index];
    if (edge.flat) return on_face(mesh, topology, std::min(edge.triangle[0], edge.triangle[1]), p);
    side = side_of_edge(topology, index, offset);
  } else {
    if (is_flat_vertex(mesh, topology, index))
      return on_face(mesh, topology, topology.vertex_triangles[topology.vertex_begin[index]], p);
    side = side_of_vertex(topology, index, offset);
  }
  const double distance = std::sqrt(foot.distance2);
  return {side < 0 ? -distance : distance, foot.point, foot.feature, index};
}

bool is_flat_vertex(const TriangleMesh& mesh, const MeshTopology& topology, int vertex) {
  for (int i = topology.vertex_begin[vertex]; i < topology.vertex_begin[vertex + 1]; ++i) {
    const int t = topology.vertex_triangles[i];
    for (int k = 0; k < 3; ++k) {
      const bool here = mesh.triangles[t][k] == vertex || mesh.triangles[t][(k + 1) % 3] == vertex;
      if (here && !topology.edges[topology.triangle_edges[t][k]].flat) return false;
    }
  }
  return true;
}

}  // namespace stiction

#include "collision/deforming/surface_normals.h"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

Vec3 unit_or_zero(const Vec3& v) {
  const double length = v.norm();
  return length > 0 ? Vec3(v / length) : Vec3(Vec3::Zero());
}

Vec3 vertex_normal(const PlacedSurface& surface, int v) {
  const SurfaceTopology& topology = surface.topology();
  const Vec3& apex = surface.vertex(v);
  Vec3 sum = Vec3::Zero();
  for (int i = topology.vertex_begin[v]; i < topology.vertex_begin[v + 1]; ++i) {
    const int t = topology.vertex_triangles[i];
    const auto& corners = surface.mesh().triangles[t];
    const int k = corners[0] == v ? 0 : corners[1] == v ? 1 : 2;
    const Vec3 one = surface.vertex(corners[(k + 1) % 3]) - apex, two = surface.vertex(corners[(k + 2) % 3]) - apex;
    sum += std::atan2(one.cross(two).norm(), one.dot(two)) * surface.normal(t);
  }
  return unit_or_zero(sum);
}

}  // namespace

Vec3 pseudonormal(const PlacedSurface& surface, const SurfaceFeature& feature) {
  if (feature.kind == MeshFeature::kFace) return surface.normal(feature.index);
  if (feature.kind == MeshFeature::kVertex) return vertex_normal(surface, feature.index);
  const SurfaceTopology::Edge& edge = surface.topology().edges[feature.index];
  return unit_or_zero(surface.normal(edge.triangle[0]) + surface.normal(edge.triangle[1]));
}

void normals_around(const PlacedSurface& surface, const SurfaceFeature& feature, std::vector<Vec3>& normals) {
  const SurfaceTopology& topology = surface.topology();
  normals.clear();
  if (feature.kind == MeshFeature::kFace) {
    normals.push_back(surface.normal(feature.index));
  } else if (feature.kind == MeshFeature::kEdge) {
    for (const int t : topology.edges[feature.index].triangle) normals.push_back(surface.normal(t));
  } else {
    for (int i = topology.vertex_begin[feature.index]; i < topology.vertex_begin[feature.index + 1]; ++i) {
      normals.push_back(surface.normal(topology.vertex_triangles[i]));
    }
  }
}

}  // namespace stiction

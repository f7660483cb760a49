#include "geometry/mesh/triangle_mesh.h"

#include <utility>

namespace stiction {

Aabb mesh_bounds(const TriangleMesh& mesh) {
  Aabb bounds;
  for (const Vec3& vertex : mesh.vertices) bounds.include(vertex);
  return bounds;
}

TriangleMesh scaled(TriangleMesh mesh, const Vec3& scale) {
  for (Vec3& vertex : mesh.vertices) vertex = vertex.cwiseProduct(scale);
  if (scale.prod() < 0) {
    for (auto& triangle : mesh.triangles) std::swap(triangle[1], triangle[2]);
  }
  return mesh;
}

}  // namespace stiction

#include "bench/peers/engines/bullet_mesh.h"

namespace stiction::bench {
namespace {

constexpr double kMargin = 1e-4;  // around each triangle [m]

}  // namespace

BulletMeshes::Data::Data(const TriangleMesh& mesh, const Quat& axes) {
  for (const Vec3& vertex : mesh.vertices) {
    const Vec3 turned = axes.conjugate() * vertex;
    vertices.insert(vertices.end(), turned.data(), turned.data() + 3);
  }
  for (const auto& corners : mesh.triangles) triangles.insert(triangles.end(), corners.begin(), corners.end());
  btIndexedMesh indexed;
  indexed.m_numTriangles = static_cast<int>(mesh.triangles.size());
  indexed.m_triangleIndexBase = reinterpret_cast<const unsigned char*>(triangles.data());
  indexed.m_triangleIndexStride = 3 * sizeof(int);
  indexed.m_numVertices = static_cast<int>(mesh.vertices.size());
  indexed.m_vertexBase = reinterpret_cast<const unsigned char*>(vertices.data());
  indexed.m_vertexStride = 3 * sizeof(double);
  indexed.m_vertexType = PHY_DOUBLE;
  arrays.addIndexedMesh(indexed, PHY_INTEGER);
  shape = std::make_unique<btGImpactMeshShape>(&arrays);
  shape->setMargin(kMargin);
  shape->updateBound();
}

btCollisionShape* BulletMeshes::shape_of(const MeshShape& shape, const Quat& axes) {
  std::unique_ptr<Data>& data = data_[shape.geometry.get()];
  if (data == nullptr) data = std::make_unique<Data>(shape.geometry->mesh(), axes);
  return data->shape.get();
}

}  // namespace stiction::bench

#include "bench/peers/engines/ode_mesh.h"

namespace stiction::bench {

OdeMeshes::Data::Data(const TriangleMesh& mesh) : id(dGeomTriMeshDataCreate()) {
  for (const Vec3& vertex : mesh.vertices) vertices.insert(vertices.end(), vertex.data(), vertex.data() + 3);
  for (const auto& corners : mesh.triangles) triangles.insert(triangles.end(), corners.begin(), corners.end());
  dGeomTriMeshDataBuildDouble(id, vertices.data(), 3 * sizeof(dReal), static_cast<int>(mesh.vertices.size()),
                              triangles.data(), static_cast<int>(triangles.size()), 3 * sizeof(dTriIndex));
}

OdeMeshes::Data::~Data() {
  dGeomTriMeshDataDestroy(id);
}

dGeomID OdeMeshes::add(dSpaceID space, const MeshShape& shape) {
  std::unique_ptr<Data>& data = data_[shape.geometry.get()];
  if (data == nullptr) data = std::make_unique<Data>(shape.geometry->mesh());
  return geometries_.emplace_back(dCreateTriMesh(space, data->id, nullptr, nullptr, nullptr));
}

void OdeMeshes::keep_places() const {
  for (dGeomID geometry : geometries_) {
    const dReal *p = dGeomGetPosition(geometry), *r = dGeomGetRotation(geometry);  // r: rows of four
    const dMatrix4 place = {r[0], r[4], r[8], 0, r[1], r[5], r[9], 0, r[2], r[6], r[10], 0, p[0], p[1], p[2], 1};
    dGeomTriMeshSetLastTransform(geometry, place);
  }
}

}  // namespace stiction::bench

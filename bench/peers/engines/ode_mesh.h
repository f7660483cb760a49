// Triangle meshes of ODE. The library reads vertices and triangles where they were handed over: they are kept here.
#pragma once

#include <ode/ode.h>

#include <map>
#include <memory>
#include <vector>

#include "geometry/shape.h"

namespace stiction::bench {

class OdeMeshes {
 public:
  // A geometry in `space`; bodies with the same mesh share its data. The space must go before this does.
  dGeomID add(dSpaceID space, const MeshShape& shape);
  // Tells every geometry where it has been; after collision, before bodies move. Builds with the older collider of
  // meshes need it, to others it makes no difference.
  void keep_places() const;

 private:
  struct Data {
    explicit Data(const TriangleMesh& mesh);
    ~Data();
    Data(const Data&) = delete;
    Data& operator=(const Data&) = delete;

    std::vector<dReal> vertices;       // 3 a vertex [m]
    std::vector<dTriIndex> triangles;  // 3 a triangle
    dTriMeshDataID id;
  };
  std::map<const MeshGeometry*, std::unique_ptr<Data>> data_;
  std::vector<dGeomID> geometries_;
};

}  // namespace stiction::bench

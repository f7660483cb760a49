// Triangle meshes of Bullet that move and may be of any shape: GImpact.
#pragma once

#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <btBulletDynamicsCommon.h>

#include <map>
#include <memory>
#include <vector>

#include "geometry/shape.h"

namespace stiction::bench {

// Bodies with the same mesh share one shape.
class BulletMeshes {
 public:
  // The mesh in a frame turned by `axes` from its own, the same for every body that has it.
  btCollisionShape* shape_of(const MeshShape& shape, const Quat& axes);

 private:
  // The library reads vertices and triangles where they were handed over.
  struct Data {
    Data(const TriangleMesh& mesh, const Quat& axes);
    Data(const Data&) = delete;
    Data& operator=(const Data&) = delete;

    std::vector<double> vertices;  // 3 a vertex [m]
    std::vector<int> triangles;    // 3 a triangle
    btTriangleIndexVertexArray arrays;
    std::unique_ptr<btGImpactMeshShape> shape;
  };
  std::map<const MeshGeometry*, std::unique_ptr<Data>> data_;
};

}  // namespace stiction::bench

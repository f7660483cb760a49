// A triangle mesh as it comes from a file or from a procedural solid.
#pragma once

#include <array>
#include <vector>

#include "base/types.h"

namespace stiction {

struct TriangleMesh {
  std::vector<Vec3> vertices;                 // [m]
  std::vector<std::array<int, 3>> triangles;  // counter-clockwise seen from outside
};

Aabb mesh_bounds(const TriangleMesh& mesh);
// Multiplies the coordinates; a mirroring scale (odd number of negative factors) also turns the triangles round.
TriangleMesh scaled(TriangleMesh mesh, const Vec3& scale);

}  // namespace stiction

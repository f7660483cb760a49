// 128 bits that tell meshes apart, by every bit of their vertices and triangles.
#pragma once

#include <cstdint>

#include "geometry/mesh/triangle_mesh.h"

namespace stiction {

struct MeshFingerprint {
  std::uint64_t first = 0, second = 0;  // two unrelated hashes of the same bits
  bool operator==(const MeshFingerprint&) const = default;
};

MeshFingerprint mesh_fingerprint(const TriangleMesh& mesh);

}  // namespace stiction

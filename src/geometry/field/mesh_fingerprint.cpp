#include "geometry/field/mesh_fingerprint.h"

#include <bit>

#include "base/hash.h"

namespace stiction {

MeshFingerprint mesh_fingerprint(const TriangleMesh& mesh) {
  Hash64 first;
  std::uint64_t second = 0x5354494354494f4eULL;
  const auto add = [&](std::uint64_t word) {
    first.add(word);
    second = mix_hash(second, word);
  };
  add(mesh.vertices.size());
  for (const Vec3& v : mesh.vertices)
    for (double x : v) add(std::bit_cast<std::uint64_t>(x));
  add(mesh.triangles.size());
  for (const auto& t : mesh.triangles)
    for (int v : t) add(static_cast<std::uint64_t>(v));
  return {first.value(), second};
}

}  // namespace stiction

#include "geometry/field/field_cache.h"

namespace stiction {

DistanceField cached_field(const TriangleMesh& mesh, const MeshTopology& topology, double cell, double band,
                           const std::filesystem::path& folder) {
  return DistanceField(mesh, topology, cell, band);
}

}  // namespace stiction

// Better angles by moving vertices: inner ones anywhere inside, those of the surface along it, those of creases not at
// all.
#pragma once

#include <cstdint>
#include <vector>

#include "geometry/solids/polygonise/level_set.h"
#include "geometry/tetra/tet_mesh.h"

namespace stiction {

enum class TetVertexKind : std::uint8_t { kInner, kSurface, kCrease };

// The tetrahedra around each vertex.
class TetFans {
 public:
  explicit TetFans(const TetMesh& mesh);
  const int* begin(int vertex) const { return tets_.data() + begin_[vertex]; }
  const int* end(int vertex) const { return tets_.data() + begin_[vertex + 1]; }

 private:
  std::vector<int> begin_, tets_;
};

// The least worst_sine of the tetrahedra around a vertex if it were at `place`; stops early and returns less than
// `enough` as soon as one is.
double fan_quality(const TetMesh& mesh, const TetFans& fans, int vertex, const Vec3& place, double enough);

// Sweeps over all vertices with an angle below `wanted_sine`; each move raises the worst sine around its vertex, so
// that the worst of the mesh never falls. Steps are shares of the surface's cell.
void smooth_tets(TetMesh& mesh, const std::vector<TetVertexKind>& kinds, const LevelSet& surface, int sweeps,
                 double wanted_sine);

}  // namespace stiction

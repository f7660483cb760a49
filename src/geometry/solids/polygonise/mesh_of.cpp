#include <fmt/format.h>

#include <cmath>

#include "base/error.h"
#include "geometry/solids/polygonise/creases.h"
#include "geometry/solids/polygonise/crossings.h"
#include "geometry/solids/polygonise/improve.h"
#include "geometry/solids/polygonise/lattice.h"
#include "geometry/solids/solid_kind.h"

namespace stiction {
namespace {

constexpr double kMaxCells = 2e7;
constexpr int kRounds = 5;    // of improvement
constexpr int kAttempts = 6;  // with ever more exceptions

void check_cell(const Solid& solid, const Aabb& box, double cell) {
  const std::string name = solid.kind().name;
  const Vec3 width = box.max - box.min;
  if (!(width.minCoeff() > 0)) throw InputError("solid: " + name + " is empty; its parts do not overlap");
  if (!(cell > 0) || !std::isfinite(cell)) {
    throw InputError(fmt::format("solid: \"cell\" is {} m; it must be a positive length", cell));
  }
  const double cells = (width / cell).prod();
  if (!(cells <= kMaxCells)) {
    throw InputError(
        fmt::format("solid: \"cell\" is {} m, too fine for {} of {:.3g} x {:.3g} x {:.3g} m; at least {:.2g} m", cell,
                    name, width.x(), width.y(), width.z(), std::cbrt(width.prod() / kMaxCells)));
  }
}

// Where the full treatment has led to crossing triangles: first creases are left out, then everything is left as it
// was.
struct Exceptions {
  Region blunt, frozen;
};

TriangleMesh improved(const TriangleMesh& first, const LevelSet& surface, const Exceptions& except) {
  const double cell = surface.cell();
  CreasedMesh creased(first, surface);
  for (std::size_t v = 0; v < first.vertices.size(); ++v) {
    if (except.frozen.contains(first.vertices[v])) creased.kinds[v] = VertexKind::kFrozen;
  }
  MeshImprover improver(creased, surface);
  improver.collapse_short_edges(0.4 * cell);
  insert_creases(creased, surface, except.blunt);
  for (int round = 0; round < kRounds; ++round) {
    improver.collapse_short_edges(0.7 * cell);
    improver.split_long_edges(1.5 * cell);
    improver.flip_edges();
    improver.relax_vertices();
  }
  improver.flip_edges();
  return creased.mesh.compact();
}

}  // namespace

TriangleMesh mesh_of(const Solid& solid, double cell) {
  check_solid(solid);
  const Aabb box = solid_bounds(solid);
  check_cell(solid, box, cell);
  const LevelSet surface(solid, cell);
  TriangleMesh first = march_lattice(surface, box);
  if (first.triangles.empty()) {
    throw InputError(
        fmt::format("solid: {} has no point inside at a \"cell\" of {} m; it is empty or needs a finer cell",
                    solid.kind().name, cell));
  }
  Exceptions except{Region(cell), Region(cell)};
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    TriangleMesh mesh = improved(first, surface, except);
    const std::vector<int> crossing = crossing_triangles(mesh, cell);
    if (crossing.empty()) return mesh;
    for (const int t : crossing) {
      for (const int v : mesh.triangles[t]) {
        except.blunt.add(mesh.vertices[v], cell);
        if (attempt >= 1) except.frozen.add(mesh.vertices[v], 0.5 * attempt * cell);
      }
    }
  }
  return first;  // thin triangles and rounded creases, but free of crossings by construction
}

}  // namespace stiction

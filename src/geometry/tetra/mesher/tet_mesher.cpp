#include "geometry/tetra/mesher/tet_mesher.h"

#include <fmt/format.h>

#include <cmath>

#include "base/error.h"
#include "geometry/field/mesh_geometry.h"
#include "geometry/mesh/mesh_faults.h"
#include "geometry/solids/solid_kind.h"
#include "geometry/tetra/mesher/crease_snapping.h"
#include "geometry/tetra/mesher/lost_parts.h"
#include "geometry/tetra/mesher/stuffing.h"
#include "geometry/tetra/tet_check.h"

namespace stiction {
namespace {

constexpr double kMostStretch = 0.05;
constexpr double kWantedSine = 0.5;                                // 30 and 150 degrees
constexpr double kSnappedSine = 0.17;                              // 10 and 170 degrees
constexpr double kFinerCells[] = {0.8, 0.65, 0.5, 0.4, 0.3, 0.2};  // tried for the remedy

// The box with edges of the lattice along them.
struct Layout {
  Aabb box;
  Vec3 cell;
};

Layout lay_out(const Aabb& box, const TetMeshOptions& options) {
  Layout layout{box, Vec3::Constant(options.cell)};
  for (int axis = 0; axis < 3; ++axis) {
    const double width = box.max[axis] - box.min[axis];
    const double cells = std::max(std::round(width / options.cell), 1.0), fitted = width / cells;
    if (options.fit && std::abs(fitted / options.cell - 1) <= kMostStretch) {
      layout.cell[axis] = fitted;
    } else {  // centred
      const double margin = 0.5 * (std::ceil(width / options.cell) * options.cell - width);
      layout.box.min[axis] -= margin;
      layout.box.max[axis] += margin;
    }
  }
  return layout;
}

void require_sound(const TetMeshSource& source, const TetMeshOptions& options) {
  const Vec3 width = source.box.max - source.box.min;
  if (!width.allFinite() || !(width.minCoeff() > 0)) {
    throw InputError(fmt::format("{}: is empty or has no finite bounds", source.name));
  }
  if (!(options.cell > 0) || !std::isfinite(options.cell)) {
    throw InputError(fmt::format("{}: \"cell\" is {} m; it must be a positive length", source.name, options.cell));
  }
  if (BccLattice::cells_of(source.box, Vec3::Constant(options.cell)).prod() <= BccLattice::kMaxCells) return;
  throw InputError(fmt::format("{}: \"cell\" is {} m, too fine for {:.3g} x {:.3g} x {:.3g} m; at least {:.2g} m",
                               source.name, options.cell, width.x(), width.y(), width.z(),
                               1.1 * std::cbrt(width.prod() / BccLattice::kMaxCells)));
}

struct Attempt {
  StuffedMesh stuffed;
  std::string fault;  // "" if it can be used
};

Attempt attempt(const TetMeshSource& source, const TetMeshOptions& options) {
  const LevelSet surface(source.distance, source.box, options.cell);
  const Layout layout = lay_out(source.box, options);
  BccLattice lattice(surface, layout.box, layout.cell);
  Attempt result{stuff_lattice(surface, lattice), ""};
  TetMesh& mesh = result.stuffed.mesh;
  if (mesh.tets.empty()) {
    result.fault = "nothing of it is left";
  } else if (const auto lost = find_lost_part(surface, source.box, mesh)) {
    result.fault = fmt::format("what lies around {} is lost", position_text(*lost));
  } else {
    result.fault = tet_fault(mesh);
  }
  return result;
}

// A finer cell with which the solid comes out whole; 0 if none was found.
double cell_that_does(const TetMeshSource& source, TetMeshOptions options) {
  const double cell = options.cell;
  for (const double factor : kFinerCells) {
    options.cell = factor * cell;
    if (BccLattice::cells_of(source.box, Vec3::Constant(options.cell)).prod() > BccLattice::kMaxCells / 4) return 0;
    if (attempt(source, options).fault.empty()) return options.cell;
  }
  return 0;
}

[[noreturn]] void refuse(const TetMeshSource& source, const TetMeshOptions& options, const std::string& fault) {
  const double finer = cell_that_does(source, options);
  const std::string start = fmt::format("{}: with a \"cell\" of {:.4g} m {}", source.name, options.cell, fault);
  if (finer > 0) {
    throw InputError(
        fmt::format("{}; it or a gap in it is thinner than the cell there, use a \"cell\" of {:.3g} m", start, finer));
  }
  throw InputError(
      fmt::format("{}; a body is one piece, neither it nor gaps in it thinner than the cell: join its pieces, make it "
                  "thicker, or use a much finer cell",
                  start));
}

}  // namespace

TetMesh tet_mesh_of(const TetMeshSource& source, const TetMeshOptions& options) {
  require_sound(source, options);
  Attempt result = attempt(source, options);
  if (!result.fault.empty()) refuse(source, options, result.fault);
  TetMesh& mesh = result.stuffed.mesh;
  std::vector<TetVertexKind> kinds(mesh.vertices.size(), TetVertexKind::kInner);
  for (std::size_t v = 0; v < kinds.size(); ++v) {
    if (result.stuffed.on_surface[v]) kinds[v] = TetVertexKind::kSurface;
  }
  const LevelSet surface(source.distance, source.box, options.cell);
  for (int round = 0; options.creases && round < 3; ++round) {
    if (snap_to_creases(mesh, kinds, surface, kSnappedSine) == 0) break;
    smooth_tets(mesh, kinds, surface, 1, kWantedSine);
  }
  smooth_tets(mesh, kinds, surface, options.sweeps, kWantedSine);
  return std::move(mesh);
}

TetMesh tet_mesh_of(const Solid& solid, const TetMeshOptions& options) {
  check_solid(solid);
  const TetMeshSource source{[&solid](const Vec3& p) { return solid_distance(solid, p); }, solid_bounds(solid),
                             fmt::format("solid: {}", solid.kind().name)};
  return tet_mesh_of(source, options);
}

TetMesh tet_mesh_of(const TriangleMesh& surface, const TetMeshOptions& options) {
  const auto geometry = make_mesh_geometry(surface, {}, false);
  return tet_mesh_of({[&](const Vec3& p) { return geometry->nearest(p).distance; }, mesh_bounds(surface), "mesh"},
                     options);
}

}  // namespace stiction

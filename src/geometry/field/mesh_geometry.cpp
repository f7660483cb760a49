#include "geometry/field/mesh_geometry.h"

#include <fmt/format.h>

#include <cmath>

#include "base/error.h"
#include "geometry/field/field_cache.h"
#include "geometry/field/triangle_tree.h"

namespace stiction {
namespace {

constexpr double kSpacingsPerDiagonal = 40;
constexpr double kCellsPerDiagonal = 64;
constexpr double kBandCells = 3;
constexpr double kMaxSamples = 5e6;

double bounding_diagonal(const TriangleMesh& mesh) {
  Aabb box;
  for (const Vec3& v : mesh.vertices) box.include(v);
  return (box.max - box.min).norm();
}

// So that a slip of the pen does not fill the memory: about area / spacing^2 samples lie on faces, length / spacing on
// long edges.
void require_reasonable_spacing(const TriangleMesh& mesh, const MeshTopology& topology, double spacing) {
  double area = 0, length = 0;  // [m^2], [m]
  for (const auto& t : mesh.triangles) {
    const Vec3& a = mesh.vertices[t[0]];
    area += 0.5 * (mesh.vertices[t[1]] - a).cross(mesh.vertices[t[2]] - a).norm();
  }
  for (const MeshTopology::Edge& edge : topology.edges) {
    const double l = edge.flat ? 0 : (mesh.vertices[edge.vertex[1]] - mesh.vertices[edge.vertex[0]]).norm();
    if (l > spacing) length += l;
  }
  if (area / spacing + length <= kMaxSamples * spacing) return;
  const double enough = (length + std::sqrt(length * length + 4 * area * kMaxSamples)) / (2 * kMaxSamples);
  throw InputError(
      fmt::format("a spacing of {:g} m would put {:.2g} samples on the mesh (area {:.4g} m^2, long edges {:.4g} m); "
                  "at most {:g} are taken, a spacing of {:.2g} m or more fits",
                  spacing, (area / spacing + length) / spacing, area, length, kMaxSamples, 1.1 * enough));
}

double chosen(double option, double otherwise) {
  return option > 0 ? option : otherwise;
}

}  // namespace

MeshGeometry::MeshGeometry(TriangleMesh mesh, const MeshOptions& options)
    : mesh_(std::move(mesh)), topology_(build_topology(mesh_)) {
  const double diagonal = bounding_diagonal(mesh_);
  spacing_ = chosen(options.spacing, diagonal / kSpacingsPerDiagonal);
  require_reasonable_spacing(mesh_, topology_, spacing_);
  const double cell = chosen(options.cell, diagonal / kCellsPerDiagonal);
  field_ = std::make_unique<DistanceField>(
      cached_field(mesh_, topology_, cell, kBandCells * cell, options.cache, options.progress));
  if (options.progress) options.progress("surface samples", kProgressUnknown);
  TriangleTree triangles = build_triangle_tree(mesh_);
  triangle_tree_ = std::move(triangles.tree);
  triangle_order_ = std::move(triangles.order);
  samples_ = sample_surface(mesh_, topology_, spacing_);
  sample_tree_ = build_sample_tree(mesh_, topology_, samples_);
}

MeshAccuracy MeshGeometry::accuracy() const {
  return {field_->error(), covering_radius(mesh_, samples_, sample_tree_, spacing_)};
}

NearestSurface MeshGeometry::nearest(const Vec3& point) const {
  NearestSurface result;
  if (field_->find_nearest(point, result)) return result;
  const TriangleFoot foot = find_nearest_triangle(mesh_, topology_, triangle_tree_, triangle_order_, point);
  return resolve_foot(mesh_, topology_, foot, point);
}

}  // namespace stiction

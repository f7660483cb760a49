#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "geometry/mesh/hole_filling.h"
#include "geometry/mesh/mesh_check.h"
#include "geometry/mesh/mesh_cleaning.h"
#include "geometry/mesh/mesh_edges.h"
#include "geometry/mesh/mesh_faults.h"
#include "geometry/mesh/mesh_parts.h"

namespace stiction {
namespace {

constexpr double kWeld = 1e-9;  // of the extent

class MeshMender {
 public:
  explicit MeshMender(const TriangleMesh& mesh) : repair_{mesh, {}} {}

  MeshRepair mend(HoleFill how) && {
    clean();
    turn_triangles();
    const FilledHoles filled = fill_holes(mesh(), how);
    if (filled.holes > 0) {
      repair_.changes.push_back(fmt::format("filled {} hole{} with {} triangle{}", filled.holes,
                                            filled.holes == 1 ? "" : "s", filled.triangles,
                                            filled.triangles == 1 ? "" : "s"));
    }
    turn_parts();
    return std::move(*this).finish();
  }

  MeshRepair finish() && {
    // Vertices that were welded are not used any more, but have been told already.
    const int unused = drop_unused_vertices(mesh()) - welded_;
    if (unused > 0) note("dropped {} unused {}", unused, "vertex", "vertices");
    return std::move(repair_);
  }

 private:
  TriangleMesh& mesh() { return repair_.mesh; }
  void note(std::string_view text, int count, const char* singular, const char* plural) {
    if (count > 0) repair_.changes.push_back(fmt::format(fmt::runtime(text), count, count == 1 ? singular : plural));
  }

  void clean() {
    const double extent = mesh_extent(mesh());
    welded_ = weld_vertices(mesh(), kWeld * extent);
    note("welded {} {}", welded_, "vertex", "vertices");
    int without_area = drop_collapsed(mesh());
    int repeated = drop_repeated(mesh());
    without_area += resolve_flat_triangles(mesh(), extent);
    repeated += drop_repeated(mesh());
    note("dropped {} {} without area", without_area, "triangle", "triangles");
    note("dropped {} repeated {}", repeated, "triangle", "triangles");
  }

  void turn_triangles() {
    const Orientation orientation = orient_parts(mesh().triangles, edge_uses(mesh().triangles));
    int turned = 0;
    for (std::size_t t = 0; t < mesh().triangles.size(); ++t) {
      if (!orientation.flipped[t]) continue;
      std::swap(mesh().triangles[t][1], mesh().triangles[t][2]);
      ++turned;
    }
    note("turned {} {} to agree with the neighbours", turned, "triangle", "triangles");
  }

  void turn_parts() {
    const Orientation orientation = orient_parts(mesh().triangles, edge_uses(mesh().triangles));
    const std::vector<MeshPart> parts = measure_parts(mesh(), orientation);
    const auto is_wrong = [](const MeshPart& part) { return (part.volume < 0) != (part.depth % 2 == 1); };
    for (std::size_t t = 0; t < mesh().triangles.size(); ++t) {
      const int part = orientation.part[t];
      if (part >= 0 && is_wrong(parts[part])) std::swap(mesh().triangles[t][1], mesh().triangles[t][2]);
    }
    const int count = static_cast<int>(std::ranges::count_if(parts, is_wrong));
    note("turned {} {} of the surface the right way round", count, "part", "parts");
  }

  MeshRepair repair_;
  int welded_ = 0;
};

}  // namespace

MeshRepair repair_mesh(const TriangleMesh& mesh) {
  if (check_mesh(mesh).empty()) return MeshMender(mesh).finish();
  MeshRepair repair = MeshMender(mesh).mend(HoleFill::kRim);
  std::vector<MeshFinding> findings = check_mesh(repair.mesh);
  if (findings.empty()) return repair;
  repair = MeshMender(mesh).mend(HoleFill::kMiddle);
  if (check_mesh(repair.mesh).empty()) return repair;
  // Parts that cross have no inside: which way round they were left is not worth telling.
  const auto crossing = std::ranges::find(findings, MeshDefect::kSelfIntersection, &MeshFinding::defect);
  if (crossing != findings.end()) {
    std::erase_if(findings, [](const MeshFinding& f) { return f.defect == MeshDefect::kInsideOut; });
  }
  throw InputError("cannot be mended: " + faults_text(findings) + "; mend it in a mesh editor");
}

}  // namespace stiction

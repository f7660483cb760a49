#include "geometry/mesh/mesh_faults.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "geometry/mesh/self_intersection.h"

namespace stiction {
namespace {

// "3 edges have" or "1 edge has".
std::string counted(int count, const char* singular, const char* plural) {
  return fmt::format("{} {}", count, count == 1 ? singular : plural);
}

std::string fault_text(const MeshFinding& finding) {
  const int n = finding.count;
  switch (finding.defect) {
    case MeshDefect::kDegenerateTriangle:
      return counted(n, "triangle has no area", "triangles have no area");
    case MeshDefect::kUnusedVertex:
      return counted(n, "vertex is not used", "vertices are not used");
    case MeshDefect::kOpenEdge:
      return "not closed: " + counted(n, "edge has one triangle only", "edges have one triangle only");
    case MeshDefect::kCrowdedEdge:
      return counted(n, "edge has more than two triangles", "edges have more than two triangles");
    case MeshDefect::kFlippedTriangle:
      return counted(n, "triangle disagrees", "triangles disagree") + " with the neighbours about the outside";
    case MeshDefect::kSplitVertex:
      return counted(n, "vertex joins", "vertices join") + " parts that touch in a point only";
    case MeshDefect::kInsideOut:
      return n == 0 ? "no volume"
                    : "inside out or without volume: " + counted(n, "part of the surface", "parts of the surface");
    case MeshDefect::kSelfIntersection:
      return fmt::format("intersects itself: {}{}", n >= kMaxPairs ? "at least " : "",
                         counted(n, "pair of triangles crosses or touches", "pairs of triangles cross or touch"));
  }
  return "";
}

}  // namespace

double mesh_extent(const TriangleMesh& mesh) {
  Aabb box;
  for (const auto& t : mesh.triangles) {
    for (const int v : t) box.include(mesh.vertices[v]);
  }
  return mesh.triangles.empty() ? 0 : (box.max - box.min).norm();
}

bool has_no_area(const TriangleMesh& mesh, const std::array<int, 3>& triangle, double extent) {
  const Vec3& a = mesh.vertices[triangle[0]];
  const Vec3& b = mesh.vertices[triangle[1]];
  const Vec3& c = mesh.vertices[triangle[2]];
  const double longest = std::max({(b - a).norm(), (c - b).norm(), (a - c).norm()});
  return (b - a).cross(c - a).norm() <= kNoHeight * extent * longest;
}

void require_sound(const TriangleMesh& mesh) {
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
    if (!mesh.vertices[i].allFinite()) throw InputError(fmt::format("vertex {} is not finite", i));
  }
  const int count = static_cast<int>(mesh.vertices.size());
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    for (const int v : mesh.triangles[t]) {
      if (v < 0 || v >= count) throw InputError(fmt::format("triangle {} names vertex {} of {}", t, v, count));
    }
  }
}

std::string position_text(const Vec3& p) {
  return fmt::format("({:.6g}, {:.6g}, {:.6g}) m", p.x(), p.y(), p.z());
}

std::string faults_text(const std::vector<MeshFinding>& findings) {
  std::string text;
  for (const MeshFinding& finding : findings) {
    if (!text.empty()) text += "; ";
    text += fault_text(finding);
    if (!finding.where.empty()) text += fmt::format(" ({}{})", finding.count > 1 ? "first: " : "", finding.where);
  }
  return text;
}

std::string findings_text(const std::vector<MeshFinding>& findings) {
  if (findings.empty()) return "";
  const bool beyond_repair = std::ranges::any_of(findings, [](const MeshFinding& f) {
    return f.defect == MeshDefect::kCrowdedEdge || f.defect == MeshDefect::kSplitVertex ||
           f.defect == MeshDefect::kSelfIntersection;
  });
  return faults_text(findings) + (beyond_repair ? "; mend it in a mesh editor (\"repair\": true fills holes, turns "
                                                  "triangles and drops repeated ones, but cannot do more)"
                                                : "; mend it in a mesh editor, or ask for \"repair\": true");
}

}  // namespace stiction

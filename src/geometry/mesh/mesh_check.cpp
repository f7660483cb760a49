#include "geometry/mesh/mesh_check.h"

#include <fmt/format.h>

#include <algorithm>

#include "geometry/mesh/exact_predicates.h"
#include "geometry/mesh/mesh_edges.h"
#include "geometry/mesh/mesh_faults.h"
#include "geometry/mesh/mesh_parts.h"
#include "geometry/mesh/self_intersection.h"
#include "geometry/mesh/vertex_welder.h"

namespace stiction {
namespace {

class MeshChecker {
 public:
  explicit MeshChecker(const TriangleMesh& mesh)
      : mesh_(mesh), extent_(mesh_extent(mesh)), uses_(edge_uses(mesh.triangles)) {}

  std::vector<MeshFinding> check() {
    check_areas();
    check_edges();
    const Orientation orientation = orient_parts(mesh_.triangles, uses_);
    check_orientation(orientation);
    check_vertices();
    const TrianglePairs pairs = find_pairs();
    const bool has_sides =
        !found(MeshDefect::kOpenEdge) && !found(MeshDefect::kCrowdedEdge) && !found(MeshDefect::kFlippedTriangle);
    if (has_sides) check_volumes(orientation, pairs.count > 0);
    if (pairs.count > 0) {
      const auto& t = mesh_.triangles[pairs.first[0]];
      add(MeshDefect::kSelfIntersection, pairs.count,
          fmt::format("triangles {} and {} near {}", pairs.first[0], pairs.first[1],
                      position_text((mesh_.vertices[t[0]] + mesh_.vertices[t[1]] + mesh_.vertices[t[2]]) / 3)));
    }
    return std::move(findings_);
  }

 private:
  void add(MeshDefect defect, int count, std::string where) { findings_.push_back({defect, count, std::move(where)}); }
  bool found(MeshDefect defect) const {
    return std::ranges::find(findings_, defect, &MeshFinding::defect) != findings_.end();
  }
  std::string edge_text(const EdgeUse& edge) const {
    return fmt::format("edge between vertices {} and {}, counted from 0, at {}", edge.low, edge.high,
                       position_text((mesh_.vertices[edge.low] + mesh_.vertices[edge.high]) / 2));
  }
  std::string triangle_text(int t) const {
    return fmt::format("triangle {} at {}", t, position_text(mesh_.vertices[mesh_.triangles[t][0]]));
  }

  void check_areas() {
    int count = 0, first = -1;
    for (std::size_t t = 0; t < mesh_.triangles.size(); ++t) {
      if (has_no_area(mesh_, mesh_.triangles[t], extent_)) {
        if (count++ == 0) first = static_cast<int>(t);
      } else {
        with_area_.push_back(static_cast<int>(t));
      }
    }
    if (count > 0) add(MeshDefect::kDegenerateTriangle, count, triangle_text(first));
  }

  void check_edges() {
    int open = 0, crowded = 0;
    EdgeUse first_open{}, first_crowded{};
    for_each_edge(uses_, [&](std::span<const EdgeUse> edge) {
      if (edge.size() == 1 && open++ == 0) first_open = edge[0];
      if (edge.size() > 2 && crowded++ == 0) first_crowded = edge[0];
    });
    if (open > 0) add(MeshDefect::kOpenEdge, open, edge_text(first_open));
    if (crowded > 0) add(MeshDefect::kCrowdedEdge, crowded, edge_text(first_crowded));
  }

  void check_orientation(const Orientation& orientation) {
    if (!orientation.one_sided.empty()) {
      add(MeshDefect::kFlippedTriangle, static_cast<int>(orientation.one_sided.size()),
          "the surface has one side only, like a Moebius strip: " + edge_text(orientation.one_sided[0]));
      return;
    }
    const auto count = std::ranges::count(orientation.flipped, 1);
    if (count == 0) return;
    const auto first = std::ranges::find(orientation.flipped, 1) - orientation.flipped.begin();
    add(MeshDefect::kFlippedTriangle, static_cast<int>(count), triangle_text(static_cast<int>(first)));
  }

  void check_vertices() {
    const std::vector<int> fans = vertex_fans(mesh_.triangles, uses_, mesh_.vertices.size());
    const auto is_split = [](int count) { return count > 1; };
    const auto count = std::ranges::count_if(fans, is_split);
    if (count == 0) return;
    const auto first = std::ranges::find_if(fans, is_split) - fans.begin();
    add(MeshDefect::kSplitVertex, static_cast<int>(count),
        fmt::format("vertex {} at {}", first, position_text(mesh_.vertices[first])));
  }

  // Parts that cross each other have no depth: then only the sum of the volumes is asked for.
  void check_volumes(const Orientation& orientation, bool crossing) {
    const std::vector<MeshPart> parts = measure_parts(mesh_, orientation);
    if (parts.empty()) return add(MeshDefect::kInsideOut, 0, "there is no triangle with area");
    double volume = 0, area = 0;
    int count = 0, first = -1;
    for (const MeshPart& part : parts) {
      volume += part.volume;
      area += part.area;
      const double outward = part.depth % 2 == 0 ? part.volume : -part.volume;
      if (!(outward > kNoVolume * part.area * extent_) && !crossing && count++ == 0) first = part.first_triangle;
    }
    if (crossing && !(volume > kNoVolume * area * extent_)) {
      count = 1;
      first = 0;
    }
    if (count > 0) add(MeshDefect::kInsideOut, count, "the part with " + triangle_text(first));
  }

  // Of a mesh that is not closed, vertices in the same place count as one: seams that were never welded are holes, and
  // need not be told again as touching triangles.
  TrianglePairs find_pairs() const {
    std::vector<Vec3> vertices = normalised_vertices(mesh_.vertices);
    std::vector<int> number(vertices.size());
    VertexWelder welder;
    for (std::size_t v = 0; v < vertices.size(); ++v) number[v] = static_cast<int>(v);
    if (found(MeshDefect::kOpenEdge)) {
      for (std::size_t v = 0; v < vertices.size(); ++v) number[v] = welder.add(vertices[v]);
      vertices = welder.take_points();
    }
    std::vector<Triangle> triangles;
    triangles.reserve(with_area_.size());
    for (const int t : with_area_) {
      const auto& [a, b, c] = mesh_.triangles[t];
      triangles.push_back({number[a], number[b], number[c]});
    }
    return find_self_intersections(vertices, triangles, with_area_);
  }

  const TriangleMesh& mesh_;
  double extent_;  // [m]
  std::vector<EdgeUse> uses_;
  std::vector<int> with_area_;  // triangles
  std::vector<MeshFinding> findings_;
};

}  // namespace

std::vector<MeshFinding> check_mesh(const TriangleMesh& mesh) {
  require_sound(mesh);
  return MeshChecker(mesh).check();
}

}  // namespace stiction

#include "collision/inside/filling_topology.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <utility>

#include "geometry/mesh/mesh_topology.h"
#include "geometry/tetra/tet_quality.h"
#include "geometry/tetra/tet_surface.h"

namespace stiction {
namespace {

using Corners = std::array<int, 3>;

Corners sorted(Corners corners) {
  std::sort(corners.begin(), corners.end());
  return corners;
}

void join_faces(FillingTopology& topology) {
  std::map<Corners, int> triangle_of;
  for (int t = 0; t < static_cast<int>(topology.triangles.size()); ++t) {
    triangle_of[sorted(topology.triangles[t])] = t;
  }
  const std::vector<FaceUse> uses = face_uses({{}, topology.tets});
  topology.behind.assign(topology.tets.size(), {{-1, -1, -1, -1}, {-1, -1, -1, -1}});
  for (std::size_t i = 0; i < uses.size(); ++i) {
    if (i + 1 < uses.size() && uses[i].corners == uses[i + 1].corners) {
      topology.behind[uses[i].tet].tet[uses[i].face] = uses[i + 1].tet;
      topology.behind[uses[i + 1].tet].tet[uses[i + 1].face] = uses[i].tet;
      ++i;
      continue;
    }
    const auto found = triangle_of.find(uses[i].corners);
    assert(found != triangle_of.end());
    topology.behind[uses[i].tet].triangle[uses[i].face] = found->second;
  }
}

// Lists of what belongs to each of `count` things, from sorted pairs without doubles.
void to_lists(std::vector<std::array<int, 2>>& pairs, int count, std::vector<int>& begin, std::vector<int>& lists) {
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  begin.assign(count + 1, 0);
  for (const auto& pair : pairs) ++begin[pair[0] + 1];
  for (int i = 0; i < count; ++i) begin[i + 1] += begin[i];
  lists.clear();
  for (const auto& pair : pairs) lists.push_back(pair[1]);
}

std::vector<std::array<int, 2>> both_ways_along_edges(const std::vector<std::array<int, 4>>& tets) {
  std::vector<std::array<int, 2>> pairs;
  for (const auto& tet : tets) {
    for (const auto& [i, j] : kTetEdges) {
      pairs.push_back({tet[i], tet[j]});
      pairs.push_back({tet[j], tet[i]});
    }
  }
  return pairs;
}

}  // namespace

FillingTopology::FillingTopology(const TriangleMesh& surface, const SurfaceFilling& filling)
    : vertex_count(static_cast<int>(surface.vertices.size())),
      point_count(vertex_count + filling.inner_count),
      tets(filling.tets),
      triangles(surface.triangles),
      material(surface.vertices.size()) {
  join_faces(*this);
  std::vector<std::array<int, 2>> pairs = both_ways_along_edges(tets);
  std::erase_if(pairs, [&](const auto& pair) { return pair[0] >= vertex_count; });
  to_lists(pairs, vertex_count, neighbour_begin, neighbours);
  triangles_around_vertices(surface, around_begin, around);
  for (int t = 0; t < static_cast<int>(triangles.size()); ++t) {
    for (int k = 0; k < 3; ++k) {
      MaterialPoint& point = material[triangles[t][k]];
      if (!point.is_set()) point = {t, k == 1 ? 1.0 : 0.0, k == 2 ? 1.0 : 0.0};
    }
  }
}

void FillingTopology::find_rings() {
  if (!ring_begin.empty()) return;
  std::vector<std::array<int, 2>> pairs = both_ways_along_edges(tets);
  std::vector<int> begin, next;
  to_lists(pairs, point_count, begin, next);
  std::vector<int> found;
  ring_begin.assign(1, 0);
  for (int v = 0; v < vertex_count; ++v) {
    found.assign(1, v);
    for (int i = begin[v]; i < begin[v + 1]; ++i) {
      found.push_back(next[i]);
      found.insert(found.end(), next.begin() + begin[next[i]], next.begin() + begin[next[i] + 1]);
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    ring.insert(ring.end(), found.begin(), found.end());
    ring_begin.push_back(static_cast<int>(ring.size()));
  }
}

bool FillingTopology::is_within_ring(int vertex, int point) const {
  return std::binary_search(ring.begin() + ring_begin[vertex], ring.begin() + ring_begin[vertex + 1], point);
}

}  // namespace stiction

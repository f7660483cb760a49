#include "geometry/mesh/mesh_edges.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

namespace stiction {
namespace {

struct Neighbour {
  int triangle = -1;
  bool agrees = true;
};

std::vector<std::array<Neighbour, 3>> neighbours_of(const std::vector<Triangle>& triangles,
                                                    const std::vector<EdgeUse>& uses) {
  std::vector<std::array<Neighbour, 3>> neighbours(triangles.size());
  const auto add = [&](int triangle, const Neighbour& neighbour) {
    auto free = std::ranges::find(neighbours[triangle], -1, &Neighbour::triangle);
    *free = neighbour;
  };
  for_each_edge(uses, [&](std::span<const EdgeUse> edge) {
    if (edge.size() != 2) return;
    const bool agrees = edge[0].forward != edge[1].forward;
    add(edge[0].triangle, {edge[1].triangle, agrees});
    add(edge[1].triangle, {edge[0].triangle, agrees});
  });
  return neighbours;
}

// The smaller group of a part's triangles is the flipped one; of equals, the one without the first triangle.
void mark_minority(const std::vector<int>& members, std::vector<char>& flipped) {
  const auto count = std::ranges::count_if(members, [&](int t) { return flipped[t]; });
  if (2 * count <= static_cast<std::ptrdiff_t>(members.size())) return;
  for (const int t : members) flipped[t] = !flipped[t];
}

}  // namespace

std::vector<EdgeUse> edge_uses(const std::vector<Triangle>& triangles) {
  std::vector<EdgeUse> uses;
  uses.reserve(3 * triangles.size());
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    if (is_collapsed(triangles[t])) continue;
    for (int k = 0; k < 3; ++k) {
      const int a = triangles[t][k], b = triangles[t][(k + 1) % 3];
      uses.push_back({std::min(a, b), std::max(a, b), static_cast<int>(t), a < b});
    }
  }
  std::sort(uses.begin(), uses.end(), [](const EdgeUse& a, const EdgeUse& b) {
    return std::tie(a.low, a.high, a.triangle) < std::tie(b.low, b.high, b.triangle);
  });
  return uses;
}

Orientation orient_parts(const std::vector<Triangle>& triangles, const std::vector<EdgeUse>& uses) {
  const std::vector<std::array<Neighbour, 3>> neighbours = neighbours_of(triangles, uses);
  Orientation result;
  result.part.assign(triangles.size(), -1);
  result.flipped.assign(triangles.size(), 0);
  std::vector<int> members;
  for (std::size_t seed = 0; seed < triangles.size(); ++seed) {
    if (result.part[seed] >= 0 || is_collapsed(triangles[seed])) continue;
    members.assign(1, static_cast<int>(seed));
    result.part[seed] = result.part_count;
    for (std::size_t next = 0; next < members.size(); ++next) {
      const int t = members[next];
      for (const Neighbour& neighbour : neighbours[t]) {
        if (neighbour.triangle < 0 || result.part[neighbour.triangle] >= 0) continue;
        result.part[neighbour.triangle] = result.part_count;
        result.flipped[neighbour.triangle] =
            static_cast<char>(result.flipped[t] != static_cast<char>(!neighbour.agrees));
        members.push_back(neighbour.triangle);
      }
    }
    mark_minority(members, result.flipped);
    ++result.part_count;
  }
  for_each_edge(uses, [&](std::span<const EdgeUse> edge) {
    if (edge.size() != 2) return;
    const bool agree = (edge[0].forward != static_cast<bool>(result.flipped[edge[0].triangle])) !=
                       (edge[1].forward != static_cast<bool>(result.flipped[edge[1].triangle]));
    if (!agree) result.one_sided.push_back(edge[0]);
  });
  return result;
}

std::vector<int> vertex_fans(const std::vector<Triangle>& triangles, const std::vector<EdgeUse>& uses,
                             std::size_t vertex_count) {
  // Corners (3 per triangle) that an edge joins are in one fan.
  std::vector<int> parent(3 * triangles.size());
  std::iota(parent.begin(), parent.end(), 0);
  const auto root = [&](int corner) {
    while (parent[corner] != corner) corner = parent[corner] = parent[parent[corner]];
    return corner;
  };
  const auto corner_at = [&](int triangle, int vertex) {
    const Triangle& t = triangles[triangle];
    return 3 * triangle + (t[0] == vertex ? 0 : t[1] == vertex ? 1 : 2);
  };
  for_each_edge(uses, [&](std::span<const EdgeUse> edge) {
    for (std::size_t i = 1; i < edge.size(); ++i) {
      for (const int vertex : {edge[0].low, edge[0].high}) {
        const int a = root(corner_at(edge[0].triangle, vertex)), b = root(corner_at(edge[i].triangle, vertex));
        parent[std::max(a, b)] = std::min(a, b);
      }
    }
  });
  std::vector<int> fans(vertex_count, 0);
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    if (is_collapsed(triangles[t])) continue;
    for (int k = 0; k < 3; ++k) {
      const int corner = static_cast<int>(3 * t) + k;
      if (root(corner) == corner) ++fans[triangles[t][k]];
    }
  }
  return fans;
}

}  // namespace stiction

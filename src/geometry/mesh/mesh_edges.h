// The edges of any mesh, good or bad, and what hangs together over them. Internal to geometry.
#pragma once

#include <span>
#include <vector>

#include "geometry/mesh/triangle_mesh.h"

namespace stiction {

using Triangle = std::array<int, 3>;

// One side of one triangle.
struct EdgeUse {
  int low, high;  // vertices, low < high
  int triangle;
  bool forward;  // the triangle runs from low to high
};

// A triangle that names a vertex twice has collapsed: it is no surface and has no edges here.
inline bool is_collapsed(const Triangle& t) {
  return t[0] == t[1] || t[1] == t[2] || t[2] == t[0];
}

// Sorted by edge, then by triangle.
std::vector<EdgeUse> edge_uses(const std::vector<Triangle>& triangles);

// Calls visit with all uses of an edge, edge after edge.
template <typename Visit>
void for_each_edge(const std::vector<EdgeUse>& uses, Visit visit) {
  for (std::size_t begin = 0; begin < uses.size();) {
    std::size_t end = begin + 1;
    while (end < uses.size() && uses[end].low == uses[begin].low && uses[end].high == uses[begin].high) ++end;
    visit(std::span<const EdgeUse>(uses).subspan(begin, end - begin));
    begin = end;
  }
}

// Parts hang together over edges that two triangles share.
struct Orientation {
  std::vector<int> part;           // per triangle, in the order of the parts' first triangles; -1 if collapsed
  int part_count = 0;              //
  std::vector<char> flipped;       // per triangle: it disagrees with the majority of its part
  std::vector<EdgeUse> one_sided;  // edges across which no choice of sides can agree
};

Orientation orient_parts(const std::vector<Triangle>& triangles, const std::vector<EdgeUse>& uses);

// Number of fans that the triangles around each vertex form; 1 for a vertex in good order, 0 if it is not used.
std::vector<int> vertex_fans(const std::vector<Triangle>& triangles, const std::vector<EdgeUse>& uses,
                             std::size_t vertex_count);

}  // namespace stiction

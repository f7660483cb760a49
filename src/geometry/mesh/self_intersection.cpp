#include "geometry/mesh/self_intersection.h"

#include <algorithm>

#include "geometry/mesh/box_tree.h"
#include "geometry/mesh/triangle_pair.h"

namespace stiction {
namespace {

using Triangle = std::array<int, 3>;

// The corners with corner k first, in the same sense.
Corners starting_at(const std::vector<Vec3>& vertices, const Triangle& t, int k) {
  return {vertices[t[k]], vertices[t[(k + 1) % 3]], vertices[t[(k + 2) % 3]]};
}

// The angle between triangles that share the edge s[0] s[1] is below kFoldAngle.
bool folded(const Corners& s, const Corners& t) {
  const Vec3 edge = (s[1] - s[0]).normalized();
  const auto across = [&](const Vec3& p) { return Vec3((p - s[0]) - edge * edge.dot(p - s[0])); };
  const Vec3 a = across(s[2]), b = across(t[2]);
  return a.dot(b) > 0 && a.cross(b).norm() < kFoldAngle * a.norm() * b.norm();
}

bool neighbours_at_edge_meet(Corners s, Corners t) {
  if (s[0] != t[0]) std::swap(t[0], t[1]);
  return folded(s, t) || triangles_overlap_at_edge(s, t);
}

bool pair_meets(const std::vector<Vec3>& vertices, const Triangle& s, const Triangle& t) {
  int common = 0;
  int in_s[3] = {}, in_t[3] = {};
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      if (s[i] == t[j]) {
        in_s[common] = i;
        in_t[common++] = j;
      }
    }
  }
  if (common == 0) return triangles_meet(starting_at(vertices, s, 0), starting_at(vertices, t, 0));
  if (common == 1) {
    return triangles_meet_beyond_corner(starting_at(vertices, s, in_s[0]), starting_at(vertices, t, in_t[0]));
  }
  if (common == 3) return true;  // the same triangle twice
  const auto edge_first = [&](const Triangle& triangle, const int* in) {
    return starting_at(vertices, triangle, (3 - in[0] - in[1] + 1) % 3);  // the corner off the edge comes last
  };
  return neighbours_at_edge_meet(edge_first(s, in_s), edge_first(t, in_t));
}

}  // namespace

TrianglePairs find_self_intersections(const std::vector<Vec3>& vertices, const std::vector<Triangle>& triangles,
                                      const std::vector<int>& names) {
  TrianglePairs pairs;
  const BoxTree tree(vertices, triangles);
  tree.for_each_pair([&](int s, int t) {
    if (!pair_meets(vertices, triangles[s], triangles[t])) return true;
    const std::array<int, 2> pair = {std::min(names[s], names[t]), std::max(names[s], names[t])};
    if (pairs.count == 0 || pair < pairs.first) pairs.first = pair;
    return ++pairs.count < kMaxPairs;
  });
  return pairs;
}

}  // namespace stiction

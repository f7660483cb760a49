// Triangles around a vertex with hundreds of them all have boxes that meet there. Such a vertex makes a family: pairs
// of a family are not searched by boxes of triangles, but by boxes of what is seen of the triangles from the vertex.
#include "geometry/mesh/self_intersection.h"

#include <algorithm>
#include <map>
#include <set>

#include "geometry/mesh/box_tree.h"
#include "geometry/mesh/triangle_pair.h"
#include "geometry/mesh/triangle_slices.h"

namespace stiction {
namespace {

using Triangle = std::array<int, 3>;

constexpr int kCrowded = 64;  // triangles around a vertex or an edge
constexpr double kArcSlack = 1e-9;

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

class PairSearch {
 public:
  PairSearch(const std::vector<Vec3>& vertices, const std::vector<Triangle>& triangles, const std::vector<int>& names)
      : vertices_(vertices), triangles_(triangles), names_(names) {
    find_families();
  }

  TrianglePairs search() {
    if (test_apart() && test_around_vertices()) test_around_edges();
    return pairs_;
  }

 private:
  // The vertices of a triangle that have many triangles around them; -1 in place of the others.
  void find_families() {
    std::vector<int> around(vertices_.size(), 0);
    for (const Triangle& t : triangles_)
      for (const int v : t) ++around[v];
    if (std::ranges::none_of(around, [](int count) { return count > kCrowded; })) return;
    families_.resize(triangles_.size());
    for (std::size_t t = 0; t < triangles_.size(); ++t) {
      for (int k = 0; k < 3; ++k) families_[t][k] = around[triangles_[t][k]] > kCrowded ? triangles_[t][k] : -1;
    }
  }

  std::vector<BoxTree::Item> sliced_boxes() const {
    Aabb all;
    for (const Triangle& t : triangles_)
      for (const int v : t) all.include(vertices_[v]);
    const auto corners = [&](std::size_t t) { return starting_at(vertices_, triangles_[t], 0); };
    const double length = slice_length(triangles_.size(), (all.max - all.min).norm(), corners);
    std::vector<BoxTree::Item> items;
    items.reserve(triangles_.size());
    for (std::size_t t = 0; t < triangles_.size(); ++t) {
      for_each_slice(corners(t), length, [&](const SliceCorners& slice) {
        Aabb box;
        for (const Vec3& p : slice) box.include(p);
        items.push_back({box, static_cast<int>(t)});
      });
    }
    return items;
  }

  // False to stop.
  bool test(int s, int t) {
    ++pairs_.tests;
    if (!pair_meets(vertices_, triangles_[s], triangles_[t])) return true;
    const std::array<int, 2> pair = {std::min(names_[s], names_[t]), std::max(names_[s], names_[t])};
    if (!found_.insert(pair).second) return true;  // met in other slices
    pairs_.first = *found_.begin();
    pairs_.count = static_cast<int>(found_.size());
    return pairs_.count < kMaxPairs;
  }

  // Triangles without a crowded vertex in common.
  bool test_apart() {
    BoxTree tree(sliced_boxes());
    tree.leave_out_families(families_);
    bool going_on = true;
    tree.for_each_pair([&](int s, int t) { return going_on = test(s, t); });
    return going_on;
  }

  // Triangles with one crowded vertex in common.
  bool test_around_vertices() {
    std::map<int, std::vector<int>> around;
    for (std::size_t t = 0; t < families_.size(); ++t) {
      for (const int v : families_[t])
        if (v >= 0) around[v].push_back(static_cast<int>(t));
    }
    for (const auto& [vertex, fan] : around) {
      std::vector<BoxTree::Item> arcs;
      std::vector<BoxTree::Families> others;
      for (const int t : fan) {
        arcs.push_back({arc_box(vertex, triangles_[t]), static_cast<int>(arcs.size())});
        others.push_back(families_[t]);
        std::ranges::replace(others.back(), vertex, -1);
      }
      BoxTree tree(std::move(arcs));
      tree.leave_out_families(others);
      bool going_on = true;
      tree.for_each_pair([&](int i, int j) { return going_on = test(fan[i], fan[j]); });
      if (!going_on) return false;
    }
    return true;
  }

  // Holds the triangle's opposite side, drawn from the vertex onto a ball around it: triangles that meet beyond the
  // vertex have arcs that meet. An arc rises above its chord by 1 - cos(angle / 2).
  Aabb arc_box(int vertex, const Triangle& t) const {
    Vec3 ends[2];
    int count = 0;
    for (const int v : t)
      if (v != vertex) ends[count++ % 2] = (vertices_[v] - vertices_[vertex]).normalized();
    Aabb box;
    box.include(ends[0]);
    box.include(ends[1]);
    return box.grown(1 - 0.5 * (ends[0] + ends[1]).norm() + kArcSlack);
  }

  // Triangles with two crowded vertices in common. Where very many share an edge, the mesh is none of a solid anyway.
  bool test_around_edges() {
    std::map<std::array<int, 2>, std::vector<int>> around;
    for (std::size_t t = 0; t < families_.size(); ++t) {
      for (int k = 0; k < 3; ++k) {
        const int v = families_[t][k], w = families_[t][(k + 1) % 3];
        if (v >= 0 && w >= 0) around[{std::min(v, w), std::max(v, w)}].push_back(static_cast<int>(t));
      }
    }
    for (const auto& [edge, book] : around) {
      if (static_cast<int>(book.size()) > kCrowded) continue;
      for (std::size_t i = 0; i < book.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j)
          if (!test(book[j], book[i])) return false;
      }
    }
    return true;
  }

  const std::vector<Vec3>& vertices_;
  const std::vector<Triangle>& triangles_;
  const std::vector<int>& names_;
  std::vector<BoxTree::Families> families_;  // by triangle; empty if no vertex is crowded
  std::set<std::array<int, 2>> found_;
  TrianglePairs pairs_;
};

}  // namespace

TrianglePairs find_self_intersections(const std::vector<Vec3>& vertices, const std::vector<Triangle>& triangles,
                                      const std::vector<int>& names) {
  return PairSearch(vertices, triangles, names).search();
}

}  // namespace stiction

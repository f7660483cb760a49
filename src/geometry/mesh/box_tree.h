// A binary tree of boxes over triangles. Internal to this folder.
#pragma once

#include <utility>
#include <vector>

#include "geometry/mesh/triangle_mesh.h"

namespace stiction {

class BoxTree {
 public:
  struct Item {
    Aabb box;
    int triangle;
  };
  // Up to three names, -1: none. Things with a common name make a family.
  using Families = std::array<int, 3>;

  // The vertices and triangles are only read while the tree is built.
  BoxTree(const std::vector<Vec3>& vertices, const std::vector<std::array<int, 3>>& triangles);
  // Several items may stand for parts of one triangle.
  explicit BoxTree(std::vector<Item> items);

  // Pairs of one family are left out from now on. By triangle; empty: no families.
  void leave_out_families(const std::vector<Families>& families);

  // Calls visit(s, t), s != t, for every two items whose boxes overlap or touch, once; visit returns false to stop.
  template <typename Visit>
  void for_each_pair(Visit visit) const;
  // Calls visit(t) for every triangle whose box the ray from `origin` along +x meets.
  template <typename Visit>
  void for_each_on_ray(const Vec3& origin, Visit visit) const;
  // Calls visit(t) for every triangle whose box holds the point.
  template <typename Visit>
  void for_each_around(const Vec3& point, Visit visit) const;

 private:
  struct Node {
    Aabb box;
    int first, count;  // leaf: items [first, first + count); inner node: count = 0, children first and first + 1
  };
  void build();
  void split(int node, int first, int count);
  bool in_one_family(const std::vector<Families>& of, int i, int j) const {
    return !of.empty() && have_common(of[i], of[j]);
  }
  static bool have_common(const Families& a, const Families& b);
  template <typename Visit>
  bool visit_leaves(const Node& a, const Node& b, Visit& visit) const;
  template <typename Met, typename Visit>
  void visit_where(const Met& met, const Visit& visit) const;

  std::vector<Node> nodes_;
  std::vector<Item> items_;
  std::vector<Families> item_families_, node_families_;  // of a node: those that all of its items belong to
};

template <typename Visit>
bool BoxTree::visit_leaves(const Node& a, const Node& b, Visit& visit) const {
  for (int i = a.first; i < a.first + a.count; ++i) {
    for (int j = &a == &b ? i + 1 : b.first; j < b.first + b.count; ++j) {
      if (!items_[i].box.overlaps(items_[j].box) || items_[i].triangle == items_[j].triangle) continue;
      if (in_one_family(item_families_, i, j)) continue;
      if (!visit(items_[i].triangle, items_[j].triangle)) return false;
    }
  }
  return true;
}

template <typename Visit>
void BoxTree::for_each_pair(Visit visit) const {
  if (nodes_.empty()) return;
  std::vector<std::pair<int, int>> stack = {{0, 0}};
  while (!stack.empty()) {
    const auto [i, j] = stack.back();
    stack.pop_back();
    const Node& a = nodes_[i];
    const Node& b = nodes_[j];
    if (i != j && !a.box.overlaps(b.box)) continue;
    if (in_one_family(node_families_, i, j)) continue;
    if (a.count > 0 && b.count > 0) {
      if (!visit_leaves(a, b, visit)) return;
    } else if (i == j) {
      stack.insert(stack.end(), {{a.first, a.first + 1}, {a.first + 1, a.first + 1}, {a.first, a.first}});
    } else if (b.count > 0 ||
               (a.count == 0 && (a.box.max - a.box.min).squaredNorm() > (b.box.max - b.box.min).squaredNorm())) {
      stack.insert(stack.end(), {{a.first + 1, j}, {a.first, j}});
    } else {
      stack.insert(stack.end(), {{i, b.first + 1}, {i, b.first}});
    }
  }
}

template <typename Met, typename Visit>
void BoxTree::visit_where(const Met& met, const Visit& visit) const {
  if (nodes_.empty()) return;
  std::vector<int> stack = {0};
  while (!stack.empty()) {
    const Node& node = nodes_[stack.back()];
    stack.pop_back();
    if (!met(node.box)) continue;
    for (int i = node.first; i < node.first + node.count; ++i) {
      if (met(items_[i].box)) visit(items_[i].triangle);
    }
    if (node.count == 0) stack.insert(stack.end(), {node.first + 1, node.first});
  }
}

template <typename Visit>
void BoxTree::for_each_on_ray(const Vec3& origin, Visit visit) const {
  const auto met = [&](const Aabb& box) {
    return box.max.x() >= origin.x() && box.min.y() <= origin.y() && origin.y() <= box.max.y() &&
           box.min.z() <= origin.z() && origin.z() <= box.max.z();
  };
  visit_where(met, visit);
}

template <typename Visit>
void BoxTree::for_each_around(const Vec3& point, Visit visit) const {
  visit_where([&](const Aabb& box) { return box.overlaps({point, point}); }, visit);
}

}  // namespace stiction

// Binary trees of bounding spheres.
#pragma once

#include <array>
#include <vector>

#include "base/types.h"

namespace stiction {

// A binary tree of bounding spheres over a list of things, which the leaves name by consecutive numbers.
struct SphereTree {
  struct Node {
    Vec3 center;
    double radius;
    int first, count;  // leaf: items [first, first + count); inner node: count = 0, children first and first + 1
  };
  std::vector<Node> nodes;  // nodes[0] is the root
};

// A thing to put into a tree: the hull of three points (which may coincide) [m].
using TreeItem = std::array<Vec3, 3>;

// Splits at the median along the widest axis; leaves hold 4 to 8 items (fewer only if there are fewer in all). `order`
// receives the items in the order of the leaves.
SphereTree build_sphere_tree(const std::vector<TreeItem>& items, std::vector<int>& order);

}  // namespace stiction

// Sphere trees over the items of feature shapes.
#pragma once

#include <array>
#include <vector>

#include "collision/mesh/feature_shape.h"

namespace stiction {

// Sorts the items by repeated halving along the longest extent and builds the tree over them, one item per leaf.
void build_feature_tree(FeatureShape& shape);

// Pairs of items whose spheres come within `reach` [m] of each other; the second shape is placed by rotation and shift
// in the first one's coordinates. `stack` is scratch.
template <class Visit>
void for_each_near_pair(const FeatureShape& first, const FeatureShape& second, const Mat3& rotation, const Vec3& shift,
                        double reach, std::vector<std::array<int, 2>>& stack, const Visit& visit) {
  stack.clear();
  stack.push_back({0, 0});
  while (!stack.empty()) {
    const auto [i, j] = stack.back();
    stack.pop_back();
    const SphereTree::Node& a = first.tree.nodes[i];
    const SphereTree::Node& b = second.tree.nodes[j];
    const double limit = a.radius + b.radius + reach;
    if ((rotation * b.center + shift - a.center).squaredNorm() > limit * limit) continue;
    if (a.count > 0 && b.count > 0) {
      visit(first.items[a.first], second.items[b.first]);
    } else if (b.count > 0 || (a.count == 0 && a.radius >= b.radius)) {
      stack.push_back({a.first, j});
      stack.push_back({a.first + 1, j});
    } else {
      stack.push_back({i, b.first});
      stack.push_back({i, b.first + 1});
    }
  }
}

}  // namespace stiction

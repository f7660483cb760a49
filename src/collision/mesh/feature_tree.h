// Walks two feature shapes' trees side by side.
#pragma once

#include <array>
#include <vector>

#include "collision/mesh/feature_shape.h"

namespace stiction {

// Are two spheres farther apart than `reach` [m]?
inline bool spheres_apart(const Vec3& p, double p_radius, const Vec3& q, double q_radius, double reach) {
  const double limit = p_radius + q_radius + reach;
  return (q - p).squaredNorm() > limit * limit;
}

// Calls visit(item of first, item of second) for all pairs whose spheres come within `reach` [m] of each other; the
// second shape is placed by rotation and shift in the first one's coordinates. Spheres of nodes hold those of items: so
// all such pairs are met, in an order that depends on the shapes alone. `stack` is scratch.
template <class Visit>
void for_each_near_pair(const FeatureShape& first, const FeatureShape& second, const Mat3& rotation, const Vec3& shift,
                        double reach, std::vector<std::array<int, 2>>& stack, const Visit& visit) {
  const auto far = [reach](const Vec3& p, double p_radius, const Vec3& q, double q_radius) {
    return spheres_apart(p, p_radius, q, q_radius, reach);
  };
  const auto visit_leaves = [&](const SphereTree::Node& a, const SphereTree::Node& b) {
    for (int k = b.first; k < b.first + b.count; ++k) {
      const FeatureShape::Item& two = second.items[k];
      const Vec3 center = rotation * two.center + shift;
      if (far(a.center, a.radius, center, two.radius)) continue;
      for (int i = a.first; i < a.first + a.count; ++i) {
        const FeatureShape::Item& one = first.items[i];
        if (!far(one.center, one.radius, center, two.radius)) visit(one, two);
      }
    }
  };
  stack.clear();
  stack.push_back({0, 0});
  while (!stack.empty()) {
    const auto [i, j] = stack.back();
    stack.pop_back();
    const SphereTree::Node& a = first.tree.nodes[i];
    const SphereTree::Node& b = second.tree.nodes[j];
    if (far(a.center, a.radius, rotation * b.center + shift, b.radius)) continue;
    if (a.count > 0 && b.count > 0) {
      visit_leaves(a, b);
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

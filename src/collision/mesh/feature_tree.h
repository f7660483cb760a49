// Walks two feature shapes' trees side by side.
#pragma once

#include <array>
#include <cmath>
#include <vector>

#include "collision/mesh/feature_frame.h"
#include "collision/mesh/near_nodes.h"

namespace stiction {

// What is near to the other shape, of the first and of the second.
struct NearParts {
  NearNodes first, second;
};

// Is the plane of a triangle outside of the ball? Points do not have one.
inline bool plane_is_outside(const FeatureShape& shape, const FeatureShape::Item& item, const ReachBall& ball) {
  if (item.face < 0) return false;
  const FeatureShape::Face& face = shape.faces[item.face];
  return std::abs(face.normal.dot(ball.center) - face.offset) > ball.radius;
}

// Calls visit(item of first, item of second) for pairs of near items, all of those that have contacts of interest, in
// an order that depends on the shapes alone. `stack` is scratch.
template <class Visit>
void for_each_near_pair(const FeatureShape& first, const FeatureShape& second, NearParts& near,
                        std::vector<std::array<int, 2>>& stack, const Visit& visit) {
  const auto far = [](const auto& sphere, const ReachBall& ball) {
    const double limit = sphere.radius + ball.radius;
    return (ball.center - sphere.center).squaredNorm() > limit * limit;
  };
  const auto visit_leaves = [&](const SphereTree::Node& a, const SphereTree::Node& b) {
    for (int k = b.first; k < b.first + b.count; ++k) {
      if (!near.second.item(k)) continue;
      const ReachBall& ball = near.second.item_ball(k);
      if (far(a, ball)) continue;
      for (int i = a.first; i < a.first + a.count; ++i) {
        const FeatureShape::Item& one = first.items[i];
        if (!near.first.item(i) || far(one, ball) || plane_is_outside(first, one, ball)) continue;
        visit(one, second.items[k]);
      }
    }
  };
  stack.clear();
  stack.push_back({0, 0});
  while (!stack.empty()) {
    const auto [i, j] = stack.back();
    stack.pop_back();
    if (!near.first.node(i) || !near.second.node(j)) continue;
    const SphereTree::Node& a = first.tree.nodes[i];
    const SphereTree::Node& b = second.tree.nodes[j];
    if (far(a, near.second.node_ball(j))) continue;
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

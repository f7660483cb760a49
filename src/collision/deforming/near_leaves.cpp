#include "collision/deforming/near_leaves.h"

#include <algorithm>

namespace stiction {
namespace {

bool are_near(const TreeSphere& a, const TreeSphere& b, double reach) {
  const double limit = a.radius + b.radius + reach;
  return (a.center - b.center).squaredNorm() <= limit * limit;  // false for NaN
}

}  // namespace

void NearLeaves::find(const PlacedSurface& one, const PlacedSurface& two, double reach,
                      std::vector<std::array<int, 2>>& pairs) {
  pairs.clear();
  stack_.assign(1, {0, 0});
  while (!stack_.empty()) {
    const auto [i, j] = stack_.back();
    stack_.pop_back();
    const TreeSphere a = one.sphere(i), b = two.sphere(j);
    if (!are_near(a, b, reach)) continue;
    const BoundedTree::Node &first = one.tree().nodes()[i], &second = two.tree().nodes()[j];
    if (first.is_leaf() && second.is_leaf()) {
      pairs.push_back({i, j});
    } else if (second.is_leaf() || (!first.is_leaf() && a.radius >= b.radius)) {
      stack_.push_back({first.first, j});
      stack_.push_back({first.first + 1, j});
    } else {
      stack_.push_back({i, second.first});
      stack_.push_back({i, second.first + 1});
    }
  }
  std::sort(pairs.begin(), pairs.end());
}

void NearLeaves::find_own(const PlacedSurface& surface, double reach, std::vector<std::array<int, 2>>& pairs) {
  pairs.clear();
  const std::vector<BoundedTree::Node>& nodes = surface.tree().nodes();
  stack_.assign(1, {0, 0});
  while (!stack_.empty()) {
    const auto [i, j] = stack_.back();
    stack_.pop_back();
    if (i == j) {
      if (nodes[i].is_leaf()) continue;
      const int child = nodes[i].first;
      stack_.push_back({child, child});
      stack_.push_back({child + 1, child + 1});
      stack_.push_back({child, child + 1});
      continue;
    }
    const TreeSphere a = surface.sphere(i), b = surface.sphere(j);
    if (!are_near(a, b, reach)) continue;
    if (nodes[i].is_leaf() && nodes[j].is_leaf()) {
      pairs.push_back({i, j});
      pairs.push_back({j, i});
    } else if (nodes[j].is_leaf() || (!nodes[i].is_leaf() && a.radius >= b.radius)) {
      stack_.push_back({nodes[i].first, j});
      stack_.push_back({nodes[i].first + 1, j});
    } else {
      stack_.push_back({i, nodes[j].first});
      stack_.push_back({i, nodes[j].first + 1});
    }
  }
  std::sort(pairs.begin(), pairs.end());
}

}  // namespace stiction

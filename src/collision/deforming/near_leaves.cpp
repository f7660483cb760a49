#include "collision/deforming/near_leaves.h"

#include <algorithm>

namespace stiction {
void NearLeaves::find(const PairReach& reach, LeafPairs& pairs) {
  pairs.clear();
  near_.clear();
  add_near(reach, 0, reach.one().sphere(0), false, 0);
  descend(reach, 0, 0, pairs);
  sort_by(1, reach.two().tree(), pairs);
  sort_by(0, reach.one().tree(), pairs);
}

void NearLeaves::add_near(const PairReach& reach, int i, const TreeSphere& sphere, bool to_leaves, int j) {
  const PlacedSurface& two = reach.two();
  stack_.assign(1, j);
  while (!stack_.empty()) {
    const int node = stack_.back();
    stack_.pop_back();
    const TreeSphere& other = two.sphere(node);
    if (!reach.are_near(i, sphere, node, other)) continue;
    const BoundedTree::Node& second = two.tree().nodes()[node];
    if (second.is_leaf() || (!to_leaves && sphere.radius >= other.radius)) {
      near_.push_back({other, node, second.is_leaf()});
    } else {
      stack_.push_back(second.first);
      stack_.push_back(second.first + 1);
    }
  }
}

// Node i of one comes with the nodes of two that its parent is near to, near_[begin, ...). Of these it leaves those
// that it is near to itself, after splitting the ones that are larger than it; and so on with its children.
void NearLeaves::descend(const PairReach& reach, int i, std::size_t begin, LeafPairs& pairs) {
  const PlacedSurface &one = reach.one(), &two = reach.two();
  const TreeSphere& sphere = one.sphere(i);
  const BoundedTree::Node& node = one.tree().nodes()[i];
  const std::size_t end = near_.size();
  for (std::size_t k = begin; k < end; ++k) {
    const Candidate other = near_[k];
    if (!reach.are_near(i, sphere, other.node, other.sphere)) continue;
    if (other.is_leaf || (!node.is_leaf() && sphere.radius >= other.sphere.radius)) {
      near_.push_back(other);
    } else {
      const int first = two.tree().nodes()[other.node].first;
      add_near(reach, i, sphere, node.is_leaf(), first);
      add_near(reach, i, sphere, node.is_leaf(), first + 1);
    }
  }
  if (near_.size() > end) {
    if (node.is_leaf()) {
      for (std::size_t k = end; k < near_.size(); ++k) {
        const int j = near_[k].node;
        if (NearBox(one.leaf_box(i), reach.distance(i, j)).meets(two.leaf_box(j))) pairs.push_back({i, j});
      }
    } else {
      descend(reach, node.first, end, pairs);
      descend(reach, node.first + 1, end, pairs);
    }
  }
  near_.resize(end);
}

void NearLeaves::turn_round(const BoundedTree& two, LeafPairs& pairs) {
  for (auto& pair : pairs) std::swap(pair[0], pair[1]);
  sort_by(0, two, pairs);
}

// By counting: leaves are numbered in the order of their nodes.
void NearLeaves::sort_by(int side, const BoundedTree& tree, LeafPairs& pairs) {
  if (pairs.empty()) return;
  const auto leaf = [&](const std::array<int, 2>& pair) { return tree.nodes()[pair[side]].leaf; };
  places_.assign(tree.leaf_count() + 1, 0);
  for (const auto& pair : pairs) ++places_[leaf(pair) + 1];
  for (int i = 0; i < tree.leaf_count(); ++i) places_[i + 1] += places_[i];
  sorted_.resize(pairs.size());
  for (const auto& pair : pairs) sorted_[places_[leaf(pair)]++] = pair;
  std::swap(sorted_, pairs);
}

}  // namespace stiction

#include "collision/deforming/own_features.h"

#include <bit>

namespace stiction {
namespace {

constexpr double kCell = 1.5;       // of the mean size of boxes: few are larger
constexpr double kRounding = 1e-8;  // relative: more than in PairReach and NearBox

}  // namespace

double OwnFeatures::way_bound(int node) const {
  double bound = 0;
  for (int course = 0; course < reach_->course_count(); ++course) {
    const NodeWay &way = surface().way(course, node), &whole = surface().way(course, 0);
    bound = std::max(bound, (way.way - whole.way).norm() + way.spread);
  }
  return bound;
}

void OwnFeatures::place(const PairReach& reach) {
  reach_ = &reach;
  place_leaves();
  place_edges();
}

void OwnFeatures::place_leaves() {
  const std::vector<BoundedTree::Node>& nodes = surface().tree().nodes();
  leaves_.clear();
  double extents = 0;
  for (int i = 0; i < static_cast<int>(nodes.size()); ++i) {
    if (!nodes[i].is_leaf()) continue;
    const Aabb& box = surface().leaf_box(i);
    // A share of what boxes and reaches are rounded by.
    const double rounding = kRounding * (reach_->everywhere() + (box.max - box.min).norm());
    leaves_.push_back({box, i, (1 + kRounding) * way_bound(i) + rounding});
    extents += (box.max - box.min).maxCoeff() + 2 * leaves_.back().way;
  }
  const int count = static_cast<int>(leaves_.size());
  leaf_cells_.start(kCell * extents / std::max(count, 1), surface().box().min, count);
  for (const Leaf& leaf : leaves_) leaf_cells_.insert(leaf.box.grown(leaf.way));
}

void OwnFeatures::place_edges() {
  const BoundedTree& tree = surface().tree();
  edges_.clear();
  double extents = 0;
  for (int leaf = 0; leaf < static_cast<int>(leaves_.size()); ++leaf) {
    const int node = leaves_[leaf].node;
    for (std::uint32_t sharp = surface().sharp_edges(node); sharp != 0; sharp &= sharp - 1) {
      const int e = tree.edge_order()[tree.nodes()[node].edge_begin + std::countr_zero(sharp)];
      Aabb box;
      for (const int v : surface().topology().edges[e].vertex) box.include(surface().vertex(v));
      edges_.push_back({box, leaf, sharp_edge(surface(), e)});
      extents += (box.max - box.min).maxCoeff() + 2 * leaves_[leaf].way;
    }
  }
  const int count = static_cast<int>(edges_.size());
  edge_cells_.start(kCell * extents / std::max(count, 1), surface().box().min, count);
  for (const Edge& edge : edges_) edge_cells_.insert(edge.box.grown(leaves_[edge.leaf].way));
}

// Each pair once; the others are turned round at the end.
void OwnFeatures::find_leaves(LeafPairs& pairs) {
  half_.clear();
  neighbour_of_.assign(leaves_.size(), -1);
  for (int i = 0; i < static_cast<int>(leaves_.size()); ++i) {
    const Leaf& leaf = leaves_[i];
    for (const int j : surface().tree().leaf_neighbours(i)) neighbour_of_[j] = i;
    const NearBox near(leaf.box, reach_->everywhere());
    leaf_cells_.for_each_near(leaf.box.grown(reach_->everywhere() + leaf.way), [&](int j) {
      if (j < i || neighbour_of_[j] == i) return;
      const Leaf& other = leaves_[j];
      if (near.meets(other.box) ||
          (reach_->course_count() > 0 && NearBox(leaf.box, reach_->distance(leaf.node, other.node)).meets(other.box))) {
        half_.push_back({i, j});
      }
    });
  }
  sort_both(pairs);
}

// By counting.
void OwnFeatures::sort_both(LeafPairs& pairs) {
  places_.assign(leaves_.size() + 1, 0);
  for (const auto& [i, j] : half_) {
    ++places_[i + 1];
    if (i != j) ++places_[j + 1];
  }
  for (std::size_t i = 1; i < places_.size(); ++i) places_[i] += places_[i - 1];
  pairs.resize(places_.back());
  for (const auto& [i, j] : half_) {
    pairs[places_[i]++] = {leaves_[i].node, leaves_[j].node};
    if (i != j) pairs[places_[j]++] = {leaves_[j].node, leaves_[i].node};
  }
}

}  // namespace stiction

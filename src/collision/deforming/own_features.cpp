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
    leaves_.push_back({i, (1 + kRounding) * way_bound(i) + rounding});
    extents += (box.max - box.min).maxCoeff() + 2 * leaves_.back().way;
  }
  const int count = static_cast<int>(leaves_.size());
  leaf_cells_.start(kCell * extents / std::max(count, 1), surface().box().min, count);
  for (int i = 0; i < count; ++i) leaf_cells_.insert(surface().leaf_box(leaves_[i].node).grown(leaves_[i].way));
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

void OwnFeatures::find_leaves(LeafPairs& pairs) {
  pairs.clear();
  for (int i = 0; i < static_cast<int>(leaves_.size()); ++i) {
    const int node = leaves_[i].node;
    const Aabb& box = surface().leaf_box(node);
    leaf_cells_.for_each_near(box.grown(reach_->everywhere() + leaves_[i].way), [&](int j) {
      const int other = leaves_[j].node;
      if (NearBox(box, reach_->distance(node, other)).meets(surface().leaf_box(other))) pairs.push_back({node, other});
    });
  }
}

}  // namespace stiction

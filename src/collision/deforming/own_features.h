// Which leaves of a surface's tree come near to each other, and which of its edges: by hashing (cell_hash.h), in time
// that is linear in the surface and what is near. Walking the tree against itself would look at all neighbours again on
// every level.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "collision/deforming/cell_hash.h"
#include "collision/deforming/near_box.h"
#include "collision/deforming/near_leaves.h"
#include "collision/deforming/pair_reach.h"
#include "collision/deforming/ring_marks.h"
#include "collision/deforming/sharp_edge.h"

namespace stiction {

// Of a closed surface whose tree is prepared for self-contact. Memory is used again.
class OwnFeatures {
 public:
  // The surface as it is; `reach`, of it with itself, must outlive the searches.
  void place(const PairReach& reach);

  // Replaces `pairs` by the pairs of leaves whose boxes come within reach of each other, but for neighbours
  // (BoundedTree::leaf_neighbours): (i, j) and (j, i), sorted by i. A leaf may be near to itself.
  void find_leaves(LeafPairs& pairs);

  // visit(one, two, gap) for pairs of sharp edges that come within reach of each other and are no neighbours, sorted by
  // their places in the order of leaves. gap: up to which their contacts are of interest [m].
  template <class Visit>
  void for_each_edge_pair(const Visit& visit);

 private:
  void place_leaves();
  void place_edges();
  void sort_both(LeafPairs& pairs);
  // Bound on how far the points of a leaf move from the way of the surface as a whole, on any course [m].
  double way_bound(int node) const;
  const PlacedSurface& surface() const { return reach_->one(); }

  struct Leaf {
    Aabb box;
    int node;
    double way;  // way_bound() [m]
  };
  struct Edge {
    Aabb box;
    int leaf;
    SharpEdge sharp;
  };
  const PairReach* reach_ = nullptr;
  CellHash leaf_cells_, edge_cells_;
  std::vector<Leaf> leaves_;
  std::vector<Edge> edges_;  // that are sharp, in the order of leaves
  LeafPairs half_;           // in leaves_
  std::vector<int> near_, places_;
  std::vector<int> neighbour_of_;  // by leaf: the last leaf before it that it is a neighbour of
  RingMarks marks_;
};

template <class Visit>
void OwnFeatures::for_each_edge_pair(const Visit& visit) {
  const auto ends = [&](int e) { return surface().topology().edges[edges_[e].sharp.index].vertex; };
  for (int e = 0; e < static_cast<int>(edges_.size()); ++e) {
    const Edge& edge = edges_[e];
    const int node = leaves_[edge.leaf].node;
    marks_.start(surface().topology());
    for (const int v : ends(e)) marks_.add(surface().topology(), v);
    near_.clear();
    edge_cells_.for_each_near(edge.box.grown(reach_->everywhere() + leaves_[edge.leaf].way), [&](int f) {
      if (f > e && !marks_.has(ends(f)[0]) && !marks_.has(ends(f)[1])) near_.push_back(f);
    });
    std::sort(near_.begin(), near_.end());
    for (const int f : near_) {
      const double gap = reach_->gap(node, leaves_[edges_[f].leaf].node);
      if (NearBox(edge.box, std::max(gap, reach_->depth())).meets(edges_[f].box))
        visit(edge.sharp, edges_[f].sharp, gap);
    }
  }
}

}  // namespace stiction

// Walks the trees of two deforming surfaces side by side.
#pragma once

#include <array>
#include <vector>

#include "collision/deforming/near_box.h"
#include "collision/deforming/pair_reach.h"

namespace stiction {

using LeafPairs = std::vector<std::array<int, 2>>;  // nodes

class NearLeaves {
 public:
  // Replaces `pairs` by the pairs of leaves whose spheres and boxes come within reach of each other: (leaf of one, leaf
  // of two), sorted.
  void find(const PairReach& reach, LeafPairs& pairs);
  // Turns sorted pairs (i, j), j a leaf of `two`, into (j, i), sorted.
  void turn_round(const BoundedTree& two, LeafPairs& pairs);

 private:
  void descend(const PairReach& reach, int i, std::size_t begin, LeafPairs& pairs);
  // A stable sort by the leaves on one side.
  void sort_by(int side, const BoundedTree& tree, LeafPairs& pairs);

  struct Candidate {
    TreeSphere sphere;
    int node;
    bool is_leaf;
  };
  // Appends node j of two to near_, or what of it is near to node i of one and at most as large as its sphere, down to
  // the leaves.
  void add_near(const PairReach& reach, int i, const TreeSphere& sphere, bool to_leaves, int j);

  std::vector<Candidate> near_;
  std::vector<int> stack_;
  LeafPairs sorted_;
  std::vector<int> places_;
};

// visit(begin, end) for every run of pairs with the same first leaf.
template <class Visit>
void for_each_first_leaf(const LeafPairs& pairs, const Visit& visit) {
  for (std::size_t begin = 0, end = 0; begin < pairs.size(); begin = end) {
    while (end < pairs.size() && pairs[end][0] == pairs[begin][0]) ++end;
    visit(begin, end);
  }
}

}  // namespace stiction

// Leaves that lie so near to each other on the surface that they do not touch: most of what is near to a leaf.
#include <algorithm>

#include "collision/deforming/bounded_tree.h"

namespace stiction {
namespace {

// For each leaf that has vertices: the leaves all of whose triangles have a corner at most two edges from each of them,
// ascending.
std::vector<std::vector<int>> leaves_beside_vertices(const BoundedTree& tree, const std::vector<int>& leaf_nodes) {
  const SurfaceTopology& topology = tree.topology();
  const std::size_t triangles = tree.mesh().triangles.size();
  std::vector<int> leaf_of(triangles);
  for (std::size_t leaf = 0; leaf < leaf_nodes.size(); ++leaf) {
    const BoundedTree::Node& node = tree.nodes()[leaf_nodes[leaf]];
    for (int i = node.first; i < node.first + node.count; ++i)
      leaf_of[tree.triangle_order()[i]] = static_cast<int>(leaf);
  }
  std::vector<int> seen_by(triangles, -1), times(triangles, 0), whole(leaf_nodes.size(), 0), touched, near_all;
  std::vector<std::vector<int>> beside(leaf_nodes.size());
  for (std::size_t leaf = 0; leaf < leaf_nodes.size(); ++leaf) {
    const BoundedTree::Node& node = tree.nodes()[leaf_nodes[leaf]];
    touched.clear();
    for (int i = node.vertex_begin; i < node.vertex_end; ++i) {
      const int v = tree.vertex_order()[i];
      for (int r = topology.ring_begin[v]; r < topology.ring_begin[v + 1]; ++r) {
        const int w = topology.ring[r];
        for (int k = topology.vertex_begin[w]; k < topology.vertex_begin[w + 1]; ++k) {
          const int t = topology.vertex_triangles[k];
          if (seen_by[t] == v) continue;
          seen_by[t] = v;
          if (times[t]++ == 0) touched.push_back(t);
        }
      }
    }
    for (const int t : touched) {
      if (times[t] == node.vertex_end - node.vertex_begin) {
        const int other = leaf_of[t];
        if (++whole[other] == tree.nodes()[leaf_nodes[other]].count) beside[leaf].push_back(other);
      }
    }
    for (const int t : touched) times[t] = whole[leaf_of[t]] = 0;
    std::sort(beside[leaf].begin(), beside[leaf].end());
  }
  return beside;
}

}  // namespace

void BoundedTree::prepare_self_contact() {
  if (!neighbours_begin_.empty() || !topology_.is_closed) return;
  topology_.find_rings(*mesh_);
  std::vector<int> leaf_nodes;
  for (int i = 0; i < static_cast<int>(nodes_.size()); ++i) {
    if (nodes_[i].is_leaf()) leaf_nodes.push_back(i);
  }
  const std::vector<std::vector<int>> beside = leaves_beside_vertices(*this, leaf_nodes);
  const auto cannot_touch = [&](int leaf, int other) {  // vertices of the one, triangles of the other
    const Node& node = nodes_[leaf_nodes[leaf]];
    return node.vertex_begin == node.vertex_end || std::binary_search(beside[leaf].begin(), beside[leaf].end(), other);
  };
  std::vector<std::vector<int>> neighbours(leaf_nodes.size());
  for (int leaf = 0; leaf < leaf_count_; ++leaf) {
    for (const int other : beside[leaf]) {
      if (cannot_touch(other, leaf)) neighbours[std::min(leaf, other)].push_back(std::max(leaf, other));
    }
  }
  neighbours_begin_.assign(1, 0);
  for (std::vector<int>& own : neighbours) {
    std::sort(own.begin(), own.end());
    own.erase(std::unique(own.begin(), own.end()), own.end());
    neighbours_.insert(neighbours_.end(), own.begin(), own.end());
    neighbours_begin_.push_back(static_cast<int>(neighbours_.size()));
  }
}

}  // namespace stiction

// A tree of bounding spheres over a surface that moves linearly with a few coordinates q: a Bounded Deformation tree
// (James and Pai 2004). Built once per Deformable.
//
// A node holds the triangles of its leaves. Vertex v of it is at X_v + sum_k q_k phi_k(v). The node's centre moves with
// the same coordinates, C + sum_k q_k c_k, so that by the triangle inequality its vertices stay within
//
//   r = r0 + min(sum_k |q_k| delta_k, |q| delta),   delta_k = max_v |phi_k(v) - c_k|,  delta = max_v ||phi(v) - c||_2,
//
// and the triangles with them. c_k is the centre of a small sphere about the phi_k(v), which makes delta_k small. A
// node costs 4 n multiplications, however many vertices it bounds.
//
// A surface that does not move linearly has the same nodes with no modes; its spheres are refitted to the vertices
// every step (collision/deforming/placed_surface.h).
#pragma once

#include <array>
#include <span>
#include <vector>

#include "collision/deforming/mode_sums.h"
#include "collision/deforming/surface_topology.h"
#include "geometry/field/sphere_tree.h"
#include "model/deformable.h"

namespace stiction {

struct TreeSphere {
  Vec3 center;
  double radius;  // [m]
};

// The coordinates q of a surface, as the tree's sums want them.
struct TreeCoordinates {
  VecX q;
  double norm = 0;
  std::vector<double> rows;  // q_k, q_k, q_k, |q_k|
  void set(const VecX& coordinates);
};

// Spheres and vertices are computed several at once: siblings, which are always asked for together, and vertices next
// to each other in vertex_order().
class BoundedTree {
 public:
  using SpherePair = std::array<TreeSphere, 2>;            // of nodes 2 i - 1 and 2 i, the root beside none
  using VertexBlock = std::array<Vec3, kModeLanes>;        // of vertices vertex_order()[4 i ...)
  static int pair_of(int node) { return (node + 1) / 2; }  // node is (node + 1) % 2 of it

  // A node's children are nodes `first` and `first + 1`; a leaf has triangles, and those of their vertices and edges
  // that no earlier leaf has.
  struct Node {
    int first = 0, count = 0;              // count > 0: a leaf with triangles triangle_order()[first, first + count)
    int vertex_begin = 0, vertex_end = 0;  // in vertex_order()
    int edge_begin = 0, edge_end = 0;      // in edge_order()
    int leaf = -1;                         // leaves are numbered in the order of nodes
    bool is_leaf() const { return count > 0; }
  };

  explicit BoundedTree(const Deformable& deformable);  // which must outlive the tree

  const TriangleMesh& mesh() const { return *mesh_; }
  const SurfaceTopology& topology() const { return topology_; }
  const std::vector<Node>& nodes() const { return nodes_; }  // children after their parents; nodes()[0] is the root
  const std::vector<int>& triangle_order() const { return triangle_order_; }
  const std::vector<int>& vertex_order() const { return vertex_order_; }
  const std::vector<int>& edge_order() const { return edge_order_; }
  int leaf_count() const { return leaf_count_; }
  bool is_linear() const { return linear_; }
  int mode_count() const { return mode_count_; }

  void prepare_self_contact();
  // After that: the leaves from this one on, by their numbers, of which no vertex can touch a triangle of this one, nor
  // the other way round: all are at most two edges from each other.
  std::span<const int> leaf_neighbours(int leaf) const {
    return {neighbours_.data() + neighbours_begin_[leaf], neighbours_.data() + neighbours_begin_[leaf + 1]};
  }

  // In the body's own coordinates; linear surfaces only.
  void spheres(int pair, const TreeCoordinates& at, SpherePair& spheres) const;
  // What coordinates add: how the centres move with them, and how far from that vertices may move [m].
  void displacements(int pair, const TreeCoordinates& added, SpherePair& moved) const;
  void vertices(int block, const TreeCoordinates& at, VertexBlock& vertices) const;
  int pair_count() const { return pair_of(static_cast<int>(nodes_.size()) - 1) + 1; }
  int block_count() const { return (static_cast<int>(vertex_order_.size()) + kModeLanes - 1) / kModeLanes; }
  // Of the triangles in triangle_order(): where vertex_order() has their corners.
  const std::array<int, 3>& corner_places(int i) const { return corner_places_[i]; }
  // Of a leaf, by its number: where vertex_order() has the corners of its triangles, each once.
  std::span<const int> leaf_places(int leaf) const {
    return {leaf_places_.data() + leaf_begin_[leaf], leaf_places_.data() + leaf_begin_[leaf + 1]};
  }
  int place_in_order(int v) const { return place_in_order_[v]; }         // where vertex_order() has vertex v
  const TreeSphere& rest_sphere(int node) const { return rest_[node]; }  // of any surface, without deformation

 private:
  void own_features();
  void pack_modes(const MatX& basis);
  std::array<int, 2> nodes_of(int pair) const;
  // Moves the centres, and sets the radii to what vertices may move about them.
  void add_modes(int pair, const TreeCoordinates& at, SpherePair& spheres) const;
  void bound_node(int node, const std::vector<int>& vertices, const MatX* basis);

  const TriangleMesh* mesh_;
  SurfaceTopology topology_;
  std::vector<Node> nodes_;
  std::vector<TreeSphere> rest_;
  std::vector<int> triangle_order_, vertex_order_, edge_order_, place_in_order_;
  std::vector<std::array<int, 3>> corner_places_;
  std::vector<int> leaf_begin_, leaf_places_;
  std::vector<int> neighbours_begin_, neighbours_;
  bool linear_ = false;
  int mode_count_ = 0, leaf_count_ = 0;
  std::vector<double> block_rest_;   // X of four vertices: 3 x 4
  std::vector<double> block_modes_;  // their phi_k, 3 x 4 for each k, for each block
  std::vector<double> node_modes_;  // c_k and delta_k [m per unit of q_k], 4 numbers for each k, for each node and none
  std::vector<double> delta_all_;   // delta of node i
};

}  // namespace stiction

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

#include <vector>

#include "collision/deforming/surface_topology.h"
#include "geometry/field/sphere_tree.h"
#include "model/deformable.h"

namespace stiction {

struct TreeSphere {
  Vec3 center;
  double radius;  // [m]
};

class BoundedTree {
 public:
  // A node's children are nodes `first` and `first + 1`; a leaf has triangles, and those of their vertices and edges
  // that no earlier leaf has.
  struct Node {
    int first = 0, count = 0;              // count > 0: a leaf with triangles triangle_order()[first, first + count)
    int vertex_begin = 0, vertex_end = 0;  // in vertex_order()
    int edge_begin = 0, edge_end = 0;      // in edge_order()
    bool is_leaf() const { return count > 0; }
  };

  explicit BoundedTree(const Deformable& deformable);  // which must outlive the tree

  const TriangleMesh& mesh() const { return *mesh_; }
  const SurfaceTopology& topology() const { return topology_; }
  const std::vector<Node>& nodes() const { return nodes_; }  // children after their parents; nodes()[0] is the root
  const std::vector<int>& triangle_order() const { return triangle_order_; }
  const std::vector<int>& vertex_order() const { return vertex_order_; }
  const std::vector<int>& edge_order() const { return edge_order_; }
  bool is_linear() const { return linear_; }
  int mode_count() const { return mode_count_; }

  void prepare_self_contact() { topology_.find_rings(*mesh_); }

  // In the body's own coordinates; linear surfaces only. `q_norm` is |q|.
  TreeSphere sphere(int node, const VecX& q, double q_norm) const;
  Vec3 vertex(int v, const VecX& q) const;
  const TreeSphere& rest_sphere(int node) const { return rest_[node]; }  // of any surface, without deformation

 private:
  void own_features();
  void pack_modes(const MatX& basis);
  void bound_node(int node, const std::vector<int>& vertices);

  const TriangleMesh* mesh_;
  SurfaceTopology topology_;
  std::vector<Node> nodes_;
  std::vector<TreeSphere> rest_;
  std::vector<int> triangle_order_, vertex_order_, edge_order_;
  bool linear_ = false;
  int mode_count_ = 0;
  std::vector<Vec3> vertex_modes_;  // phi_k(v) at v n + k
  std::vector<Vec3> node_modes_;    // c_k of node i at i n + k
  std::vector<double> deltas_;      // delta_k of node i at i n + k [m per unit of q_k]
  std::vector<double> delta_all_;   // delta of node i
};

}  // namespace stiction

// A deforming surface in the world for the current step. Of a surface that moves linearly only what is asked for is
// computed: spheres of visited nodes, vertices of reached leaves. Others are computed as a whole, their spheres
// refitted from the leaves upward.
#pragma once

#include <cstdint>
#include <vector>

#include "collision/courses.h"
#include "collision/deforming/bounded_tree.h"
#include "collision/deforming/lazy_cells.h"
#include "collision/deforming/leaf_triangles.h"
#include "model/model.h"
#include "model/state.h"

namespace stiction {

// How the points of a node move in a step, at most so far from the way of its centre [m].
struct NodeWay {
  Vec3 way;
  double spread;
};

class PlacedSurface {
 public:
  explicit PlacedSurface(const BoundedTree& tree);  // which must outlive this

  void place(const Deformable& deformable, const Body& body, const BodyState& state, const Pose& pose);

  // How it moves in the step [s]: the courses of this body.
  void follow(const Courses& courses, int body, double step);
  int course_count() const { return course_count_; }  // 0: not known

  bool is_finite() const { return finite_; }  // if not, nothing else may be asked for
  const Aabb& box() const { return box_; }    // of all triangles, not tight for linear surfaces
  double radius() const { return radius_; }   // bound on the distance of its points from the centre of mass [m]

  const BoundedTree& tree() const { return *tree_; }
  const SurfaceTopology& topology() const { return tree_->topology(); }
  const TriangleMesh& mesh() const { return tree_->mesh(); }

  // World [m]; may be called by several threads.
  const TreeSphere& sphere(int node) const {
    if (!tree_->is_linear()) return fitted_[node];
    const int pair = BoundedTree::pair_of(node);
    return spheres_.get(pair, [&](auto& spheres) { compute_spheres(pair, spheres); })[(node + 1) % 2];
  }
  const NodeWay& way(int course, int node) const {
    const Followed& followed = followed_[course];
    if (!tree_->is_linear())
      return followed.fitted.get(0, [&](FittedWays& ways) { fit_ways(followed, ways); }).ways[node];
    const int pair = BoundedTree::pair_of(node);
    return followed.ways.get(pair, [&](auto& ways) { compute_ways(followed, pair, ways); })[(node + 1) % 2];
  }
  const Vec3& vertex(int v) const { return vertex_at(tree_->place_in_order(v)); }
  // The same by its place in vertex_order().
  const Vec3& vertex_at(int place) const {
    if (!tree_->is_linear()) return moved_[place];
    const int block = place / kModeLanes;
    return vertices_.get(block, [&](auto& vertices) { compute_vertices(block, vertices); })[place % kModeLanes];
  }
  const Vec3& corner(int triangle, int k) const { return vertex(mesh().triangles[triangle][k]); }
  // Unit, outward; zero for a triangle without area.
  const Vec3& normal(int triangle) const {
    return normals_.get(triangle, [&](Vec3& normal) { normal = compute_normal(triangle); });
  }

  // Of a leaf, by its node: the box of its triangles, and these for a first look.
  const Aabb& leaf_box(int node) const {
    if (!tree_->is_linear()) return fitted_boxes_[node];
    return leaf_boxes_.get(tree_->nodes()[node].leaf, [&](Aabb& box) { compute_leaf_box(node, box); });
  }
  const LeafTriangles& leaf_triangles(int node) const {
    return leaf_triangles_.get(tree_->nodes()[node].leaf,
                               [&](LeafTriangles& leaf) { compute_leaf_triangles(node, leaf); });
  }
  // Which of the edges that it owns can touch other edges: bit i stands for edge_order()[edge_begin + i].
  std::uint32_t sharp_edges(int node) const {
    return sharp_edges_.get(tree_->nodes()[node].leaf,
                            [&](std::uint32_t& sharp) { sharp = compute_sharp_edges(node); });
  }

  // At most, for tests.
  std::size_t computed_vertices() const { return kModeLanes * vertices_.computed(); }

 private:
  using WayPair = std::array<NodeWay, 2>;  // as BoundedTree::SpherePair
  struct FittedWays {
    std::vector<Vec3> velocities;    // in vertex_order()
    std::vector<Aabb> boxes;         // of the velocities, by node,
    std::vector<TreeSphere> bounds;  // and spheres about them
    std::vector<NodeWay> ways;
  };
  struct Followed {
    SurfaceMotion motion;
    double step = 0;       // [s]
    bool is_stale = true;  // the surface is elsewhere now
    TreeCoordinates rate;
    LazyCells<WayPair> ways;
    LazyCells<FittedWays> fitted;  // of surfaces that are not linear: one cell
    explicit Followed(const BoundedTree& tree) : ways(tree.is_linear() ? tree.pair_count() : 0), fitted(1) {}
    bool is_on(const SurfaceMotion& other, double other_step) const;
  };

  bool is_placed_at(const BodyState& state, const Pose& pose) const;
  void compute_spheres(int pair, BoundedTree::SpherePair& spheres) const;
  void compute_ways(const Followed& followed, int pair, WayPair& ways) const;
  void fit_ways(const Followed& followed, FittedWays& fitted) const;
  bool is_known(const SurfaceMotion& motion) const;
  void compute_vertices(int block, BoundedTree::VertexBlock& vertices) const;
  Vec3 compute_normal(int triangle) const;
  void compute_leaf_box(int node, Aabb& box) const;
  void compute_leaf_triangles(int node, LeafTriangles& leaf) const;
  std::uint32_t compute_sharp_edges(int node) const;
  void refit();
  void bound();

  const BoundedTree* tree_;
  std::vector<int> frontier_;  // nodes that together bound the surface: a few levels below the root
  TreeCoordinates at_;
  Pose pose_;
  Vec3 center_ = Vec3::Zero();  // of mass
  Mat3 rotation_ = Mat3::Identity();
  Vec3 position_ = Vec3::Zero();
  bool finite_ = false;
  Aabb box_;
  double radius_ = 0;
  LazyCells<BoundedTree::SpherePair> spheres_;
  LazyCells<BoundedTree::VertexBlock> vertices_;
  LazyCells<Vec3> normals_;
  LazyCells<Aabb> leaf_boxes_;
  LazyCells<LeafTriangles> leaf_triangles_;
  LazyCells<std::uint32_t> sharp_edges_;
  std::vector<Followed> followed_;  // of which course_count_ count
  int course_count_ = 0;
  // Of surfaces that are not linear:
  std::vector<Vec3> given_;  // by the body, in its own coordinates
  std::vector<Vec3> moved_;  // in vertex_order()
  std::vector<TreeSphere> fitted_;
  std::vector<Aabb> fitted_boxes_;
};

}  // namespace stiction

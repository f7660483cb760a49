// A deforming surface in the world for the current step. Of a surface that moves linearly only what is asked for is
// computed: spheres of visited nodes, vertices of reached leaves. Others are computed as a whole, their spheres
// refitted from the leaves upward.
#pragma once

#include <vector>

#include "collision/deforming/bounded_tree.h"
#include "collision/deforming/lazy_cells.h"
#include "model/model.h"
#include "model/state.h"

namespace stiction {

class PlacedSurface {
 public:
  explicit PlacedSurface(const BoundedTree& tree);  // which must outlive this

  void place(const Deformable& deformable, const Body& body, const BodyState& state, const Pose& pose);

  bool is_finite() const { return finite_; }  // if not, nothing else may be asked for
  const Aabb& box() const { return box_; }    // of all triangles, not tight for linear surfaces
  double radius() const { return radius_; }   // bound on the distance of its points from the centre of mass [m]

  const BoundedTree& tree() const { return *tree_; }
  const SurfaceTopology& topology() const { return tree_->topology(); }
  const TriangleMesh& mesh() const { return tree_->mesh(); }

  // World [m]; may be called by several threads.
  TreeSphere sphere(int node) const {
    if (!tree_->is_linear()) return fitted_[node];
    return spheres_.get(node, [&] { return compute_sphere(node); });
  }
  Vec3 vertex(int v) const {
    if (!tree_->is_linear()) return moved_[v];
    return vertices_.get(v, [&] { return compute_vertex(v); });
  }
  Vec3 corner(int triangle, int k) const { return vertex(mesh().triangles[triangle][k]); }
  // Unit, outward; zero for a triangle without area.
  Vec3 normal(int triangle) const {
    return normals_.get(triangle, [&] { return compute_normal(triangle); });
  }

  std::size_t computed_vertices() const { return vertices_.computed(); }

 private:
  TreeSphere compute_sphere(int node) const;
  Vec3 compute_vertex(int v) const;
  Vec3 compute_normal(int triangle) const;
  void refit();
  void bound(const Vec3& center);

  const BoundedTree* tree_;
  std::vector<int> frontier_;  // nodes that together bound the surface: a few levels below the root
  VecX q_;
  double q_norm_ = 0;
  Mat3 rotation_ = Mat3::Identity();
  Vec3 position_ = Vec3::Zero();
  bool finite_ = false;
  Aabb box_;
  double radius_ = 0;
  LazyCells<TreeSphere> spheres_;
  LazyCells<Vec3> vertices_, normals_;
  // Of surfaces that are not linear:
  std::vector<Vec3> moved_;
  std::vector<TreeSphere> fitted_;
  std::vector<Aabb> fitted_boxes_;
};

}  // namespace stiction

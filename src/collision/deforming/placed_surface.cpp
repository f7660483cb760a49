#include "collision/deforming/placed_surface.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace stiction {
namespace {

constexpr int kFrontierDepth = 6;    // 64 nodes at most
constexpr double kRounding = 1e-12;  // relative

}  // namespace

PlacedSurface::PlacedSurface(const BoundedTree& tree)
    : tree_(&tree),
      spheres_(tree.is_linear() ? tree.nodes().size() : 0),
      vertices_(tree.is_linear() ? tree.mesh().vertices.size() : 0),
      normals_(tree.mesh().triangles.size()) {
  if (!tree.is_linear()) {
    fitted_.resize(tree.nodes().size());
    fitted_boxes_.resize(tree.nodes().size());
  }
  if (tree.nodes().empty()) return;
  std::vector<std::array<int, 2>> stack = {{0, 0}};
  while (!stack.empty()) {
    const auto [node, depth] = stack.back();
    stack.pop_back();
    if (depth == kFrontierDepth || tree.nodes()[node].is_leaf()) {
      frontier_.push_back(node);
      continue;
    }
    for (const int child : {tree.nodes()[node].first, tree.nodes()[node].first + 1})
      stack.push_back({child, depth + 1});
  }
}

void PlacedSurface::place(const Deformable& deformable, const Body& body, const BodyState& state, const Pose& pose) {
  spheres_.new_round();
  vertices_.new_round();
  normals_.new_round();
  rotation_ = pose.rotation.toRotationMatrix();
  position_ = pose.position;
  finite_ = rotation_.allFinite() && position_.allFinite() && state.deformation.allFinite();
  if (!finite_) return;
  if (tree_->is_linear()) {
    q_ = state.deformation;
    q_norm_ = q_.norm();
  } else {
    deformable.deformed_vertices(body, state, moved_);
    for (Vec3& v : moved_) {
      v = rotation_ * v + position_;
      finite_ = finite_ && v.allFinite();
    }
    if (!finite_) return;
    refit();
  }
  bound(state.center);
}

void PlacedSurface::bound(const Vec3& center) {
  box_ = Aabb{};
  radius_ = 0;
  for (const int node : frontier_) {
    const TreeSphere s = sphere(node);
    box_.include(tree_->is_linear() ? Aabb{s.center, s.center}.grown(s.radius) : fitted_boxes_[node]);
    radius_ = std::max(radius_, (s.center - center).norm() + s.radius);
  }
  finite_ = std::isfinite(radius_) && !frontier_.empty();
}

// Spheres about the middles of the boxes: no larger than half their diagonal, nor than the children's spheres need.
void PlacedSurface::refit() {
  const std::vector<BoundedTree::Node>& nodes = tree_->nodes();
  for (std::size_t i = nodes.size(); i-- > 0;) {
    const BoundedTree::Node& node = nodes[i];
    Aabb& box = fitted_boxes_[i];
    box = Aabb{};
    double radius = 0;
    if (node.is_leaf()) {
      for (int t = node.first; t < node.first + node.count; ++t)
        for (const int v : mesh().triangles[tree_->triangle_order()[t]]) box.include(moved_[v]);
      const Vec3 middle = (box.min + box.max) / 2;
      for (int t = node.first; t < node.first + node.count; ++t)
        for (const int v : mesh().triangles[tree_->triangle_order()[t]])
          radius = std::max(radius, (moved_[v] - middle).norm());
    } else {
      for (const int child : {node.first, node.first + 1}) box.include(fitted_boxes_[child]);
      const Vec3 middle = (box.min + box.max) / 2;
      for (const int child : {node.first, node.first + 1})
        radius = std::max(radius, (fitted_[child].center - middle).norm() + fitted_[child].radius);
      radius = std::min(radius, (box.max - middle).norm());
    }
    const Vec3 middle = (box.min + box.max) / 2;
    fitted_[i] = {middle, radius * (1 + kRounding) + kRounding * middle.cwiseAbs().maxCoeff()};
  }
}

TreeSphere PlacedSurface::compute_sphere(int node) const {
  TreeSphere s = tree_->sphere(node, q_, q_norm_);
  s.center = rotation_ * s.center + position_;
  s.radius += kRounding * (s.radius + s.center.cwiseAbs().maxCoeff());
  return s;
}

Vec3 PlacedSurface::compute_vertex(int v) const {
  return rotation_ * tree_->vertex(v, q_) + position_;
}

Vec3 PlacedSurface::compute_normal(int triangle) const {
  const auto& [a, b, c] = mesh().triangles[triangle];
  const Vec3 p = vertex(a);
  const Vec3 product = (vertex(b) - p).cross(vertex(c) - p);
  const double length = product.norm();
  return length > 0 ? Vec3(product / length) : Vec3(Vec3::Zero());
}

}  // namespace stiction

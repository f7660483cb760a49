#include "collision/deforming/bounded_tree.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace stiction {
namespace {

constexpr double kRounding = 1e-12;  // relative, against rounding of centres and radii
constexpr int kCenterSteps = 12;

// Centre of a small sphere about points: from the middle of their box it steps towards the farthest one by ever smaller
// fractions (Badoiu and Clarkson); the best counts.
template <class PointOf>
TreeSphere small_sphere(std::size_t count, const PointOf& point_of) {
  Aabb box;
  for (std::size_t i = 0; i < count; ++i) box.include(point_of(i));
  Vec3 center = (box.min + box.max) / 2;
  TreeSphere best{center, std::numeric_limits<double>::infinity()};
  for (int step = 0; step < kCenterSteps; ++step) {
    double farthest2 = -1;
    Vec3 far = center;
    for (std::size_t i = 0; i < count; ++i) {
      const Vec3 p = point_of(i);
      const double d2 = (p - center).squaredNorm();
      if (d2 > farthest2) farthest2 = d2, far = p;
    }
    if (std::sqrt(farthest2) < best.radius) best = {center, std::sqrt(farthest2)};
    center += (far - center) / (4 + 2 * step);
  }
  return best;
}

// The vertices below every node, each once, ascending.
std::vector<std::vector<int>> vertices_below(const BoundedTree& tree) {
  std::vector<std::vector<int>> below(tree.nodes().size());
  for (std::size_t i = tree.nodes().size(); i-- > 0;) {
    const BoundedTree::Node& node = tree.nodes()[i];
    std::vector<int>& own = below[i];
    if (node.is_leaf()) {
      for (int t = node.first; t < node.first + node.count; ++t) {
        const auto& corners = tree.mesh().triangles[tree.triangle_order()[t]];
        own.insert(own.end(), corners.begin(), corners.end());
      }
    } else {
      for (const int child : {node.first, node.first + 1}) {
        own.insert(own.end(), below[child].begin(), below[child].end());
      }
    }
    std::sort(own.begin(), own.end());
    own.erase(std::unique(own.begin(), own.end()), own.end());
  }
  return below;
}

}  // namespace

BoundedTree::BoundedTree(const Deformable& deformable) : mesh_(&deformable.surface()), topology_(*mesh_) {
  std::vector<TreeItem> items;
  items.reserve(mesh_->triangles.size());
  for (const auto& [a, b, c] : mesh_->triangles) {
    items.push_back({mesh_->vertices[a], mesh_->vertices[b], mesh_->vertices[c]});
  }
  const SphereTree tree = build_sphere_tree(items, triangle_order_);
  for (const SphereTree::Node& node : tree.nodes) nodes_.push_back({node.first, node.count});
  own_features();
  const MatX* basis = deformable.surface_basis();
  if (basis != nullptr) {
    if (basis->rows() != 3 * static_cast<Eigen::Index>(mesh_->vertices.size()) ||
        basis->cols() != deformable.coordinate_count() || !basis->allFinite()) {
      throw std::logic_error("surface_basis: wants three finite rows a vertex, one column a coordinate");
    }
    linear_ = true;
    mode_count_ = static_cast<int>(basis->cols());
    pack_modes(*basis);
  }
  rest_.resize(nodes_.size());
  node_modes_.resize((nodes_.size() + 1) * mode_count_ * kModeLanes);
  delta_all_.resize(nodes_.size());
  const std::vector<std::vector<int>> below = vertices_below(*this);
  for (std::size_t i = 0; i < nodes_.size(); ++i) bound_node(static_cast<int>(i), below[i], basis);
}

// Vertices and edges go to the first leaf that meets them.
void BoundedTree::own_features() {
  std::vector<char> vertex_taken(mesh_->vertices.size(), 0), edge_taken(topology_.edges.size(), 0);
  const auto take = [](std::vector<char>& taken, int i, std::vector<int>& order) {
    if (!taken[i]) order.push_back(i);
    taken[i] = 1;
  };
  for (Node& node : nodes_) {
    if (node.is_leaf()) node.leaf = leaf_count_++;
    node.vertex_begin = static_cast<int>(vertex_order_.size());
    node.edge_begin = static_cast<int>(edge_order_.size());
    for (int i = node.first; i < node.first + node.count; ++i) {
      const int t = triangle_order_[i];
      for (const int v : mesh_->triangles[t]) take(vertex_taken, v, vertex_order_);
      if (!topology_.is_closed) continue;
      for (const int e : topology_.triangle_edges[t]) take(edge_taken, e, edge_order_);
    }
    node.vertex_end = static_cast<int>(vertex_order_.size());
    node.edge_end = static_cast<int>(edge_order_.size());
  }
  place_in_order_.assign(mesh_->vertices.size(), -1);
  for (std::size_t i = 0; i < vertex_order_.size(); ++i) place_in_order_[vertex_order_[i]] = static_cast<int>(i);
  for (const int t : triangle_order_) {
    const auto& [a, b, c] = mesh_->triangles[t];
    corner_places_.push_back({place_in_order_[a], place_in_order_[b], place_in_order_[c]});
  }
  leaf_begin_.assign(1, 0);
  for (const Node& node : nodes_) {
    if (!node.is_leaf()) continue;
    for (int i = node.first; i < node.first + node.count; ++i)
      leaf_places_.insert(leaf_places_.end(), corner_places_[i].begin(), corner_places_[i].end());
    const auto begin = leaf_places_.begin() + leaf_begin_.back();
    std::sort(begin, leaf_places_.end());
    leaf_places_.erase(std::unique(begin, leaf_places_.end()), leaf_places_.end());
    leaf_begin_.push_back(static_cast<int>(leaf_places_.size()));
  }
}

void BoundedTree::pack_modes(const MatX& basis) {
  const std::size_t row = kModeLanes, block = 3 * row, blocks = block_count();
  block_rest_.assign(blocks * block, 0.0);
  block_modes_.assign(blocks * block * mode_count_, 0.0);
  for (std::size_t i = 0; i < vertex_order_.size(); ++i) {
    const int v = vertex_order_[i];
    const std::size_t b = i / row, lane = i % row;
    for (int axis = 0; axis < 3; ++axis) {
      block_rest_[b * block + axis * row + lane] = mesh_->vertices[v][axis];
      for (int k = 0; k < mode_count_; ++k)
        block_modes_[(b * mode_count_ + k) * block + axis * row + lane] = basis(3 * v + axis, k);
    }
  }
}

void BoundedTree::bound_node(int node, const std::vector<int>& vertices, const MatX* basis) {
  const auto mode = [&](int v, int k) -> Vec3 { return basis->block<3, 1>(3 * static_cast<Eigen::Index>(v), k); };
  TreeSphere& rest = rest_[node];
  rest = small_sphere(vertices.size(), [&](std::size_t i) { return mesh_->vertices[vertices[i]]; });
  rest.radius = rest.radius * (1 + kRounding) + kRounding * rest.center.cwiseAbs().maxCoeff();
  std::vector<Vec3> centers(mode_count_);
  double* packed = node_modes_.data() + (static_cast<std::size_t>(node) + 1) * mode_count_ * kModeLanes;
  for (int k = 0; k < mode_count_; ++k, packed += kModeLanes) {
    const TreeSphere sphere = small_sphere(vertices.size(), [&](std::size_t i) { return mode(vertices[i], k); });
    centers[k] = sphere.center;
    for (int axis = 0; axis < 3; ++axis) packed[axis] = sphere.center[axis];
    packed[3] = sphere.radius * (1 + kRounding) + kRounding * sphere.center.cwiseAbs().maxCoeff();
  }
  double greatest = 0;  // of the squares of the largest singular values
  for (const int v : vertices) {
    Mat3 gram = Mat3::Zero();
    for (int k = 0; k < mode_count_; ++k) {
      const Vec3 apart = mode(v, k) - centers[k];
      gram += apart * apart.transpose();
    }
    const Eigen::SelfAdjointEigenSolver<Mat3> solver(gram, Eigen::EigenvaluesOnly);
    greatest = std::max(greatest, solver.eigenvalues()[2] + kRounding * gram.trace());
  }
  double moved = 0;  // scale of what is summed up
  for (int k = 0; k < mode_count_; ++k) moved += centers[k].norm();
  delta_all_[node] = std::sqrt(greatest) * (1 + kRounding) + kRounding * moved;
}

void TreeCoordinates::set(const VecX& coordinates) {
  q = coordinates;
  norm = q.norm();
  rows.resize(q.size() * kModeLanes);
  for (Eigen::Index k = 0; k < q.size(); ++k) {
    for (int axis = 0; axis < 3; ++axis) rows[k * kModeLanes + axis] = q[k];
    rows[k * kModeLanes + 3] = std::abs(q[k]);
  }
}

std::array<int, 2> BoundedTree::nodes_of(int pair) const {
  return {pair == 0 ? 0 : 2 * pair - 1, std::min(2 * pair, static_cast<int>(nodes_.size()) - 1)};
}

void BoundedTree::spheres(int pair, const TreeCoordinates& at, SpherePair& spheres) const {
  const std::array<int, 2> nodes = nodes_of(pair);
  for (int i = 0; i < 2; ++i) spheres[i] = {rest_[nodes[i]].center, 0};
  add_modes(pair, at, spheres);
  for (int i = 0; i < 2; ++i) spheres[i].radius = rest_[nodes[i]].radius + spheres[i].radius;
}

void BoundedTree::displacements(int pair, const TreeCoordinates& added, SpherePair& moved) const {
  moved.fill({Vec3::Zero(), 0});
  add_modes(pair, added, moved);
}

void BoundedTree::add_modes(int pair, const TreeCoordinates& at, SpherePair& spheres) const {
  const std::array<int, 2> nodes = nodes_of(pair);
  double sums[2 * kModeLanes];
  for (int i = 0; i < 2; ++i) {
    for (int axis = 0; axis < 3; ++axis) sums[i * kModeLanes + axis] = spheres[i].center[axis];
    sums[i * kModeLanes + 3] = 0;
  }
  add_row_pair(node_modes_.data() + static_cast<std::size_t>(2 * pair) * mode_count_ * kModeLanes, at.rows.data(),
               mode_count_, sums);
  for (int i = 0; i < 2; ++i) {
    const double* sum = sums + i * kModeLanes;
    spheres[i].center = {sum[0], sum[1], sum[2]};
    spheres[i].radius = std::min(sum[3], at.norm * delta_all_[nodes[i]]);
  }
}

void BoundedTree::vertices(int block, const TreeCoordinates& at, VertexBlock& vertices) const {
  constexpr std::size_t kBlock = 3 * kModeLanes;
  double rows[kBlock];
  std::copy_n(block_rest_.data() + block * kBlock, kBlock, rows);
  add_block(block_modes_.data() + static_cast<std::size_t>(block) * mode_count_ * kBlock, at.q.data(), mode_count_,
            rows);
  for (int i = 0; i < kModeLanes; ++i) vertices[i] = {rows[i], rows[kModeLanes + i], rows[2 * kModeLanes + i]};
}

}  // namespace stiction

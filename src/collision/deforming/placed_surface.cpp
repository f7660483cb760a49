#include "collision/deforming/placed_surface.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "collision/deforming/sharp_edge.h"

namespace stiction {
namespace {

constexpr int kFrontierDepth = 6;    // 64 nodes at most
constexpr double kRounding = 1e-12;  // relative

}  // namespace

PlacedSurface::PlacedSurface(const BoundedTree& tree)
    : tree_(&tree),
      spheres_(tree.is_linear() ? tree.pair_count() : 0),
      vertices_(tree.is_linear() ? tree.block_count() : 0),
      normals_(tree.mesh().triangles.size()),
      leaf_boxes_(tree.is_linear() ? tree.leaf_count() : 0),
      leaf_triangles_(tree.topology().is_closed ? tree.leaf_count() : 0),
      sharp_edges_(tree.topology().is_closed ? tree.leaf_count() : 0) {
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

// The same bits, which is what collision with a wider margin within a step asks for.
bool PlacedSurface::is_placed_at(const BodyState& state, const Pose& pose) const {
  return finite_ && pose.position == pose_.position && pose.rotation.coeffs() == pose_.rotation.coeffs() &&
         state.center == center_ && state.deformation == at_.q;
}

void PlacedSurface::place(const Deformable& deformable, const Body& body, const BodyState& state, const Pose& pose) {
  if (is_placed_at(state, pose)) return;
  pose_ = pose;
  center_ = state.center;
  for (Followed& followed : followed_) followed.is_stale = true;
  spheres_.new_round();
  vertices_.new_round();
  normals_.new_round();
  leaf_boxes_.new_round();
  leaf_triangles_.new_round();
  sharp_edges_.new_round();
  rotation_ = pose.rotation.toRotationMatrix();
  position_ = pose.position;
  finite_ = rotation_.allFinite() && position_.allFinite() && state.deformation.allFinite();
  if (!finite_) return;
  if (tree_->is_linear()) {
    at_.set(state.deformation);
  } else {
    at_.q = state.deformation;
    deformable.deformed_vertices(body, state, given_);
    finite_ = std::all_of(given_.begin(), given_.end(), [](const Vec3& v) { return v.allFinite(); });
    if (!finite_) return;
    const std::vector<int>& order = tree_->vertex_order();
    moved_.resize(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) moved_[i] = rotation_ * given_[order[i]] + position_;
    refit();
  }
  bound();
}

bool PlacedSurface::Followed::is_on(const SurfaceMotion& other, double other_step) const {
  return !is_stale && step == other_step && motion.velocity == other.velocity &&
         motion.angular_velocity == other.angular_velocity && motion.rate == other.rate &&
         motion.vertex_velocities == other.vertex_velocities;
}

bool PlacedSurface::is_known(const SurfaceMotion& motion) const {
  return tree_->is_linear() ? motion.rate.size() == tree_->mode_count()
                            : motion.vertex_velocities.size() == mesh().vertices.size();
}

void PlacedSurface::follow(const Courses& courses, int body, double step) {
  course_count_ = 0;
  if (!finite_) return;
  for (const auto& course : courses.courses) {
    if (!course[body].is_known || !is_known(course[body].motion)) return;
  }
  course_count_ = static_cast<int>(courses.courses.size());
  while (static_cast<int>(followed_.size()) < course_count_) followed_.emplace_back(*tree_);
  for (int i = 0; i < course_count_; ++i) {
    const SurfaceMotion& motion = courses.courses[i][body].motion;
    Followed& followed = followed_[i];
    if (followed.is_on(motion, step)) continue;
    followed.motion = motion;
    followed.step = step;
    followed.is_stale = false;
    if (tree_->is_linear()) followed.rate.set(motion.rate);
    followed.ways.new_round();
    followed.fitted.new_round();
  }
}

void PlacedSurface::bound() {
  box_ = Aabb{};
  radius_ = 0;
  for (const int node : frontier_) {
    const TreeSphere s = sphere(node);
    box_.include(tree_->is_linear() ? Aabb{s.center, s.center}.grown(s.radius) : fitted_boxes_[node]);
    radius_ = std::max(radius_, (s.center - center_).norm() + s.radius);
  }
  finite_ = std::isfinite(radius_) && !frontier_.empty();
}

namespace {

// Spheres about the points of every node's vertices, by their places in vertex_order(), and their boxes, from the
// leaves upward. They lie about the middles of the boxes: no larger than half their diagonal, nor than the children's
// spheres need.
void fit_nodes(const BoundedTree& tree, const std::vector<Vec3>& points, std::vector<Aabb>& boxes,
               std::vector<TreeSphere>& spheres) {
  const std::vector<BoundedTree::Node>& nodes = tree.nodes();
  boxes.resize(nodes.size());
  spheres.resize(nodes.size());
  for (std::size_t i = nodes.size(); i-- > 0;) {
    const BoundedTree::Node& node = nodes[i];
    Aabb box;
    double radius = 0;
    Vec3 middle;
    if (node.is_leaf()) {
      for (const int place : tree.leaf_places(node.leaf)) box.include(points[place]);
      middle = (box.min + box.max) / 2;
      double radius2 = 0;
      for (const int place : tree.leaf_places(node.leaf))
        radius2 = std::max(radius2, (points[place] - middle).squaredNorm());
      radius = std::sqrt(radius2);
    } else {
      for (const int child : {node.first, node.first + 1}) box.include(boxes[child]);
      middle = (box.min + box.max) / 2;
      for (const int child : {node.first, node.first + 1})
        radius = std::max(radius, (spheres[child].center - middle).norm() + spheres[child].radius);
      radius = std::min(radius, (box.max - middle).norm());
    }
    boxes[i] = box;
    spheres[i] = {middle, radius * (1 + kRounding) + kRounding * middle.cwiseAbs().maxCoeff()};
  }
}

}  // namespace

void PlacedSurface::refit() {
  fit_nodes(*tree_, moved_, fitted_boxes_, fitted_);
}

// Points of a triangle move as its corners do or between them.
void PlacedSurface::fit_ways(const Followed& followed, FittedWays& fitted) const {
  fitted.velocities.clear();
  for (const int v : tree_->vertex_order()) fitted.velocities.push_back(followed.motion.vertex_velocities[v]);
  fit_nodes(*tree_, fitted.velocities, fitted.boxes, fitted.bounds);
  fitted.ways.clear();
  for (const TreeSphere& s : fitted.bounds) {
    NodeWay node{followed.step * s.center, followed.step * s.radius};
    node.spread += kRounding * (node.spread + node.way.cwiseAbs().maxCoeff());
    fitted.ways.push_back(node);
  }
}

void PlacedSurface::compute_spheres(int pair, BoundedTree::SpherePair& spheres) const {
  tree_->spheres(pair, at_, spheres);
  for (TreeSphere& s : spheres) {
    s.center = rotation_ * s.center + position_;
    s.radius += kRounding * (s.radius + s.center.cwiseAbs().maxCoeff());
  }
}

void PlacedSurface::compute_ways(const Followed& followed, int pair, WayPair& ways) const {
  BoundedTree::SpherePair moved;
  tree_->displacements(pair, followed.rate, moved);
  const BoundedTree::SpherePair& places = spheres_.get(pair, [&](auto& spheres) { compute_spheres(pair, spheres); });
  const Vec3 &v = followed.motion.velocity, &w = followed.motion.angular_velocity;
  for (int i = 0; i < 2; ++i) {
    ways[i].way = followed.step * (v + w.cross(places[i].center - center_) + rotation_ * moved[i].center);
    ways[i].spread = followed.step * (w.norm() * places[i].radius + moved[i].radius);
    ways[i].spread += kRounding * (ways[i].spread + ways[i].way.cwiseAbs().maxCoeff());
  }
}

void PlacedSurface::compute_vertices(int block, BoundedTree::VertexBlock& vertices) const {
  tree_->vertices(block, at_, vertices);
  for (Vec3& v : vertices) v = rotation_ * v + position_;
}

Vec3 PlacedSurface::compute_normal(int triangle) const {
  const auto& [a, b, c] = mesh().triangles[triangle];
  const Vec3 p = vertex(a);
  const Vec3 product = (vertex(b) - p).cross(vertex(c) - p);
  const double length = product.norm();
  return length > 0 ? Vec3(product / length) : Vec3(Vec3::Zero());
}

void PlacedSurface::compute_leaf_box(int node, Aabb& box) const {
  const BoundedTree::Node& leaf = tree_->nodes()[node];
  box = Aabb{};
  for (const int place : tree_->leaf_places(leaf.leaf)) box.include(vertex_at(place));
}

void PlacedSurface::compute_leaf_triangles(int node, LeafTriangles& leaf) const {
  const BoundedTree::Node& range = tree_->nodes()[node];
  const Aabb& box = leaf_box(node);
  leaf.middle = (box.min + box.max) / 2;
  leaf.extent = (box.max - leaf.middle).maxCoeff();
  leaf.count = range.count;
  for (int i = 0; i < LeafTriangles::kMost; ++i) {
    const int place = range.first + std::min(i, range.count - 1);  // the last fills the row
    const auto& [corner_a, corner_b, corner_c] = tree_->corner_places(place);
    const Vec3 a = vertex_at(corner_a) - leaf.middle, b = vertex_at(corner_b) - leaf.middle,
               c = vertex_at(corner_c) - leaf.middle;
    const Vec3 low = a.cwiseMin(b).cwiseMin(c), high = a.cwiseMax(b).cwiseMax(c);
    const Vec3& n = normal(tree_->triangle_order()[place]);
    for (int axis = 0; axis < 3; ++axis) {
      leaf.low[axis][i] = static_cast<float>(low[axis]);
      leaf.high[axis][i] = static_cast<float>(high[axis]);
      leaf.normal[axis][i] = static_cast<float>(n[axis]);
    }
    leaf.offset[i] = static_cast<float>(n.dot(a));
  }
}

std::uint32_t PlacedSurface::compute_sharp_edges(int node) const {
  static_assert(3 * LeafTriangles::kMost <= 32);
  const BoundedTree::Node& leaf = tree_->nodes()[node];
  std::uint32_t sharp = 0;
  for (int i = leaf.edge_begin; i < leaf.edge_end; ++i) {
    if (is_sharp(*this, tree_->edge_order()[i])) sharp |= std::uint32_t{1} << (i - leaf.edge_begin);
  }
  return sharp;
}

}  // namespace stiction

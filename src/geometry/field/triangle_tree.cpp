#include "geometry/field/triangle_tree.h"

#include <array>
#include <cmath>
#include <utility>

#include "geometry/mesh/triangle_slices.h"

namespace stiction {
namespace {

constexpr int kMaxDepth = 64;        // median splits of at most 2^31 items are at most 31 deep
constexpr double kRounding = 1e-12;  // relative slack of pruning: equal distances must all be seen

constexpr int kFewNeedles = 64;  // balls will do for these

struct Visit {
  int node;
  double bound;  // nothing in the node is nearer [m]
};

// Tight about points along a line: the segment along the two that are about the farthest apart, in the middle of all.
Capsule capsule_about(const std::vector<Vec3>& points) {
  const auto farthest = [&](const Vec3& from) {
    const auto squared = [&](const Vec3& p) { return (p - from).squaredNorm(); };
    return *std::ranges::max_element(points, {}, squared);
  };
  const Vec3 a = farthest(points[0]), b = farthest(a);
  const Vec3 u = (b - a).stableNormalized(), v = u.unitOrthogonal(), w = u.cross(v);
  Aabb box;
  for (const Vec3& p : points) box.include(Vec3(u.dot(p - a), v.dot(p - a), w.dot(p - a)));
  const Vec3 middle = (box.min + box.max) / 2;
  Capsule capsule;
  capsule.from = a + box.min.x() * u + middle.y() * v + middle.z() * w;
  capsule.along = (box.max.x() - box.min.x()) * u;
  const double length2 = capsule.along.squaredNorm();
  capsule.inverse2 = length2 > 0 ? 1 / length2 : 0;
  capsule.radius = 0;
  double size = 0;
  for (const Vec3& p : points) {
    capsule.radius = std::max(capsule.radius, capsule.distance_to_axis(p));
    size = std::max(size, p.cwiseAbs().maxCoeff());
  }
  capsule.radius += 4 * kRounding * size;
  return capsule;
}

// Children come after their parents; the leaves of a node are next to each other.
std::vector<Capsule> node_capsules(const TriangleMesh& mesh, const TriangleTree& tree) {
  const std::vector<SphereTree::Node>& nodes = tree.tree.nodes;
  std::vector<std::pair<int, int>> range(nodes.size());
  std::vector<Capsule> capsules(nodes.size());
  std::vector<Vec3> points;
  for (std::size_t n = nodes.size(); n-- > 0;) {
    const SphereTree::Node& node = nodes[n];
    range[n] = node.count > 0 ? std::pair(node.first, node.first + node.count)
                              : std::pair(range[node.first].first, range[node.first + 1].second);
    points.clear();
    for (int i = range[n].first; i < range[n].second; ++i)
      for (const int v : mesh.triangles[tree.order[i]]) points.push_back(mesh.vertices[v]);
    capsules[n] = capsule_about(points);
  }
  return capsules;
}

bool has_many_needles(const TriangleMesh& mesh) {
  const Aabb box = mesh_bounds(mesh);
  const double length = (box.max - box.min).norm() / 64;
  int needles = 0;
  for (std::size_t t = 0; t < mesh.triangles.size() && needles <= kFewNeedles; ++t)
    needles += is_needle(corners_of(mesh, t), length) ? 1 : 0;
  return needles > kFewNeedles;
}

// bound(node): what a node cannot be nearer than.
template <typename Bound>
TriangleFoot find_nearest(const TriangleMesh& mesh, const MeshTopology& topology, const SphereTree& tree,
                          const std::vector<int>& order, const Vec3& p, int guess, long long* measured,
                          const Bound& bound) {
  TriangleFoot best;
  if (guess >= 0) measure_triangle(mesh, topology, guess, p, best);
  const auto visit = [&](int node) { return Visit{node, bound(node)}; };
  std::array<Visit, kMaxDepth> stack;
  int depth = 0;
  stack[depth++] = visit(0);
  double reach = std::sqrt(best.distance2) * (1 + kRounding);  // [m]
  while (depth > 0) {
    const Visit top = stack[--depth];
    if (top.bound > reach) continue;
    const SphereTree::Node& node = tree.nodes[top.node];
    if (node.count > 0) {
      if (measured) *measured += node.count;
      for (int i = node.first; i < node.first + node.count; ++i) measure_triangle(mesh, topology, order[i], p, best);
      reach = std::sqrt(best.distance2) * (1 + kRounding);
      continue;
    }
    Visit near = visit(node.first), far = visit(node.first + 1);
    if (far.bound < near.bound) std::swap(near, far);
    stack[depth++] = far;
    stack[depth++] = near;
  }
  return best;
}

}  // namespace

TriangleTree build_triangle_tree(const TriangleMesh& mesh) {
  std::vector<TreeItem> items;
  items.reserve(mesh.triangles.size());
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) items.push_back(corners_of(mesh, t));
  TriangleTree result;
  result.tree = build_sphere_tree(items, result.order);
  if (has_many_needles(mesh)) result.capsules = node_capsules(mesh, result);
  return result;
}

TriangleFoot find_nearest_triangle(const TriangleMesh& mesh, const MeshTopology& topology, const SphereTree& tree,
                                   const std::vector<int>& order, const Vec3& p, int guess) {
  const auto bound = [&](int n) { return (p - tree.nodes[n].center).norm() - tree.nodes[n].radius; };
  return find_nearest(mesh, topology, tree, order, p, guess, nullptr, bound);
}

TriangleFoot find_nearest_triangle(const TriangleMesh& mesh, const MeshTopology& topology, const TriangleTree& tree,
                                   const Vec3& p, int guess, long long* measured) {
  const std::vector<SphereTree::Node>& nodes = tree.tree.nodes;
  const auto ball = [&](int n) { return (p - nodes[n].center).norm() - nodes[n].radius; };
  const auto capsule = [&](int n) { return tree.capsules[n].distance_to_axis(p) - tree.capsules[n].radius; };
  if (tree.capsules.empty()) return find_nearest(mesh, topology, tree.tree, tree.order, p, guess, measured, ball);
  return find_nearest(mesh, topology, tree.tree, tree.order, p, guess, measured, capsule);
}

void find_triangles_within(const TriangleMesh& mesh, const MeshTopology& topology, const TriangleTree& tree,
                           const Vec3& p, double limit, std::vector<TriangleAt>& found) {
  found.clear();
  std::array<int, kMaxDepth> stack;
  int depth = 0;
  stack[depth++] = 0;
  const bool has_capsules = !tree.capsules.empty();
  while (depth > 0) {
    const int n = stack[--depth];
    const SphereTree::Node& node = tree.tree.nodes[n];
    const double reach = limit + node.radius;
    if ((p - node.center).squaredNorm() > reach * reach * (1 + kRounding)) continue;
    if (has_capsules && tree.capsules[n].distance_to_axis(p) > (limit + tree.capsules[n].radius) * (1 + kRounding)) {
      continue;
    }
    if (node.count == 0) {
      stack[depth++] = node.first + 1;
      stack[depth++] = node.first;
      continue;
    }
    for (int i = node.first; i < node.first + node.count; ++i) {
      TriangleFoot foot;
      foot.distance2 = limit * limit;
      measure_triangle(mesh, topology, tree.order[i], p, foot);
      if (foot.triangle >= 0) found.push_back({tree.order[i], std::sqrt(foot.distance2)});
    }
  }
}

}  // namespace stiction

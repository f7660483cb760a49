#include "geometry/field/triangle_tree.h"

#include <array>
#include <cmath>
#include <utility>

#include "geometry/mesh/triangle_slices.h"

namespace stiction {
namespace {

constexpr int kMaxDepth = 64;        // median splits of at most 2^31 items are at most 31 deep
constexpr double kRounding = 1e-12;  // relative slack of pruning: equal distances must all be seen

struct Visit {
  int node;
  double bound;  // nothing in the node is nearer [m]
};

Visit visit(const SphereTree& tree, int node, const Vec3& p) {
  const SphereTree::Node& n = tree.nodes[node];
  return {node, (p - n.center).norm() - n.radius};
}

}  // namespace

TriangleTree build_triangle_tree(const TriangleMesh& mesh) {
  std::vector<TreeItem> items;
  items.reserve(mesh.triangles.size());
  for (const auto& t : mesh.triangles) items.push_back({mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]]});
  TriangleTree result;
  result.tree = build_sphere_tree(items, result.order);
  return result;
}

TriangleTree build_sliced_triangle_tree(const TriangleMesh& mesh) {
  const Aabb box = mesh_bounds(mesh);
  const std::size_t count = mesh.triangles.size();
  const auto corners = [&](std::size_t t) { return corners_of(mesh, t); };
  const double length = slice_length(count, (box.max - box.min).norm(), corners);
  std::vector<TreeItem> items;
  std::vector<int> triangles;  // of the items
  items.reserve(count);
  triangles.reserve(count);
  for (std::size_t t = 0; t < count; ++t) {
    int pieces = 0;
    for_each_slice(corners(t), length, [&](const SliceCorners& p) {
      ++pieces;
      items.push_back({p[0], p[1], p[2]});
      if (p[3] != p[0]) items.push_back({p[0], p[2], p[3]});
    });
    if (pieces == 1) items.back() = corners(t);
    triangles.resize(items.size(), static_cast<int>(t));
  }
  TriangleTree result;
  result.tree = build_sphere_tree(items, result.order);
  for (int& place : result.order) place = triangles[place];
  return result;
}

TriangleFoot find_nearest_triangle(const TriangleMesh& mesh, const MeshTopology& topology, const SphereTree& tree,
                                   const std::vector<int>& order, const Vec3& p, int guess, long long* measured) {
  TriangleFoot best;
  if (guess >= 0) measure_triangle(mesh, topology, guess, p, best);
  std::array<Visit, kMaxDepth> stack;
  int depth = 0;
  stack[depth++] = visit(tree, 0, p);
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
    Visit near = visit(tree, node.first, p), far = visit(tree, node.first + 1, p);
    if (far.bound < near.bound) std::swap(near, far);
    stack[depth++] = far;
    stack[depth++] = near;
  }
  return best;
}

void find_triangles_within(const TriangleMesh& mesh, const MeshTopology& topology, const TriangleTree& tree,
                           const Vec3& p, double limit, std::vector<TriangleAt>& found) {
  found.clear();
  std::array<int, kMaxDepth> stack;
  int depth = 0;
  stack[depth++] = 0;
  while (depth > 0) {
    const SphereTree::Node& node = tree.tree.nodes[stack[--depth]];
    const double reach = limit + node.radius;
    if ((p - node.center).squaredNorm() > reach * reach * (1 + kRounding)) continue;
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

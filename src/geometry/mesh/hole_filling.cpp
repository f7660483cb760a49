#include "geometry/mesh/hole_filling.h"

#include <algorithm>
#include <map>
#include <set>

#include "geometry/mesh/ear_cutter.h"
#include "geometry/mesh/mesh_edges.h"

namespace stiction {
namespace {

using Loop = std::vector<int>;  // vertices in the sense in which the filling triangles run
using EdgeSet = std::set<std::pair<int, int>>;

// The open edges, against the sense of their triangles: from each vertex to the next ones, in falling order.
std::map<int, std::vector<int>> open_edges(const std::vector<EdgeUse>& uses) {
  std::map<int, std::vector<int>> next;
  for_each_edge(uses, [&](std::span<const EdgeUse> edge) {
    if (edge.size() != 1) return;
    const EdgeUse& use = edge[0];
    if (use.forward) {
      next[use.high].push_back(use.low);
    } else {
      next[use.low].push_back(use.high);
    }
  });
  for (auto& [vertex, targets] : next) std::sort(targets.begin(), targets.end(), std::greater<>());
  return next;
}

// Walks along open edges; whenever the path comes back to one of its vertices, that loop is cut off.
std::vector<Loop> rims(const std::vector<EdgeUse>& uses, std::size_t vertex_count) {
  std::map<int, std::vector<int>> next = open_edges(uses);
  std::vector<int> place(vertex_count, -1);  // of a vertex on the path
  std::vector<Loop> loops;
  for (auto& [start, targets] : next) {
    Loop path = {start};
    place[start] = 0;
    for (int at = start; next.contains(at) && !next[at].empty();) {
      const int to = next[at].back();
      next[at].pop_back();
      if (place[to] >= 0) {
        loops.emplace_back(path.begin() + place[to], path.end());
        for (const int vertex : loops.back()) place[vertex] = -1;
        path.resize(path.size() - loops.back().size());
      }
      place[to] = static_cast<int>(path.size());
      path.push_back(to);
      at = to;
    }
    for (const int vertex : path) place[vertex] = -1;
  }
  std::erase_if(loops, [](const Loop& loop) { return loop.size() < 3; });
  return loops;
}

// The loop in the plane that fits it best (Newell's normal), counter-clockwise.
std::vector<Vec2> flattened(const std::vector<Vec3>& vertices, const Loop& loop) {
  Vec3 normal = Vec3::Zero();
  const Vec3& origin = vertices[loop[0]];
  for (std::size_t i = 0; i + 1 < loop.size(); ++i) {
    normal += (vertices[loop[i]] - origin).cross(vertices[loop[i + 1]] - origin);
  }
  if (!(normal.norm() > 0)) return {};
  const Vec3 u = normal.unitOrthogonal();
  const Vec3 v = normal.normalized().cross(u);
  std::vector<Vec2> points;
  for (const int vertex : loop) points.emplace_back(u.dot(vertices[vertex] - origin), v.dot(vertices[vertex] - origin));
  return points;
}

bool edge_exists(const std::vector<EdgeUse>& uses, const EdgeSet& new_edges, int a, int b) {
  const std::pair<int, int> edge = std::minmax(a, b);
  const auto before = [](const EdgeUse& use, const std::pair<int, int>& e) { return std::pair(use.low, use.high) < e; };
  const auto found = std::lower_bound(uses.begin(), uses.end(), edge, before);
  return (found != uses.end() && std::pair(found->low, found->high) == edge) || new_edges.contains(edge);
}

// Triangles between the vertices of the loop; empty if the plane does not allow it.
std::vector<Triangle> ears_of(const TriangleMesh& mesh, const Loop& loop, const std::vector<EdgeUse>& uses,
                              const EdgeSet& new_edges, long long& looks) {
  std::vector<Vec2> points = flattened(mesh.vertices, loop);
  if (points.empty()) return {};
  const auto may_join = [&](int i, int k) { return !edge_exists(uses, new_edges, loop[i], loop[k]); };
  EarCutter cutter(std::move(points), may_join);
  std::vector<Triangle> triangles = cutter.cut();
  looks += cutter.looks();
  for (Triangle& triangle : triangles)
    for (int& corner : triangle) corner = loop[corner];
  return triangles;
}

std::vector<Triangle> fan_around_middle(TriangleMesh& mesh, const Loop& loop) {
  Vec3 middle = Vec3::Zero();
  for (const int vertex : loop) middle += mesh.vertices[vertex] / static_cast<double>(loop.size());
  const int center = static_cast<int>(mesh.vertices.size());
  mesh.vertices.push_back(middle);
  std::vector<Triangle> triangles;
  for (std::size_t i = 0; i < loop.size(); ++i) triangles.push_back({loop[i], loop[(i + 1) % loop.size()], center});
  return triangles;
}

}  // namespace

FilledHoles fill_holes(TriangleMesh& mesh, HoleFill how) {
  const std::vector<EdgeUse> uses = edge_uses(mesh.triangles);
  EdgeSet new_edges;
  FilledHoles filled;
  for (const Loop& loop : rims(uses, mesh.vertices.size())) {
    std::vector<Triangle> triangles;
    if (how == HoleFill::kRim) triangles = ears_of(mesh, loop, uses, new_edges, filled.looks);
    if (triangles.empty()) triangles = fan_around_middle(mesh, loop);
    for (const auto& [a, b, c] : triangles) {
      new_edges.insert({std::minmax(a, b), std::minmax(b, c), std::minmax(c, a)});
    }
    mesh.triangles.insert(mesh.triangles.end(), triangles.begin(), triangles.end());
    ++filled.holes;
    filled.triangles += static_cast<int>(triangles.size());
  }
  return filled;
}

}  // namespace stiction

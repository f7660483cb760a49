#include "geometry/mesh/hole_filling.h"

#include <algorithm>
#include <map>
#include <set>

#include "geometry/mesh/mesh_edges.h"

namespace stiction {
namespace {

using Loop = std::vector<int>;  // vertices in the sense in which the filling triangles run
using EdgeSet = std::set<std::pair<int, int>>;

// Points nearer to a line than about this times the rim's size count as on it: rims have straight stretches, and the
// plane is known to rounding only. What comes out is checked exactly later.
constexpr double kOnLine = 1e-9;
constexpr std::size_t kLongestRim = 4000;  // cutting ears takes the square of the number of vertices

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

class EarCutter {
 public:
  EarCutter(const Loop& loop, std::vector<Vec2> points, const std::vector<EdgeUse>& uses, const EdgeSet& new_edges)
      : loop_(loop), points_(std::move(points)), uses_(uses), new_edges_(new_edges) {
    for (std::size_t i = 0; i < loop.size(); ++i) {
      left_.push_back(static_cast<int>(i));
      squared_size_ = std::max(squared_size_, (points_[i] - points_[0]).squaredNorm());
    }
  }

  // Empty if there is no ear left before the end.
  std::vector<Triangle> cut() {
    std::vector<Triangle> triangles;
    std::size_t at = 0, failures = 0;
    while (left_.size() > 3 && failures < left_.size()) {
      const std::size_t count = left_.size();
      at %= count;
      const int a = left_[(at + count - 1) % count], b = left_[at], c = left_[(at + 1) % count];
      if (is_ear(a, b, c)) {
        triangles.push_back({loop_[a], loop_[b], loop_[c]});
        left_.erase(left_.begin() + static_cast<std::ptrdiff_t>(at));
        failures = 0;
      } else {
        ++failures;
      }
      ++at;  // not at once beside the last one: fans would grow thin
    }
    if (left_.size() > 3 || turn(left_[0], left_[1], left_[2]) <= kOnLine) return {};
    triangles.push_back({loop_[left_[0]], loop_[left_[1]], loop_[left_[2]]});
    return triangles;
  }

 private:
  // Twice the area of a, b, c, positive if they turn counter-clockwise, relative to the rim's size.
  double turn(int a, int b, int c) const {
    const Vec2 u = points_[b] - points_[a], v = points_[c] - points_[a];
    return (u.x() * v.y() - u.y() * v.x()) / squared_size_;
  }
  bool is_ear(int a, int b, int c) const {
    if (turn(a, b, c) <= kOnLine || edge_exists(loop_[a], loop_[c])) return false;
    return std::ranges::none_of(left_, [&](int i) {
      return i != a && i != b && i != c && turn(a, b, i) >= -kOnLine && turn(b, c, i) >= -kOnLine &&
             turn(c, a, i) >= -kOnLine;
    });
  }
  bool edge_exists(int a, int b) const {
    const std::pair<int, int> edge = std::minmax(a, b);
    const auto before = [](const EdgeUse& use, const std::pair<int, int>& e) {
      return std::pair(use.low, use.high) < e;
    };
    const auto found = std::lower_bound(uses_.begin(), uses_.end(), edge, before);
    return (found != uses_.end() && std::pair(found->low, found->high) == edge) || new_edges_.contains(edge);
  }

  const Loop& loop_;
  std::vector<Vec2> points_;
  const std::vector<EdgeUse>& uses_;
  const EdgeSet& new_edges_;
  std::vector<int> left_;    // indices into the loop
  double squared_size_ = 0;  // [m^2]
};

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
    if (how == HoleFill::kRim && loop.size() <= kLongestRim) {
      std::vector<Vec2> points = flattened(mesh.vertices, loop);
      if (!points.empty()) triangles = EarCutter(loop, std::move(points), uses, new_edges).cut();
    }
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

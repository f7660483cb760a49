#include "geometry/convex_polyhedron.h"

#include <cassert>
#include <map>
#include <utility>

namespace stiction {

int ConvexPolyhedron::support(const Vec3& direction) const {
  int best = 0;
  double best_dot = -std::numeric_limits<double>::infinity();
  for (int v = 0; v < static_cast<int>(vertices.size()); ++v) {
    const double dot = vertices[v].dot(direction);
    if (dot > best_dot) {
      best_dot = dot;
      best = v;
    }
  }
  return best;
}

void build_edges(ConvexPolyhedron& polyhedron) {
  polyhedron.edges.clear();
  std::map<std::pair<int, int>, int> edge_of;  // directed edge of the face seen first -> edge index
  for (int f = 0; f < static_cast<int>(polyhedron.faces.size()); ++f) {
    const std::vector<int>& loop = polyhedron.faces[f].vertices;
    for (std::size_t i = 0; i < loop.size(); ++i) {
      const int from = loop[i];
      const int to = loop[(i + 1) % loop.size()];
      const auto twin = edge_of.find({to, from});
      if (twin != edge_of.end()) {
        polyhedron.edges[twin->second].face[1] = f;
      } else {
        edge_of[{from, to}] = static_cast<int>(polyhedron.edges.size());
        polyhedron.edges.push_back({{from, to}, {f, -1}});
      }
    }
  }
  for ([[maybe_unused]] const auto& edge : polyhedron.edges) assert(edge.face[1] >= 0);
}

ConvexPolyhedron make_box_polyhedron(const Vec3& size) {
  const Vec3 half = size / 2;
  ConvexPolyhedron box;
  // Vertex v has the sign of bit k of v along axis k.
  for (int v = 0; v < 8; ++v) {
    box.vertices.emplace_back(v & 1 ? half.x() : -half.x(), v & 2 ? half.y() : -half.y(), v & 4 ? half.z() : -half.z());
  }
  const std::vector<int> loops[6] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                     {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
  for (int f = 0; f < 6; ++f) {
    const Vec3 normal = (f % 2 ? 1.0 : -1.0) * Vec3::Unit(f / 2);
    box.faces.push_back({loops[f], normal, half[f / 2]});
  }
  build_edges(box);
  return box;
}

}  // namespace stiction

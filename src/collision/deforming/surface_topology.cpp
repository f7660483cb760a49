#include "collision/deforming/surface_topology.h"

#include <algorithm>
#include <cstdint>

#include "geometry/mesh/mesh_topology.h"

namespace stiction {
namespace {

// Side k of triangle t, by its two vertices, the lower one first.
struct Side {
  int low, high, triangle, k;
  bool operator<(const Side& other) const {
    return std::array{low, high, triangle, k} < std::array{other.low, other.high, other.triangle, other.k};
  }
};

// Fills edges and triangle_edges; false: not the surface of a solid.
bool join_triangles(const TriangleMesh& mesh, SurfaceTopology& topology) {
  std::vector<Side> sides;
  for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) {
    for (int k = 0; k < 3; ++k) {
      const int p = mesh.triangles[t][k], q = mesh.triangles[t][(k + 1) % 3];
      if (p == q) return false;
      sides.push_back({std::min(p, q), std::max(p, q), t, k});
    }
  }
  std::sort(sides.begin(), sides.end());
  topology.triangle_edges.resize(mesh.triangles.size());
  const auto same = [&](std::size_t i, std::size_t j) {
    return j < sides.size() && sides[i].low == sides[j].low && sides[i].high == sides[j].high;
  };
  for (std::size_t i = 0; i < sides.size(); i += 2) {
    if (!same(i, i + 1) || same(i, i + 2)) return false;
    const Side &one = sides[i], &two = sides[i + 1];
    const int from = mesh.triangles[one.triangle][one.k];
    if (mesh.triangles[two.triangle][two.k] == from) return false;  // both run the same way
    const int edge = static_cast<int>(topology.edges.size());
    topology.edges.push_back(
        {{from, from == one.low ? one.high : one.low}, {one.triangle, two.triangle}, {one.k, two.k}});
    topology.triangle_edges[one.triangle][one.k] = topology.triangle_edges[two.triangle][two.k] = edge;
  }
  return !topology.edges.empty();
}

void link_vertices(const TriangleMesh& mesh, SurfaceTopology& topology) {
  triangles_around_vertices(mesh, topology.vertex_begin, topology.vertex_triangles);
  topology.material.resize(mesh.vertices.size());
  for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) {
    for (int k = 0; k < 3; ++k) {
      topology.material[mesh.triangles[t][k]] = {t, k == 1 ? 1.0 : 0.0, k == 2 ? 1.0 : 0.0};
    }
  }
}

}  // namespace

SurfaceTopology::SurfaceTopology(const TriangleMesh& mesh) {
  // NOLINTNEXTLINE(cppcoreguidelines-prefer-member-initializer): it fills members that are declared later
  is_closed = join_triangles(mesh, *this);
  if (!is_closed) {
    edges.clear();
    triangle_edges.clear();
  }
  link_vertices(mesh, *this);
  double sum = 0;
  for (const auto& t : mesh.triangles)
    for (int k = 0; k < 3; ++k) sum += (mesh.vertices[t[(k + 1) % 3]] - mesh.vertices[t[k]]).norm();
  if (!mesh.triangles.empty()) edge_length = sum / (3.0 * static_cast<double>(mesh.triangles.size()));
}

void SurfaceTopology::find_rings(const TriangleMesh& mesh) {
  if (!ring_begin.empty()) return;
  const auto add_around = [&](int v, std::vector<int>& found) {
    for (int i = vertex_begin[v]; i < vertex_begin[v + 1]; ++i) {
      const auto& corners = mesh.triangles[vertex_triangles[i]];
      found.insert(found.end(), corners.begin(), corners.end());
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
  };
  std::vector<int> near, found;
  ring_begin.assign(1, 0);
  for (int v = 0; v < static_cast<int>(mesh.vertices.size()); ++v) {
    near.clear();
    add_around(v, near);
    found = near;
    for (const int w : near) add_around(w, found);
    ring.insert(ring.end(), found.begin(), found.end());
    ring_begin.push_back(static_cast<int>(ring.size()));
  }
}

bool SurfaceTopology::are_neighbours(int v, int w) const {
  return std::binary_search(ring.begin() + ring_begin[v], ring.begin() + ring_begin[v + 1], w);
}

MaterialPoint point_on_side(int triangle, int k, double s) {
  std::array<double, 3> weights{};
  weights[k] = 1 - s;
  weights[(k + 1) % 3] = s;
  if (k == 1) weights[2] = 1 - weights[1];  // so that nothing is left for the first corner, not even by rounding
  return {triangle, weights[1], weights[2]};
}

}  // namespace stiction

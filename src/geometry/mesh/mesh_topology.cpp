#include "geometry/mesh/mesh_topology.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <utility>

namespace stiction {
namespace {

constexpr double kFlatAngle = 1e-9;  // [rad]
// Below this cosine between a vertex's mean normal and a face there, rounding could spoil the sign of the normal.
constexpr double kSharpCosine = 0.1;

const Vec3& corner(const TriangleMesh& mesh, int triangle, int k) {
  return mesh.vertices[mesh.triangles[triangle][k]];
}

// Unit normal. The cross product of a sliver's edges is relatively inexact; along the longest edge, where that would
// matter most, the normal is put right by making it perpendicular to the edge.
Vec3 triangle_normal(const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 edges[3] = {b - a, c - b, a - c};
  int longest = 0;
  for (int k = 1; k < 3; ++k)
    if (edges[k].squaredNorm() > edges[longest].squaredNorm()) longest = k;
  const Vec3 base = edges[longest].normalized();
  Vec3 normal = edges[(longest + 1) % 3].cross(edges[(longest + 2) % 3]).normalized();
  normal -= normal.dot(base) * base;
  return normal.normalized();
}

double angle_between(const Vec3& a, const Vec3& b) {
  return std::atan2(a.cross(b).norm(), a.dot(b));
}

void add_normals(const TriangleMesh& mesh, MeshTopology& topology) {
  topology.normals.reserve(mesh.triangles.size());
  for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t)
    topology.normals.push_back(triangle_normal(corner(mesh, t, 0), corner(mesh, t, 1), corner(mesh, t, 2)));
}

// One side of an edge: side k of a triangle, from corner k to corner k+1.
struct Side {
  std::uint64_t key;  // both vertices, the lower one first
  int side;           // 3 x triangle + k
  bool operator<(const Side& other) const { return std::pair(key, side) < std::pair(other.key, other.side); }
};

std::vector<Side> sorted_sides(const TriangleMesh& mesh) {
  std::vector<Side> sides;
  sides.reserve(3 * mesh.triangles.size());
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    for (std::size_t k = 0; k < 3; ++k) {
      const auto [low, high] = std::minmax({mesh.triangles[t][k], mesh.triangles[t][(k + 1) % 3]});
      sides.push_back(
          {static_cast<std::uint64_t>(low) << 32 | static_cast<std::uint64_t>(high), static_cast<int>(3 * t + k)});
    }
  }
  std::sort(sides.begin(), sides.end());
  return sides;
}

MeshTopology::Edge make_edge(const TriangleMesh& mesh, const std::vector<Vec3>& normals, int side, int other_side) {
  const int t = side / 3, other = other_side / 3;
  const int from = mesh.triangles[t][side % 3], to = mesh.triangles[t][(side % 3 + 1) % 3];
  if (mesh.triangles[other][other_side % 3] != to)
    throw std::logic_error("build_topology: neighbouring triangles disagree about the outside");
  const Vec3 turn = normals[t].cross(normals[other]);
  const bool flat = turn.norm() <= kFlatAngle && normals[t].dot(normals[other]) > 0;
  const bool convex = !flat && turn.dot(mesh.vertices[to] - mesh.vertices[from]) > 0;
  return {{from, to}, {t, other}, flat, convex};
}

// Edges are numbered in the order in which the triangles first meet them.
void add_edges(const TriangleMesh& mesh, MeshTopology& topology) {
  const std::vector<Side> sides = sorted_sides(mesh);
  std::vector<int> other_side(sides.size(), -1);
  for (std::size_t i = 0; i < sides.size(); i += 2) {
    const bool pair = i + 1 < sides.size() && sides[i].key == sides[i + 1].key &&
                      (i + 2 == sides.size() || sides[i + 2].key != sides[i].key);
    if (!pair) throw std::logic_error("build_topology: an edge without exactly two triangles");
    other_side[sides[i].side] = sides[i + 1].side;
  }
  topology.triangle_edges.resize(mesh.triangles.size());
  topology.edges.reserve(sides.size() / 2);
  for (int side = 0; side < static_cast<int>(other_side.size()); ++side) {
    const int other = other_side[side];
    if (other < 0) continue;
    const int edge = static_cast<int>(topology.edges.size());
    topology.triangle_edges[side / 3][side % 3] = edge;
    topology.triangle_edges[other / 3][other % 3] = edge;
    topology.edges.push_back(make_edge(mesh, topology.normals, side, other));
    topology.edge_normals.emplace_back(topology.normals[side / 3] + topology.normals[other / 3]);
  }
}

void add_vertices(const TriangleMesh& mesh, MeshTopology& topology) {
  triangles_around_vertices(mesh, topology.vertex_begin, topology.vertex_triangles);
  topology.vertex_normals.assign(mesh.vertices.size(), Vec3::Zero());
  for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) {
    for (int k = 0; k < 3; ++k) {
      const int v = mesh.triangles[t][k];
      const Vec3& apex = corner(mesh, t, k);
      const double angle = angle_between(corner(mesh, t, (k + 1) % 3) - apex, corner(mesh, t, (k + 2) % 3) - apex);
      topology.vertex_normals[v] += angle * topology.normals[t];
    }
  }
}

// Points nearest to a vertex with convex edges only are outside, inside if all are concave.
signed char side_of_vertex(const MeshTopology& topology, int v) {
  const Vec3& normal = topology.vertex_normals[v];
  const double limit = kSharpCosine * normal.norm();
  bool sharp = false, convex = false, concave = false;
  for (int i = topology.vertex_begin[v]; i < topology.vertex_begin[v + 1]; ++i) {
    const int t = topology.vertex_triangles[i];
    if (topology.normals[t].dot(normal) < limit) sharp = true;
    for (const int e : topology.triangle_edges[t]) {
      const MeshTopology::Edge& edge = topology.edges[e];
      if (edge.flat || (edge.vertex[0] != v && edge.vertex[1] != v)) continue;
      (edge.convex ? convex : concave) = true;
    }
  }
  if (!sharp || convex == concave) return 0;
  return convex ? 1 : -1;
}

void add_vertex_sides(MeshTopology& topology) {
  const int count = static_cast<int>(topology.vertex_normals.size());
  topology.vertex_sides.reserve(count);
  for (int v = 0; v < count; ++v) topology.vertex_sides.push_back(side_of_vertex(topology, v));
}

}  // namespace

void triangles_around_vertices(const TriangleMesh& mesh, std::vector<int>& begin, std::vector<int>& triangles) {
  const std::size_t count = mesh.vertices.size();
  begin.assign(count + 1, 0);
  for (const auto& triangle : mesh.triangles)
    for (const int v : triangle) ++begin[v + 1];
  for (std::size_t v = 0; v < count; ++v) begin[v + 1] += begin[v];
  triangles.resize(3 * mesh.triangles.size());
  std::vector<int> next(begin.begin(), begin.end() - 1);
  for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) {
    for (const int v : mesh.triangles[t]) triangles[next[v]++] = t;
  }
}

MeshTopology build_topology(const TriangleMesh& mesh) {
  MeshTopology topology;
  add_normals(mesh, topology);
  add_edges(mesh, topology);
  add_vertices(mesh, topology);
  add_vertex_sides(topology);
  return topology;
}

}  // namespace stiction

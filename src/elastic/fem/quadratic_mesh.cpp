#include "elastic/fem/quadratic_mesh.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "base/error.h"

namespace stiction {
namespace {

// A tetrahedron whose volume is below this share of its longest edge cubed counts as flat.
constexpr double kFlat = 1e-9;
// Corners of the faces, counter-clockwise from outside.
constexpr std::array<std::array<int, 3>, 4> kFaces = {{{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}};

void require_corners(const TetMesh& mesh, std::size_t t, std::vector<bool>& used) {
  for (const int v : mesh.tets[t]) {
    if (v < 0 || v >= static_cast<int>(mesh.vertices.size())) {
      throw InputError(fmt::format("tetrahedron {} names vertex {}, but the mesh has {} vertices: mend the mesh", t, v,
                                   mesh.vertices.size()));
    }
    used[v] = true;
  }
}

void require_volume(const TetMesh& mesh, std::size_t t) {
  const auto corner = [&](int i) -> const Vec3& { return mesh.vertices[mesh.tets[t][i]]; };
  const double volume = (corner(1) - corner(0)).cross(corner(2) - corner(0)).dot(corner(3) - corner(0)) / 6;
  double longest = 0;
  for (const auto& [i, j] : kElementEdges) longest = std::max(longest, (corner(i) - corner(j)).norm());
  if (volume > kFlat * longest * longest * longest) return;
  throw InputError(fmt::format("tetrahedron {} is {}: mesh the body anew, or check the mesh file", t,
                               volume < -kFlat * longest * longest * longest ? "inverted" : "flat"));
}

void require_sound(const TetMesh& mesh) {
  if (mesh.tets.empty()) throw InputError("the mesh has no tetrahedra: an elastic body needs at least one");
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
    if (!mesh.vertices[v].allFinite()) throw InputError(fmt::format("vertex {} of the mesh is not finite: mend it", v));
  }
  std::vector<bool> used(mesh.vertices.size(), false);
  for (std::size_t t = 0; t < mesh.tets.size(); ++t) {
    require_corners(mesh, t, used);
    require_volume(mesh, t);
  }
  const auto unused = std::find(used.begin(), used.end(), false);
  if (unused == used.end()) return;
  throw InputError(fmt::format("vertex {} belongs to no tetrahedron: drop unused vertices", unused - used.begin()));
}

using Edge = std::pair<int, int>;
Edge edge_of(int a, int b) {
  return {std::min(a, b), std::max(a, b)};
}

std::map<Edge, int> add_middles(const TetMesh& mesh, QuadraticMesh& result) {
  std::map<Edge, int> middles;
  for (std::size_t t = 0; t < mesh.tets.size(); ++t) {
    std::array<int, 10>& element = result.elements[t];
    std::copy(mesh.tets[t].begin(), mesh.tets[t].end(), element.begin());
    for (int e = 0; e < 6; ++e) {
      const Edge edge = edge_of(element[kElementEdges[e][0]], element[kElementEdges[e][1]]);
      const auto [entry, is_new] = middles.try_emplace(edge, result.node_count());
      if (is_new) result.nodes.push_back(0.5 * (mesh.vertices[edge.first] + mesh.vertices[edge.second]));
      element[4 + e] = entry->second;
    }
  }
  return middles;
}

std::array<int, 3> sorted_face(const std::array<int, 4>& tet, const std::array<int, 3>& face) {
  std::array<int, 3> key = {tet[face[0]], tet[face[1]], tet[face[2]]};
  std::sort(key.begin(), key.end());
  return key;
}

void add_boundary(const TetMesh& mesh, const std::map<Edge, int>& middles, QuadraticMesh& result) {
  std::map<std::array<int, 3>, int> sides;
  for (const auto& tet : mesh.tets) {
    for (const auto& face : kFaces) ++sides[sorted_face(tet, face)];
  }
  for (const auto& tet : mesh.tets) {
    for (const auto& face : kFaces) {
      if (sides.at(sorted_face(tet, face)) != 1) continue;
      const int a = tet[face[0]], b = tet[face[1]], c = tet[face[2]];
      result.boundary.push_back(
          {a, b, c, middles.at(edge_of(a, b)), middles.at(edge_of(b, c)), middles.at(edge_of(c, a))});
    }
  }
}

}  // namespace

QuadraticMesh quadratic_mesh(const TetMesh& mesh) {
  require_sound(mesh);
  QuadraticMesh result;
  result.nodes = mesh.vertices;
  result.elements.resize(mesh.tets.size());
  const std::map<Edge, int> middles = add_middles(mesh, result);
  add_boundary(mesh, middles, result);
  return result;
}

}  // namespace stiction

// A tetrahedral mesh with quadratic elements: nodes at the vertices and in the middle of the edges.
#pragma once

#include <array>
#include <vector>

#include "base/types.h"
#include "geometry/tetra/tet_mesh.h"

namespace stiction {

// The corners' pairs whose edges have nodes 4 to 9 of an element.
inline constexpr std::array<std::array<int, 2>, 6> kElementEdges = {{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}};

struct QuadraticMesh {
  std::vector<Vec3> nodes;                    // the mesh's vertices, then the middles of its edges [m]
  std::vector<std::array<int, 10>> elements;  // corners a b c d as in TetMesh, then middles of ab ac ad bc bd cd
  // Faces of one element alone, seen from outside: corners a b c counter-clockwise, then middles of ab bc ca.
  std::vector<std::array<int, 6>> boundary;

  int node_count() const { return static_cast<int>(nodes.size()); }
  std::array<Vec3, 4> corners(const std::array<int, 10>& element) const {
    return {nodes[element[0]], nodes[element[1]], nodes[element[2]], nodes[element[3]]};
  }
};

// Edges are numbered in the order in which the tetrahedra have them. Throws InputError if the mesh has no tetrahedra,
// or one that is inverted, flat, not finite or names a vertex that is not there, or vertices that none has.
QuadraticMesh quadratic_mesh(const TetMesh& mesh);

}  // namespace stiction

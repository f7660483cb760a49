// How large and how well shaped the tetrahedra of a mesh are.
#pragma once

#include <array>
#include <string>

#include "geometry/tetra/tet_mesh.h"

namespace stiction {

// Corners of the six edges of a tetrahedron; edge 5 - k is opposite to edge k.
constexpr std::array<std::array<int, 2>, 6> kTetEdges = {{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}};
// Corners of the face opposite to corner k, counter-clockwise seen from outside.
constexpr std::array<std::array<int, 3>, 4> kTetFaces = {{{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}}};

using TetCorners = std::array<Vec3, 4>;  // [m]

inline TetCorners tet_corners(const TetMesh& mesh, const std::array<int, 4>& tet) {
  return {mesh.vertices[tet[0]], mesh.vertices[tet[1]], mesh.vertices[tet[2]], mesh.vertices[tet[3]]};
}

// Positive for the order of corners that TetMesh asks for [m^3].
double tet_volume(const TetCorners& corners);
// At each of kTetEdges, 0 to 180 [degrees]. All of them 0 for a tetrahedron without volume or with two equal corners.
std::array<double, 6> dihedral_angles(const TetCorners& corners);
// The smallest sine of its dihedral angles: near 0 for angles near 0 and near 180 degrees, negative if inverted. 0.943
// for the regular tetrahedron, which is the best.
double worst_sine(const TetCorners& corners);

double mesh_volume(const TetMesh& mesh);  // [m^3]
// Of mass, for a uniform density. The mesh must have volume [m].
Vec3 mesh_centre(const TetMesh& mesh);

struct TetQuality {
  static constexpr int kBins = 18;  // of 10 degrees each

  int vertex_count = 0, tet_count = 0;
  double volume = 0;                               // [m^3]
  double smallest_volume = 0, largest_volume = 0;  // of one tetrahedron [m^3]
  double smallest_angle = 0, largest_angle = 0;    // dihedral [degrees]
  double shortest_edge = 0, longest_edge = 0;      // [m]
  double edge_ratio = 0;                           // longest to shortest edge of one tetrahedron, the largest
  std::array<long, kBins> angles{};                // how many dihedral angles are in each bin
};

TetQuality tet_quality(const TetMesh& mesh);
// A few lines for people, the last ones a histogram of the angles.
std::string quality_text(const TetQuality& quality);

}  // namespace stiction

// The boundary of a tetrahedral mesh.
#pragma once

#include "geometry/mesh/triangle_mesh.h"
#include "geometry/tetra/tet_mesh.h"

namespace stiction {

struct TetSurface {
  TriangleMesh mesh;             // the faces that one tetrahedron has for itself, outward
  std::vector<int> mesh_vertex;  // per vertex of `mesh`: the same vertex in the tetrahedral mesh, ascending
};

TetSurface tet_surface(const TetMesh& mesh);

// One face of one tetrahedron.
struct FaceUse {
  std::array<int, 3> corners;  // vertices, ascending
  int tet;
  int face;  // index in kTetFaces
};
// Sorted by corners, then by tetrahedron: uses of the same face are neighbours.
std::vector<FaceUse> face_uses(const TetMesh& mesh);

// Parts that hang together over faces: per tetrahedron the number of its part, counted in the order of their first
// tetrahedra.
std::vector<int> tet_parts(const TetMesh& mesh, const std::vector<FaceUse>& uses);

}  // namespace stiction

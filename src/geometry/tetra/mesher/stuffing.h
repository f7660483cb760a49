// Isosurface stuffing (F. Labelle, J. R. Shewchuk: Isosurface stuffing: fast tetrahedral meshes with good dihedral
// angles, SIGGRAPH 2007), uniform version.
//
// The lattice's edges are cut where the function changes sign. A lattice point that is nearer to a cut than a share of
// the edge (kLongShare, kShortShare) moves onto it and counts as zero. Then every lattice tetrahedron with a point
// inside is filled by itself or by what its cuts leave of it: a tetrahedron, a pyramid or a prism. A quadrangle on a
// face of the lattice is divided by the diagonal through the cut of its long edge; if both cuts are on short edges, the
// parity of the outer point decides, so that the two such faces of a tetrahedron are divided from different ends.
// Each tetrahedron sees the same division of a face as its neighbour, so that the mesh is conforming.
//
// With these shares the paper bounds all dihedral angles on a cubic lattice by 10.7 and 164.8 degrees, for any
// function. We have not repeated its proof; measured were 10.74 (a thread finer than the cell) to 154.4 degrees.
#pragma once

#include "geometry/tetra/mesher/bcc_lattice.h"
#include "geometry/tetra/tet_mesh.h"

namespace stiction {

constexpr double kLongShare = 0.21509, kShortShare = 0.35900;

struct StuffedMesh {
  TetMesh mesh;
  std::vector<char> on_surface;  // per vertex: it lies on the level set
};

// Moves lattice points in value only (they become zero).
StuffedMesh stuff_lattice(const LevelSet& surface, BccLattice& lattice);

}  // namespace stiction

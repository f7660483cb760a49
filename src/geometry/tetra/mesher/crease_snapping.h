// Vertices of a stuffed mesh moved onto the sharp edges and corners of the level set.
#pragma once

#include "geometry/tetra/mesher/tet_smoothing.h"

namespace stiction {

// Where an edge of the boundary joins two faces of the level set that meet at an angle, one of its ends moves onto the
// crease, where a triangle joins three, one of its corners moves into the corner of the level set, unless a tetrahedron
// there would get a dihedral angle with a sine below `least_sine`: then the crease stays cut off by that edge.
// Vertices that moved become kCrease, and so do those that lie on a crease already. Returns how many moved.
int snap_to_creases(TetMesh& mesh, std::vector<TetVertexKind>& kinds, const LevelSet& surface, double least_sine);

}  // namespace stiction

// Can a tetrahedral mesh be used as a body?
#pragma once

#include <string>
#include <vector>

#include "geometry/tetra/tet_mesh.h"

namespace stiction {

// A tetrahedron with less than this times the cube of its longest edge has no volume (the regular one has 0.118).
constexpr double kNoTetVolume = 1e-6;

// Makes the mesh fit for use or throws InputError "<origin>: what is wrong (the first places); the remedy".
// Mended, with a note for people each: tetrahedra that are all inverted (the file counts corners the other way round),
// vertices that no tetrahedron uses (dropped).
// Refused: no tetrahedra; coordinates that are not finite; corners that do not exist or are the same; tetrahedra
// without volume; some inverted ones among others; faces with more than two tetrahedra; more than one piece (pieces
// hang together over faces); edges or vertices where the surface touches itself.
std::vector<std::string> tet_check(TetMesh& mesh, const std::string& origin);

// What tet_check would refuse or mend, without origin; "" if nothing: the mesh can be used as it is.
std::string tet_fault(const TetMesh& mesh);

}  // namespace stiction

// Balls of tetrahedra whose surface is finer than their inside. Internal to the gallery.
#pragma once

#include "geometry/tetra/tet_mesh.h"

namespace stiction::building {

// An icosahedron whose faces are cut into four `level` times, its vertices on the sphere, around one of a level less,
// and so on down to the icosahedron around the centre: edges and layers grow inward. Level 2 has 162
// vertices at its surface, 217 in all and 720 tetrahedra, level 3 642, 859 and 2,960. A threefold axis is along z, with
// the middle of a face of the icosahedron above and one below. radius: of the sphere [m]; level: 0 to 6.
TetMesh geodesic_ball(double radius, int level);

}  // namespace stiction::building

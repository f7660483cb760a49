// Parts of a solid that a mesh of it has missed, since they are thinner than its cells.
#pragma once

#include <optional>

#include "geometry/solids/polygonise/level_set.h"
#include "geometry/tetra/tet_mesh.h"

namespace stiction {

// A point of the level set with no vertex of the mesh within two cells of it, however thin the solid is there: found
// from two samples along each edge of the cells that have no vertex near. Nothing if there is none.
std::optional<Vec3> find_lost_part(const LevelSet& surface, const Aabb& box, const TetMesh& mesh);

}  // namespace stiction

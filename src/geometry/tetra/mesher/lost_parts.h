// Parts of a solid that a mesh of it has missed, since they are thinner than its cells.
#pragma once

#include <optional>

#include "geometry/solids/polygonise/level_set.h"
#include "geometry/tetra/tet_mesh.h"

namespace stiction {

// A point inside the level set, deeper than a twentieth of a cell, with no vertex of the mesh within two cells of
// it; the deepest of those that are found by samples a quarter of a cell apart. Nothing if there is none.
std::optional<Vec3> find_lost_part(const LevelSet& surface, const Aabb& box, const TetMesh& mesh);

}  // namespace stiction

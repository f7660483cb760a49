// Solids as tetrahedra.
#pragma once

#include <array>
#include <vector>

#include "base/types.h"

namespace stiction {

// A tetrahedron's corners (a, b, c, d) are ordered so that (b - a) x (c - a) . (d - a) > 0.
struct TetMesh {
  std::vector<Vec3> vertices;  // [m]
  std::vector<std::array<int, 4>> tets;
};

}  // namespace stiction

// Triangles of a mesh that cross each other.
#pragma once

#include <vector>

#include "geometry/mesh/triangle_mesh.h"

namespace stiction {

// Every triangle that crosses another one, or is folded onto a neighbour; in ascending order. spacing: typical edge
// length [m], for the grid behind the search.
std::vector<int> crossing_triangles(const TriangleMesh& mesh, double spacing);

}  // namespace stiction

// Closes the holes of a mesh whose triangles agree about their sides. Internal to this folder.
#pragma once

#include "geometry/mesh/triangle_mesh.h"

namespace stiction {

enum class HoleFill {
  kRim,    // triangles between the vertices of the rim: ears are cut off in the plane that fits the rim best, where no
           // triangle turns over, passes over a vertex of the rim or repeats an edge; where that fails, as kMiddle
  kMiddle  // a fan around the middle of the rim's vertices
};

struct FilledHoles {
  int holes = 0;
  int triangles = 0;
  long long looks = 0;  // of EarCutter
};

// Rims that meet in a vertex are filled one by one. A rim that does not close is left alone.
FilledHoles fill_holes(TriangleMesh& mesh, HoleFill how);

}  // namespace stiction

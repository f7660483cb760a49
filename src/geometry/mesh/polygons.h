// Faces with any number of corners on their way to triangles. Internal to this folder.
#pragma once

#include <vector>

#include "geometry/mesh/triangle_mesh.h"

namespace stiction {

struct Polygons {
  std::vector<int> corners;  // vertices of all polygons, one after the other
  std::vector<int> sizes;    // corners of each polygon, at least 3
};

// Fans every polygon around its first corner from which all triangles have area and face the polygon's own way, so that
// corners in the middle of a straight side and one-sided dents do no harm. A polygon without such a corner is fanned
// around its first: check_mesh then finds the triangles without area or folded over.
std::vector<std::array<int, 3>> fan_polygons(const std::vector<Vec3>& vertices, const Polygons& polygons);

}  // namespace stiction

// Non-convex bodies of few tetrahedra, put together from cubes. Internal to the gallery.
#pragma once

#include <string>
#include <vector>

#include "geometry/tetra/tet_mesh.h"

namespace stiction::building {

// A body as a picture: layers from below, of rows, of cubes ('#') and nothing ('.'); all rows are equally long.
using CubePicture = std::vector<std::vector<std::string>>;

struct CubeShape {
  const char* name;
  CubePicture picture;
};
// Jack (three crossed bars), cross, stirrup (a U), corner (three bars that meet), ring: four to eight cubes.
const std::vector<CubeShape>& cube_shapes();

// Each cube of this edge length [m] is cut into six tetrahedra, or `fine`^3 times as many; centred at the middle of the
// picture. The cubes hang together over faces.
TetMesh cube_mesh(const CubePicture& picture, double cube, int fine = 1);

}  // namespace stiction::building

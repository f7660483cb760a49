// Regular tetrahedral meshes: boxes, strips swept along a line, tubes.
//
// A grid of hexahedra, each cut into the six tetrahedra of Kuhn around a diagonal of it; neighbours are mirror images,
// so that their faces fit and, for even divisions, the whole mesh is symmetric. Of cubes all tetrahedra are congruent
// (up to reflection), with dihedral angles of 45, 60 and 90 degrees.
#pragma once

#include "geometry/tetra/tet_mesh.h"

namespace stiction {

using Divisions = std::array<int, 3>;  // along x, y, z; each at least 1

// Centred at the origin; size: full edge lengths [m]. Exact. Throws InputError if a size is not a positive length, a
// division is less than 1 or there would be more than 20 million tetrahedra; same for the others.
TetMesh box_tet_mesh(const Vec3& size, const Divisions& divisions);

// A strip with a rectangular cross-section that follows a line of points, one layer of cells between two of them.
struct Strip {
  std::vector<Vec3> line;  // of the centres, at least 2 [m]
  Vec3 side{0, 1, 0};      // the way of the width; nowhere along the line
  double width = 0;        // along `side` [m]
  double thickness = 0;    // across line and side [m]
  int across = 1;          // cells along the width
  int through = 1;         // cells along the thickness
};
// Sections stand on the mean direction of the two pieces of line that meet there. Throws InputError also if the line
// turns so sharply that cells would be inverted.
TetMesh strip_tet_mesh(const Strip& strip);

// An open tube along z, centred at the origin.
struct Tube {
  double outer_radius = 0, inner_radius = 0, length = 0;  // [m]
  int around = 24;                                        // cells, an even number of at least 4
  int through = 1, along = 1;                             // cells
};
// Vertices lie on the cylinders; between them the surface is that of a prism.
TetMesh tube_tet_mesh(const Tube& tube);

}  // namespace stiction

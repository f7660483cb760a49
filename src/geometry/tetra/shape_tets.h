// The shape of a body filled with tetrahedra.
#pragma once

#include "geometry/shape.h"
#include "geometry/tetra/tet_mesh.h"

namespace stiction {

// cell: edge length [m]. Boxes get a regular, exact mesh with edges of about that length, at least one element across;
// all others are filled by isosurface stuffing (mesher/tet_mesher.h), solids by their distance function. Throws
// InputError for a plane, and where the shape is too thin for the cell or in pieces.
TetMesh shape_tet_mesh(const Shape& shape, double cell);

}  // namespace stiction

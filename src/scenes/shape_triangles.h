// The surface of any shape as triangles, for pictures and other programs.
#pragma once

#include "geometry/shape.h"
#include "model/model.h"

namespace stiction {

// Closed, counter-clockwise seen from outside, in the body's coordinates; round shapes have `segments` sides (at least
// 4) with their vertices on the surface. The parts of a compound follow one another. Empty for a plane.
TriangleMesh shape_triangles(const Shape& shape, int segments = 64);
// Of the body, not deformed: of its tetrahedra where it is made of given ones.
TriangleMesh body_triangles(const Body& body);

}  // namespace stiction

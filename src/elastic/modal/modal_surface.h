// The surface of a quadratic mesh as flat triangles: every face is cut into four at the middles of its edges, so that
// bending within an element shows.
#pragma once

#include <vector>

#include "elastic/fem/quadratic_mesh.h"
#include "geometry/mesh/triangle_mesh.h"

namespace stiction {

struct ModalSurface {
  TriangleMesh mesh;
  std::vector<int> nodes;  // of every vertex
};

ModalSurface modal_surface(const QuadraticMesh& mesh);

// How the surface's vertices move with the modes, 3 vertices x modes: `scale` times the rows of `shapes`, which has
// those of all nodes.
MatX surface_shapes(const ModalSurface& surface, const MatX& shapes, double scale);

}  // namespace stiction

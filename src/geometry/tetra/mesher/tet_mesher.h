// Tetrahedral meshes of solids, of closed surfaces and of anything with a signed distance.
//
// Isosurface stuffing on a lattice of `cell` (stuffing.h), then boundary vertices move onto sharp edges and corners
// (crease_snapping.h), then vertices move for better angles (tet_smoothing.h). docs/notebook/tetrahedra.md has
// figures.
#pragma once

#include <functional>
#include <string>

#include "geometry/solids/solid.h"
#include "geometry/tetra/tet_mesh.h"

namespace stiction {

struct TetMeshOptions {
  double cell = 0;      // long edges of the lattice [m]; the mean edge is about 0.9 of it
  bool fit = true;      // stretch the lattice by up to 5 % along each axis so that it ends with the solid's bounds
  bool creases = true;  // keep sharp edges and corners where angles allow it
  int sweeps = 8;       // of smoothing
};

// The mesh passes tet_check: one piece, a manifold, all volumes positive. Boundary vertices lie on the surface.
// Throws InputError: the solid is not permitted or empty; cell not positive or too fine (more than 8 million cells in
// the bounds); the solid is in several pieces or thinner than the cell somewhere, with the place and a cell that does.
TetMesh tet_mesh_of(const Solid& solid, const TetMeshOptions& options);
// The surface must be that of a solid (check_mesh finds nothing), else InputError with the findings.
TetMesh tet_mesh_of(const TriangleMesh& surface, const TetMeshOptions& options);

// distance: negative inside, 1-Lipschitz (it never changes faster than the point moves); box: holds all of the inside;
// name: in errors.
struct TetMeshSource {
  std::function<double(const Vec3&)> distance;
  Aabb box;
  std::string name;
};
TetMesh tet_mesh_of(const TetMeshSource& source, const TetMeshOptions& options);

}  // namespace stiction

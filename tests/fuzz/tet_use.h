// What becomes of a tetrahedral mesh that was read.
#pragma once

#include "fuzz/fuzz_target.h"
#include "geometry/tetra/tet_check.h"
#include "geometry/tetra/tet_file.h"
#include "geometry/tetra/tet_formats.h"
#include "geometry/tetra/tet_surface.h"

namespace stiction::fuzz {

inline void use_tets(TetMesh mesh) {
  for (const auto& tet : mesh.tets)
    for (const int v : tet) require(v >= 0 && v < static_cast<int>(mesh.vertices.size()), "corners of a mesh exist");
  tet_check(mesh, "mesh");
  require(tet_fault(mesh).empty(), "a checked mesh has no fault");
  const TetMesh again = parse_msh(write_msh(mesh), "written");
  require(again.tets == mesh.tets && again.vertices == mesh.vertices, "a .msh file reads back bit by bit");
}

}  // namespace stiction::fuzz

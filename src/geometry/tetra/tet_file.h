// Files of tetrahedral meshes: Gmsh .msh (2.2 and 4.1, text), legacy .vtk (text), TetGen .node and .ele.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "geometry/mesh/triangle_mesh.h"
#include "geometry/tetra/tet_mesh.h"

namespace stiction {

struct TetFile {
  TetMesh mesh;                    // has passed tet_check
  std::vector<std::string> notes;  // what tet_check has mended
};

// By the file's extension (.msh .vtk .node .ele, any case); .node and .ele are read together, whichever is named.
// Coordinates in metres, as they are. Of quadratic tetrahedra the corners are taken, their edges become straight.
// Points, lines and faces are read over; hexahedra, prisms and other volumes are refused. Throws InputError, one line
// that names the file, the line, what is wrong and the remedy.
TetFile read_tet_file(const std::filesystem::path& path);
inline TetMesh read_tet_mesh(const std::filesystem::path& path) {
  return read_tet_file(path).mesh;
}

// The triangles of a .msh file that has no tetrahedra, first or second order, in the file's order, [m]; vertices that
// none of them uses are left out. Throws as above.
TriangleMesh read_msh_triangles(const std::filesystem::path& path);

// The text of a .msh file of version 2.2 that read_tet_mesh reads back bit by bit.
std::string write_msh(const TetMesh& mesh);

}  // namespace stiction

// Strict readers of triangle mesh files: OBJ, STL (text and binary), PLY (text and binary).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "geometry/mesh/triangle_mesh.h"

namespace stiction {

// By the file's extension (.obj .stl .ply, any case). Faces with more than three corners are fanned; STL's repeated
// corners are welded when bit-identical. Coordinates in metres, as they are. Throws InputError, one line that names the
// file, the line (or byte) and what is wrong: missing file, folder, truncated, malformed, NaN, index out of range, no
// triangles, larger than the limits.
TriangleMesh read_mesh_file(const std::filesystem::path& path);

// The vertices of such a file [m]; it need not have triangles. What a convex hull is made of.
std::vector<Vec3> read_mesh_points(const std::filesystem::path& path);

// The text of an OBJ file that read_mesh_file reads back bit by bit.
std::string write_obj(const TriangleMesh& mesh);

}  // namespace stiction

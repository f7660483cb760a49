// Tetrahedra of shapes kept on disk, by content.
#pragma once

#include <filesystem>

#include "base/cache_key.h"
#include "base/report_progress.h"
#include "geometry/shape.h"
#include "geometry/tetra/tet_mesh.h"

namespace stiction {

// Every number of the shape (of meshes and solids: of the triangles), the cell, and the format.
CacheKey shape_tets_key(const Shape& shape, double cell);

// Where cached_shape_tets keeps them.
std::filesystem::path shape_tets_file(const CacheKey& key, const std::filesystem::path& folder);

// shape_tet_mesh() from `folder` if it is there, else made and put there; an empty `folder` means no cache. Boxes are
// made faster than found. What stands in the way of a file (damage, another shape, a folder that cannot be written) is
// told through `progress`, and the mesh is made. Processes may share the folder.
TetMesh cached_shape_tets(const Shape& shape, double cell, const std::filesystem::path& folder,
                          const ReportProgress& progress = {});

}  // namespace stiction

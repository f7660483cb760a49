// Distance fields kept on disk, by content of mesh and settings.
#pragma once

#include <filesystem>

#include "geometry/field/distance_field.h"

namespace stiction {

// The field of the mesh with this cell and band [m]: read from `folder` if it is there, else built and put there. A
// file that is damaged, cut off or of another origin is built anew and replaced; a folder that cannot be written is no
// error; an empty `folder` means no cache. Processes may share the folder: files appear whole or not at all.
DistanceField cached_field(const TriangleMesh& mesh, const MeshTopology& topology, double cell, double band,
                           const std::filesystem::path& folder, const ReportProgress& progress = {});

// Where cached_field keeps that field.
std::filesystem::path field_cache_file(const TriangleMesh& mesh, double cell, double band,
                                       const std::filesystem::path& folder);

}  // namespace stiction

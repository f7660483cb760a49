// Modal bases kept on disk, by content.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "base/cache_key.h"
#include "elastic/modal/modal_basis.h"

namespace stiction {

// Every bit of the mesh and the options, and the format.
CacheKey basis_key(const TetMesh& mesh, const BasisOptions& options);

// Where cached_basis keeps it.
std::filesystem::path basis_cache_file(const CacheKey& key, const std::filesystem::path& folder);

// Writes a file of another name and renames it. False if that fails.
bool write_basis(const std::filesystem::path& path, const CacheKey& key, const ModalBasis& basis);

// Throws InputError with the reason if the file is missing, damaged, cut off, of another format, or belongs to another
// mesh, Poisson's ratio or choice of modes.
ModalBasis read_basis(const std::filesystem::path& path, const CacheKey& key, int nodes, int modes);

// The basis from `folder` if it is there, else computed and put there; an empty `folder` means no cache. What stands in
// the way of a file (damage, another mesh, a folder that cannot be written) is told through `progress`, and the basis
// is computed. Processes may share the folder: files appear whole or not at all.
ModalBasis cached_basis(const TetMesh& mesh, const QuadraticMesh& quadratic, const BasisOptions& options,
                        const std::filesystem::path& folder, const ReportProgress& progress = {});

}  // namespace stiction

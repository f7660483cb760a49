// Shapes and energy of St. Venant-Kirchhoff bodies kept on disk, by content.
#pragma once

#include <filesystem>

#include "elastic/modal/basis_cache.h"
#include "elastic/stvk/quartic_form.h"

namespace stiction {

// For the unit material; both scale to any other of the same Poisson ratio (modal_basis.h).
struct ReducedStvk {
  ModalBasis basis;
  QuarticForm energy;
};

// Every bit of mesh and options, the number of shapes, and the format.
CacheKey stvk_key(const TetMesh& mesh, const BasisOptions& options, int dofs);
std::filesystem::path stvk_cache_file(const CacheKey& key, const std::filesystem::path& folder);  // "stvk-<hash>.bin"

// From `folder` or computed, as cached_basis() does, whose file is used for the modes.
ReducedStvk cached_stvk(const TetMesh& mesh, const QuadraticMesh& quadratic, const BasisOptions& options, int dofs,
                        const std::filesystem::path& folder, const ReportProgress& progress = {});

}  // namespace stiction

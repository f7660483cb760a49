// Worlds of elastic bodies whose steps are measured.
#pragma once

#include <filesystem>

#include "model/model.h"

namespace stiction::bench {

// Stools of plastic with 20 modes on a plane that is too steep for them: each slides on four feet of 35 vertices, an
// island of its own. Their headings differ.
Model sliding_stools(int count, const std::filesystem::path& cache);

// Two layers of so many flat strands of 18 modes, the upper ones across the lower ones, which lie on two rails and sag:
// contacts are mostly between two deforming bodies, 50 at every crossing.
Model crossed_strands(int strands, const std::filesystem::path& cache);

// Soft cubes of 20 modes, one on the other, with vertices that do not meet.
Model soft_tower(int count, const std::filesystem::path& cache);

}  // namespace stiction::bench

// Tells apart what saved states belong to. Internal to this room.
#pragma once

#include <cstdint>

#include "model/model.h"
#include "solvers/solver_options.h"

namespace stiction {

// Of all that cannot be changed while running: what must agree for a saved state to be restored.
std::uint64_t fingerprint(const Model& model, double step, const SolverOptions& options);

}  // namespace stiction

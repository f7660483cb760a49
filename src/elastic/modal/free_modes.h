// The eigenvalue problem of a large free body. Internal to this folder; Spectra is behind it.
#pragma once

#include "elastic/modal/modal_basis.h"

namespace stiction {

// Shapes of the lowest elastic modes, 3 nodes x modes, by Lanczos' method with (K + shift M)^-1 [shift: 1/m^2], rigid
// motions projected out of every product; then the next one is looked for, so that none is missed. Throws
// SimulationError if it does not converge.
MatX sparse_free_modes(const SparseMatrix& stiffness, const SparseMatrix& mass, const MatX& rigid, double shift,
                       int modes, const ReportProgress& progress);

}  // namespace stiction

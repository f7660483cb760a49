// Memory that free modes of a mesh take, before anything of the work is done.
#pragma once

#include "base/error.h"
#include "elastic/modal/modal_basis.h"

namespace stiction {

// The mesh is too fine for its modes.
class MeshTooFine : public InputError {
 public:
  MeshTooFine(const std::string& what, double coarser) : InputError(what), coarser_(coarser) {}
  double coarser() const { return coarser_; }  // edges so many times longer would do

 private:
  double coarser_;
};

inline constexpr double kMostBasisBytes = 2e9;
inline constexpr double kMostBasisNodes = 300'000;

// The factor of the stiffness, counted as if it were made, matrices and the vectors of Lanczos' method [bytes].
// Infinite if that is far more than kMostBasisBytes.
double basis_bytes(const QuadraticMesh& mesh, int modes);

// Dense matrices are used for small bodies, and where more than a third of all modes are wanted.
bool is_dense_basis(int dofs, int modes);

// Throws MeshTooFine if there are more than kMostBasisNodes nodes, or more than kMostBasisBytes would be needed;
// InputError if dense matrices would be too large.
void require_basis_fits(const QuadraticMesh& mesh, int modes);
// For a body that has no mesh yet: refused if `volume` in tetrahedra with edges of about `cell` has far too many nodes.
// per_cell: nodes in a cube of edge length `cell`.
void require_basis_fits(double volume, double cell, double per_cell);

}  // namespace stiction

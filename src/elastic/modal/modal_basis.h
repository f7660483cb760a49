// The shapes in which a free body deforms: its lowest elastic modes.
//
//   K phi_k = lambda_k M phi_k,   phi_k . M phi_l = delta_kl,   phi_k . M r = 0 for every rigid motion r
//
// They are computed for a unit material, E = 1 Pa and rho = 1 kg/m^3, with the body's Poisson ratio: frequencies and
// shapes of any other one follow by scaling, omega^2 = lambda E / rho and phi / sqrt(rho). So a basis depends on the
// mesh and BasisOptions alone, and one on disk serves bodies of any stiffness.
//
// A block that carries others is compressed nearly uniformly, which many vibrations together would have to make up: of
// a loaded cube 12 modes find 0.36 of the compression, 48 modes 0.88. With `strains`, the six uniform strains take the
// place of the six highest modes; lambda and phi are then Ritz's for the space that they span together with the others.
#pragma once

#include "base/report_progress.h"
#include "elastic/fem/assembly.h"

namespace stiction {

struct BasisOptions {
  double poisson = 0.3;
  int modes = 20;        // shapes in all
  bool strains = false;  // six of them are uniform strains, or what the modes leave of them
};

struct ModalBasis {
  VecX eigenvalues;  // lambda, ascending, of the unit material [1/m^2]
  MatX shapes;       // 3 nodes x modes: phi, mass-normalised for density 1 [m^-3/2]

  int mode_count() const { return static_cast<int>(eigenvalues.size()); }
};

// Shapes are orthogonal to each other and to rigid motions up to rounding; of each the largest component is positive.
// The same bits on every run. Throws InputError if there are no modes to compute or more than the mesh has (with
// strains: not more than six), or if the body has motions without resistance other than the six rigid ones: it is in
// several pieces, or held together by vertices or edges only.
ModalBasis modal_basis(const QuadraticMesh& mesh, const BasisOptions& options, const ReportProgress& progress = {});

// The basis of the space that the columns of `shapes` span, apart from rigid motions (rigid_motions): orthonormal in
// the mass, and the stiffness diagonal in it. Columns are 3 nodes long, as in the stiffness.
ModalBasis ritz_basis(const SparseMatrix& stiffness, const SparseMatrix& mass, const MatX& rigid, MatX shapes);

// Columns: three translations and three rotations about the centre of mass, orthonormal in the mass, 3 nodes x 6.
MatX rigid_motions(const QuadraticMesh& mesh, const SparseMatrix& nodal_mass);

}  // namespace stiction

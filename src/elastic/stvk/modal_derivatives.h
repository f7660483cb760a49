// Shapes in which a body bends far: its lowest modes, and how they change with their own amplitudes.
//
// Moved far along its modes psi, a free body follows u = sum_i q_i psi_i + sum_ij q_i q_j Phi_ij / 2 + ..., with the
// modal derivatives (J. Barbic, D. James 2005)
//
//   K Phi_ij = -(H : psi_j) psi_i,      H the second derivative of the internal force at rest (1)
//
// They shorten a beam that bends, and take away what quadratic terms would stretch. K is singular for a free body, and
// the right-hand side of (1) may have a moment (what the linear stress does on the turned body makes up for it). The
// floating frame takes rigid motions, so (1) is solved among motions that are orthogonal in the mass to them: the load
// is relieved of its part along them by inertia forces, and so is the solution.
//
// All modes are kept as they are, so that small motions are those of a modal body. Beside them come the principal
// components in the mass of what derivatives have beyond the modes, each weighted by lambda_1^2 / (lambda_i lambda_j),
// for high modes have small amplitudes. (Barbic and James take components of modes and derivatives together.) The
// result is Ritz's basis of the space that they span: orthonormal in the mass, the stiffness at rest diagonal, and
// orthogonal to rigid motions, so that the integrals of rho u and rho X x u vanish for all coordinates, small or not
// (the frame of linear mean axes).
#pragma once

#include "elastic/modal/modal_basis.h"

namespace stiction {

// `linear` is the mesh's modal basis for this Poisson ratio; dofs: shapes in all. Throws InputError if there are fewer
// dofs than modes, or more than modes and derivatives make.
ModalBasis derivative_basis(const QuadraticMesh& mesh, const ModalBasis& linear, double poisson, int dofs,
                            const ReportProgress& progress = {});

// (1) for all i <= j, in the order (0, 0), (0, 1), ..., (1, 1), ...: columns [m^-2].
MatX modal_derivatives(const QuadraticMesh& mesh, const ModalBasis& linear, double poisson,
                       const ReportProgress& progress = {});

}  // namespace stiction

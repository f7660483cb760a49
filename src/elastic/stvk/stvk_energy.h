// The elastic energy of a body of St. Venant-Kirchhoff material as a polynomial of its reduced coordinates.
//
// The strain is quadratic in x = (1, q): at a node of an element it is sum over i <= j of x_i x_j e_ij, with e_0i the
// linear strain of shape i and e_ij that of the product of two gradients (stvk_element.h). The energy is a sum of
// squares of such sums, so the coefficients of all its monomials come from one symmetric matrix, A = B^T B over the
// pairs of factors, with sixty rows of B per element. Cost: 30 r^4 / 4 multiplications per element.
#pragma once

#include "base/report_progress.h"
#include "elastic/modal/modal_basis.h"
#include "elastic/stvk/quartic_form.h"

namespace stiction {

// For the unit material (E = 1 Pa, density 1 kg/m^3) with this Poisson ratio. The same bits for any number of threads.
QuarticForm stvk_energy(const QuadraticMesh& mesh, const MatX& shapes, double poisson,
                        const ReportProgress& progress = {});

}  // namespace stiction

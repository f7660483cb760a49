// A quadratic tetrahedron of St. Venant-Kirchhoff material: linear in Green's strain, which does not see rotations.
//
//   F = 1 + G,   G = grad u,   E = (G + G^T + G^T G) / 2,   energy = integral of E : C : E / 2,   C as in linear
//   elasticity
//
// Displacements are quadratic in the element, so that G is linear and E quadratic there: E is known by its values at
// the ten nodes, and the integral of a product of two such fields is what the element's mass matrix m for density 1
// makes of these values. So with no quadrature at all,
//
//   energy = sum_ab m_ab E_a : C : E_b / 2                                                                          (1)
//
// is exact, and so are its derivatives. Strains are vectors here, (xx, yy, zz, sqrt2 xy, sqrt2 xz, sqrt2 yz), so that
// A : B is their dot product.
#pragma once

#include <array>

#include "elastic/fem/quadratic_mesh.h"
#include "elastic/fem/quadratic_tetrahedron.h"

namespace stiction {

using ElementVector = Eigen::Matrix<double, 3, 10>;  // a vector at each node
using NodalGradients = std::array<Mat3, 10>;         // G at each node
using NodalStrains = Eigen::Matrix<double, 6, 10>;   // a strain or stress at each node

Vec6 strain_vector(const Mat3& symmetric);  // of the symmetric part
Mat3 strain_matrix(const Vec6& strain);

class StvkElement {
 public:
  StvkElement(const std::array<Vec3, 4>& corners, const ElasticMaterial& material);

  NodalGradients gradients(const ElementVector& displacement) const;  // G
  NodalStrains stresses(const NodalStrains& strains) const;           // column a: sum_b m_ab C : E_b [N m]
  // The virtual work of stresses P_a, which are no longer symmetric, by node [N].
  ElementVector nodal_forces(const NodalGradients& stresses) const;

  double energy(const ElementVector& displacement) const;        // (1) [J]
  ElementVector force(const ElementVector& displacement) const;  // its gradient: what holds the nodes there [N]
  ElementStiffness stiffness(
      const ElementVector& displacement) const;  // derivative of that, rows as in assembly.h [N/m]

  const ElementMass& mass() const { return mass_; }

 private:
  std::array<ShapeGradients, 10> gradients_;
  ElementMass mass_;
  double lambda_, mu_;  // Lame's [Pa]
};

// G^T G' + G'^T G over 2, at each node.
NodalStrains quadratic_strains(const NodalGradients& a, const NodalGradients& b);
NodalStrains linear_strains(const NodalGradients& gradients);
NodalStrains green_strains(const NodalGradients& gradients);

// The rows of a nodal vector, as the stiffness has them, that belong to an element.
ElementVector gathered(const std::array<int, 10>& element, const Eigen::Ref<const VecX>& nodal);

}  // namespace stiction

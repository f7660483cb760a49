// The ten-node tetrahedron with straight edges. Displacements are quadratic, strains linear, so that it bends without
// locking. Its integrals are exact: mass by closed form, stiffness by four points (degree two).
//
//   N_i = L_i (2 L_i - 1) at corners,   N_ij = 4 L_i L_j at the middles of edges,   L barycentric coordinates
#pragma once

#include <array>

#include "base/types.h"
#include "elastic/fem/elastic_material.h"

namespace stiction {

using ElementMass = Eigen::Matrix<double, 10, 10>;
using ElementStiffness = Eigen::Matrix<double, 30, 30>;
using ShapeGradients = Eigen::Matrix<double, 3, 10>;  // columns: of N_i, at some point [1/m]

// Integrals of N_i N_j, for density 1 [m^3].
ElementMass element_mass(double volume);
// Corners [m], positive volume. Three rows per node [N/m].
ElementStiffness element_stiffness(const std::array<Vec3, 4>& corners, const ElasticMaterial& material);

// At each of the ten nodes. Gradients are linear within an element.
std::array<ShapeGradients, 10> nodal_shape_gradients(const std::array<Vec3, 4>& corners);

double element_volume(const std::array<Vec3, 4>& corners);  // [m^3]

}  // namespace stiction

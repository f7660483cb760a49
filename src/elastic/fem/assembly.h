// Mass and stiffness of a body of quadratic tetrahedra.
#pragma once

#include <Eigen/SparseCore>

#include "elastic/fem/elastic_material.h"
#include "elastic/fem/quadratic_mesh.h"

namespace stiction {

using SparseMatrix = Eigen::SparseMatrix<double>;

// The consistent mass for density 1, node by node [m^3]: entry (a, b) couples every component of a with the same one
// of b. Symmetric, positive definite; times the density it is the mass, and what it makes of nodal vectors are exact
// integrals over the body.
SparseMatrix nodal_mass(const QuadraticMesh& mesh);

// Three rows and columns per node: x, y, z of node 0, of node 1, ... [N/m]. Symmetric; its null space are the rigid
// motions if the body is in one piece.
SparseMatrix elastic_stiffness(const QuadraticMesh& mesh, const ElasticMaterial& material);

// The nodal mass for each of the three components, rows as in the stiffness.
SparseMatrix expanded_mass(const SparseMatrix& nodal_mass);

}  // namespace stiction

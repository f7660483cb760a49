#include "elastic/fem/assembly.h"

#include "elastic/fem/quadratic_tetrahedron.h"

namespace stiction {
namespace {

using Triplets = std::vector<Eigen::Triplet<double>>;

SparseMatrix assembled(int size, const Triplets& entries) {
  SparseMatrix matrix(size, size);
  matrix.setFromTriplets(entries.begin(), entries.end());
  return matrix;
}

}  // namespace

SparseMatrix nodal_mass(const QuadraticMesh& mesh) {
  Triplets entries;
  entries.reserve(100 * mesh.elements.size());
  for (const auto& element : mesh.elements) {
    const ElementMass mass = element_mass(element_volume(mesh.corners(element)));
    for (int a = 0; a < 10; ++a)
      for (int b = 0; b < 10; ++b) entries.emplace_back(element[a], element[b], mass(a, b));
  }
  return assembled(mesh.node_count(), entries);
}

SparseMatrix elastic_stiffness(const QuadraticMesh& mesh, const ElasticMaterial& material) {
  Triplets entries;
  entries.reserve(900 * mesh.elements.size());
  for (const auto& element : mesh.elements) {
    const ElementStiffness stiffness = element_stiffness(mesh.corners(element), material);
    for (int a = 0; a < 30; ++a)
      for (int b = 0; b < 30; ++b)
        entries.emplace_back(3 * element[a / 3] + a % 3, 3 * element[b / 3] + b % 3, stiffness(a, b));
  }
  return assembled(3 * mesh.node_count(), entries);
}

SparseMatrix expanded_mass(const SparseMatrix& nodal_mass) {
  Triplets entries;
  entries.reserve(3 * nodal_mass.nonZeros());
  for (int column = 0; column < nodal_mass.outerSize(); ++column) {
    for (SparseMatrix::InnerIterator entry(nodal_mass, column); entry; ++entry) {
      for (int k = 0; k < 3; ++k) {
        entries.emplace_back(3 * static_cast<int>(entry.row()) + k, 3 * column + k, entry.value());
      }
    }
  }
  return assembled(3 * static_cast<int>(nodal_mass.rows()), entries);
}

}  // namespace stiction

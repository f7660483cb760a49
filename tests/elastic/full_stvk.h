// The whole finite element body of St. Venant-Kirchhoff material, all its nodes: what reduced bodies are held against.
#pragma once

#include <Eigen/Cholesky>

#include "elastic/fem/assembly.h"
#include "elastic/fem/stvk_element.h"
#include "elastic/modal/modal_basis.h"

namespace stiction::test {

class FullStvk {
 public:
  FullStvk(QuadraticMesh mesh, const ElasticMaterial& material) : mesh_(std::move(mesh)) {
    for (const auto& element : mesh_.elements) elements_.emplace_back(mesh_.corners(element), material);
  }
  const QuadraticMesh& mesh() const { return mesh_; }
  double energy(const VecX& u) const {
    double sum = 0;
    for (std::size_t e = 0; e < elements_.size(); ++e) sum += elements_[e].energy(gathered(mesh_.elements[e], u));
    return sum;
  }
  VecX force(const VecX& u) const {
    VecX sum = VecX::Zero(u.size());
    for (std::size_t e = 0; e < elements_.size(); ++e) {
      const auto& nodes = mesh_.elements[e];
      const ElementVector force = elements_[e].force(gathered(nodes, u));
      for (int a = 0; a < 10; ++a) sum.segment<3>(3 * nodes[a]) += force.col(a);
    }
    return sum;
  }
  MatX stiffness(const VecX& u) const {
    MatX sum = MatX::Zero(u.size(), u.size());
    for (std::size_t e = 0; e < elements_.size(); ++e) {
      const auto& nodes = mesh_.elements[e];
      const ElementStiffness K = elements_[e].stiffness(gathered(nodes, u));
      for (int a = 0; a < 10; ++a)
        for (int b = 0; b < 10; ++b) sum.block<3, 3>(3 * nodes[a], 3 * nodes[b]) += K.block<3, 3>(3 * a, 3 * b);
    }
    return sum;
  }
  // At rest under loads on the nodes that are in balance, as near to the undeformed body as the floating frame is
  // (orthogonal to rigid motions in the mass); Newton's method from `u`, at most 5 cm at a time. `left`: what is not in
  // balance, against the load.
  VecX rest_under(const VecX& load, VecX u, double& left) const {
    const SparseMatrix nodal = nodal_mass(mesh_);
    const MatX held = expanded_mass(nodal) * rigid_motions(mesh_, nodal);
    const double hold = stiffness(VecX::Zero(u.size())).diagonal().maxCoeff() / held.squaredNorm() * 6;
    for (int i = 0; i < 30; ++i) {
      const VecX residual = load - force(u) - hold * held * (held.transpose() * u);
      left = residual.norm() / load.norm();
      if (left < 1e-9) break;
      const VecX step = (stiffness(u) + hold * held * held.transpose()).ldlt().solve(residual);
      u += std::min(1.0, 0.05 / step.cwiseAbs().maxCoeff()) * step;
    }
    return u;
  }

 private:
  QuadraticMesh mesh_;
  std::vector<StvkElement> elements_;
};

}  // namespace stiction::test

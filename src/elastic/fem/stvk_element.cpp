#include "elastic/fem/stvk_element.h"

#include <Eigen/Cholesky>
#include <cmath>

namespace stiction {
namespace {

const double kRoot2 = std::sqrt(2.0);

// How the strain F^T G changes with the displacement of one node along each axis: columns.
Eigen::Matrix<double, 6, 3> strain_change(const Mat3& F, const Vec3& gradient) {
  Eigen::Matrix<double, 6, 3> change;
  for (int axis = 0; axis < 3; ++axis) change.col(axis) = strain_vector(F.row(axis).transpose() * gradient.transpose());
  return change;
}

}  // namespace

Vec6 strain_vector(const Mat3& m) {
  Vec6 e;
  e << m(0, 0), m(1, 1), m(2, 2), 0.5 * kRoot2 * (m(0, 1) + m(1, 0)), 0.5 * kRoot2 * (m(0, 2) + m(2, 0)),
      0.5 * kRoot2 * (m(1, 2) + m(2, 1));
  return e;
}

Mat3 strain_matrix(const Vec6& e) {
  const double xy = e[3] / kRoot2, xz = e[4] / kRoot2, yz = e[5] / kRoot2;
  Mat3 m;
  m << e[0], xy, xz, xy, e[1], yz, xz, yz, e[2];
  return m;
}

NodalStrains quadratic_strains(const NodalGradients& a, const NodalGradients& b) {
  NodalStrains strains;
  for (int node = 0; node < 10; ++node) strains.col(node) = strain_vector(a[node].transpose() * b[node]);
  return strains;
}

NodalStrains linear_strains(const NodalGradients& gradients) {
  NodalStrains strains;
  for (int node = 0; node < 10; ++node) strains.col(node) = strain_vector(gradients[node]);
  return strains;
}

NodalStrains green_strains(const NodalGradients& gradients) {
  return linear_strains(gradients) + 0.5 * quadratic_strains(gradients, gradients);
}

ElementVector gathered(const std::array<int, 10>& element, const Eigen::Ref<const VecX>& nodal) {
  ElementVector result;
  for (int a = 0; a < 10; ++a) result.col(a) = nodal.segment<3>(3 * element[a]);
  return result;
}

StvkElement::StvkElement(const std::array<Vec3, 4>& corners, const ElasticMaterial& material)
    : gradients_(nodal_shape_gradients(corners)),
      mass_(element_mass(element_volume(corners))),
      lambda_(material.lame()),
      mu_(material.shear()) {}

NodalGradients StvkElement::gradients(const ElementVector& displacement) const {
  NodalGradients result;
  for (int a = 0; a < 10; ++a) result[a] = displacement * gradients_[a].transpose();
  return result;
}

NodalStrains StvkElement::stresses(const NodalStrains& strains) const {
  const NodalStrains integrated = strains * mass_;
  NodalStrains result = 2 * mu_ * integrated;
  result.topRows<3>().rowwise() += lambda_ * integrated.topRows<3>().colwise().sum();
  return result;
}

ElementVector StvkElement::nodal_forces(const NodalGradients& stresses) const {
  ElementVector forces = ElementVector::Zero();
  for (int a = 0; a < 10; ++a) forces += stresses[a] * gradients_[a];
  return forces;
}

double StvkElement::energy(const ElementVector& displacement) const {
  const NodalStrains strains = green_strains(gradients(displacement));
  return 0.5 * strains.cwiseProduct(stresses(strains)).sum();
}

ElementVector StvkElement::force(const ElementVector& displacement) const {
  NodalGradients G = gradients(displacement);
  const NodalStrains S = stresses(green_strains(G));
  for (int a = 0; a < 10; ++a) G[a] = ((Mat3::Identity() + G[a]) * strain_matrix(S.col(a))).eval();
  return nodal_forces(G);
}

ElementStiffness StvkElement::stiffness(const ElementVector& displacement) const {
  const NodalGradients G = gradients(displacement);
  const NodalStrains S = stresses(green_strains(G));
  Eigen::Matrix<double, 10, 10> geometric = Eigen::Matrix<double, 10, 10>::Zero();
  Eigen::Matrix<double, 60, 30> changes;  // of strains, rows 6 a .. 6 a + 5 at node a
  for (int a = 0; a < 10; ++a) {
    geometric += gradients_[a].transpose() * strain_matrix(S.col(a)) * gradients_[a];
    const Mat3 F = Mat3::Identity() + G[a];
    for (int c = 0; c < 10; ++c) changes.block<6, 3>(6 * a, 3 * c) = strain_change(F, gradients_[a].col(c));
  }
  Eigen::Matrix<double, 60, 30> stressed;
  for (int column = 0; column < 30; ++column) {
    const Eigen::Map<const NodalStrains> strains(changes.col(column).data());
    Eigen::Map<NodalStrains>(stressed.col(column).data()) = stresses(strains);
  }
  ElementStiffness stiffness = changes.transpose() * stressed;
  for (int c = 0; c < 10; ++c)
    for (int d = 0; d < 10; ++d) stiffness.block<3, 3>(3 * c, 3 * d).diagonal().array() += geometric(c, d);
  return stiffness;
}

}  // namespace stiction

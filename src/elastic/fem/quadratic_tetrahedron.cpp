#include "elastic/fem/quadratic_tetrahedron.h"

#include <Eigen/LU>

#include "elastic/fem/quadratic_mesh.h"

namespace stiction {
namespace {

// Columns: gradients of the barycentric coordinates [1/m].
Eigen::Matrix<double, 3, 4> barycentric_gradients(const std::array<Vec3, 4>& corners) {
  Mat3 edges;
  for (int i = 0; i < 3; ++i) edges.row(i) = corners[i + 1] - corners[0];
  Eigen::Matrix<double, 3, 4> gradients;
  gradients.rightCols<3>() = edges.inverse();
  gradients.col(0) = -gradients.rightCols<3>().rowwise().sum();
  return gradients;
}

ShapeGradients shape_gradients(const Eigen::Matrix<double, 3, 4>& g, const Eigen::Vector4d& L) {
  ShapeGradients gradients;
  for (int i = 0; i < 4; ++i) gradients.col(i) = (4 * L[i] - 1) * g.col(i);
  for (int e = 0; e < 6; ++e) {
    const auto [i, j] = kElementEdges[e];
    gradients.col(4 + e) = 4 * (L[i] * g.col(j) + L[j] * g.col(i));
  }
  return gradients;
}

bool share_corner(int e, int f) {
  for (const int i : kElementEdges[e])
    for (const int j : kElementEdges[f])
      if (i == j) return true;
  return false;
}

}  // namespace

std::array<ShapeGradients, 10> nodal_shape_gradients(const std::array<Vec3, 4>& corners) {
  const Eigen::Matrix<double, 3, 4> g = barycentric_gradients(corners);
  std::array<ShapeGradients, 10> gradients;
  for (int i = 0; i < 4; ++i) gradients[i] = shape_gradients(g, Eigen::Vector4d::Unit(i));
  for (int e = 0; e < 6; ++e) {
    const auto [i, j] = kElementEdges[e];
    gradients[4 + e] = shape_gradients(g, 0.5 * (Eigen::Vector4d::Unit(i) + Eigen::Vector4d::Unit(j)));
  }
  return gradients;
}

double element_volume(const std::array<Vec3, 4>& corners) {
  return (corners[1] - corners[0]).cross(corners[2] - corners[0]).dot(corners[3] - corners[0]) / 6;
}

ElementMass element_mass(double volume) {
  ElementMass mass;
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) mass(i, j) = i == j ? 6 : 1;
    for (int e = 0; e < 6; ++e) {
      const bool at_corner = kElementEdges[e][0] == i || kElementEdges[e][1] == i;
      mass(i, 4 + e) = mass(4 + e, i) = at_corner ? -4 : -6;
    }
  }
  for (int e = 0; e < 6; ++e) {
    for (int f = 0; f < 6; ++f) mass(4 + e, 4 + f) = e == f ? 32 : share_corner(e, f) ? 16 : 8;
  }
  return volume / 420 * mass;
}

ElementStiffness element_stiffness(const std::array<Vec3, 4>& corners, const ElasticMaterial& material) {
  const Eigen::Matrix<double, 3, 4> g = barycentric_gradients(corners);
  const double near = (5 + 3 * std::sqrt(5.0)) / 20, far = (5 - std::sqrt(5.0)) / 20;  // the four points of degree two
  const double lambda = material.lame(), mu = material.shear();
  ElementStiffness stiffness = ElementStiffness::Zero();
  for (int point = 0; point < 4; ++point) {
    Eigen::Vector4d L = Eigen::Vector4d::Constant(far);
    L[point] = near;
    const ShapeGradients d = shape_gradients(g, L);
    for (int a = 0; a < 10; ++a) {
      for (int b = 0; b < 10; ++b) {
        Mat3 block = lambda * d.col(a) * d.col(b).transpose() + mu * d.col(b) * d.col(a).transpose();
        block.diagonal().array() += mu * d.col(a).dot(d.col(b));
        stiffness.block<3, 3>(3 * a, 3 * b) += block;
      }
    }
  }
  return element_volume(corners) / 4 * stiffness;
}

}  // namespace stiction

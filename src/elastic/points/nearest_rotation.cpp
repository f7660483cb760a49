#include "elastic/points/nearest_rotation.h"

#include <Eigen/Eigenvalues>
#include <cmath>

#include "elastic/points/lanes.h"

namespace stiction {
namespace {

// As the largest eigenvector of a quadratic form in quaternions (Horn 1987): slow, from anywhere.
Mat3 rotation_by_quaternions(const Mat3& F) {
  Eigen::Matrix4d form;
  form(0, 0) = F.trace();
  const Vec3 axial(F(2, 1) - F(1, 2), F(0, 2) - F(2, 0), F(1, 0) - F(0, 1));
  form.block<1, 3>(0, 1) = axial.transpose();
  form.block<3, 1>(1, 0) = axial;
  form.block<3, 3>(1, 1) = F + F.transpose() - F.trace() * Mat3::Identity();
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix4d> solver(form);
  const Eigen::Vector4d q = solver.eigenvectors().col(3);
  return Quat(q[0], q[1], q[2], q[3]).normalized().toRotationMatrix();
}

bool polish(const Mat3& F, lanes::Matrix<double>& R) {
  lanes::Matrix<double> f;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) f.m[i][j] = F(i, j);
  for (int k = 0; k < 8; ++k) {
    double curvature = 0;
    const double step = lanes::rotation_step(f, R, curvature);
    if (!(curvature > 0)) return false;
    if (step < 1e-16) return true;
  }
  return false;
}

}  // namespace

Mat3 nearest_rotation(const Mat3& F, const Mat3& start) {
  const auto lanes_of = [](const Mat3& M) {
    lanes::Matrix<double> m;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) m.m[i][j] = M(i, j);
    return m;
  };
  const auto matrix_of = [](const lanes::Matrix<double>& m) {
    Mat3 M;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) M(i, j) = m.m[i][j];
    return M;
  };
  if (!F.allFinite()) return Mat3::Identity();
  lanes::Matrix<double> R = lanes_of(start);
  if (polish(F, R)) return matrix_of(R);
  const Mat3 found = rotation_by_quaternions(F);
  R = lanes_of(found);
  return polish(F, R) ? matrix_of(R) : found;
}

}  // namespace stiction

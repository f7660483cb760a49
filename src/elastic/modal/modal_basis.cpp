#include "elastic/modal/modal_basis.h"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <cmath>

#include "base/error.h"
#include "elastic/modal/basis_cost.h"
#include "elastic/modal/free_modes.h"

namespace stiction {
namespace {

constexpr int kStrains = 6;

void require_mode_count(const BasisOptions& options, int elastic) {
  const int modes = options.modes;
  if (options.strains && modes <= kStrains) {
    throw InputError(fmt::format(
        "{} modes are wanted with uniform strains, which are {} of them: want more, or leave the strains out", modes,
        kStrains));
  }
  if (modes <= 0) throw InputError(fmt::format("{} modes are wanted: a modal body needs at least one", modes));
  if (modes > elastic) {
    throw InputError(
        fmt::format("{} modes are wanted, but the mesh has {}: want fewer, or mesh it finer", modes, elastic));
  }
}

// Below this, eigenvalues count as zero, against the square of the inverse size [1/m^2]. A bar 5000 times as long as
// thick is still above it.
double zero_bound(const QuadraticMesh& mesh) {
  Aabb box;
  for (const Vec3& node : mesh.nodes) box.include(node);
  return 1e-6 / (box.max - box.min).squaredNorm();
}

MatX dense_free_modes(const SparseMatrix& stiffness, const SparseMatrix& mass, const MatX& rigid, double scale,
                      int modes) {
  // Rigid motions are lifted above all others, K + c M r r^T M, so that the lowest are elastic.
  const MatX M(mass);
  const MatX lifted = M * rigid;
  const Eigen::GeneralizedSelfAdjointEigenSolver<MatX> eigen(MatX(stiffness) + scale * lifted * lifted.transpose(), M);
  return eigen.eigenvectors().leftCols(modes);
}

// x stretched along each axis and sheared in each plane.
MatX uniform_strains(const QuadraticMesh& mesh) {
  constexpr int kPairs[kStrains][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {1, 2}, {2, 0}};
  MatX strains = MatX::Zero(3 * mesh.node_count(), kStrains);
  for (int k = 0; k < kStrains; ++k) {
    const auto [i, j] = kPairs[k];
    for (int node = 0; node < mesh.node_count(); ++node) {
      strains(3 * node + i, k) += mesh.nodes[node][j];
      strains(3 * node + j, k) += mesh.nodes[node][i];
    }
  }
  return strains;
}

// Gram-Schmidt in the mass, twice: against rigid motions, then against those before.
void orthonormalise(const SparseMatrix& mass, const MatX& rigid, MatX& shapes) {
  const MatX mass_rigid = mass * rigid;
  VecX carried;
  for (Eigen::Index k = 0; k < shapes.cols(); ++k) {
    auto shape = shapes.col(k);
    for (int pass = 0; pass < 2; ++pass) {
      shape -= rigid * (mass_rigid.transpose() * shape).eval();
      carried = mass * shape;
      if (k > 0) shape -= shapes.leftCols(k) * (shapes.leftCols(k).transpose() * carried).eval();
    }
    shape -= rigid * (mass_rigid.transpose() * shape).eval();
    carried = mass * shape;
    shape /= std::sqrt(shape.dot(carried));
  }
}

// The first of the components that are largest, up to a billionth, becomes positive.
void fix_signs(MatX& shapes) {
  for (auto shape : shapes.colwise()) {
    const double largest = shape.cwiseAbs().maxCoeff();
    for (const double x : shape) {
      if (std::abs(x) < (1 - 1e-9) * largest) continue;
      if (x < 0) shape = -shape;
      break;
    }
  }
}

// The body's own axes in its subspace: eigenvectors of the small matrix that the stiffness is there.
void diagonalise(const SparseMatrix& stiffness, ModalBasis& basis) {
  const MatX small = basis.shapes.transpose() * (stiffness * basis.shapes).eval();
  const Eigen::SelfAdjointEigenSolver<MatX> eigen(0.5 * (small + small.transpose()));
  basis.shapes = (basis.shapes * eigen.eigenvectors()).eval();
  basis.eigenvalues = eigen.eigenvalues();
}

}  // namespace

MatX rigid_motions(const QuadraticMesh& mesh, const SparseMatrix& nodal_mass) {
  const int count = mesh.node_count();
  Eigen::Matrix<double, Eigen::Dynamic, 3> places(count, 3);
  for (int i = 0; i < count; ++i) places.row(i) = mesh.nodes[i];
  const VecX weights = nodal_mass * VecX::Ones(count);
  const Vec3 center = places.transpose() * weights / weights.sum();
  MatX rigid = MatX::Zero(3 * count, 6);
  for (int i = 0; i < count; ++i) {
    for (int axis = 0; axis < 3; ++axis) {
      rigid(3 * i + axis, axis) = 1;
      rigid.block<3, 1>(3 * i, 3 + axis) = Vec3::Unit(axis).cross(mesh.nodes[i] - center);
    }
  }
  orthonormalise(expanded_mass(nodal_mass), MatX::Zero(3 * count, 0), rigid);
  return rigid;
}

ModalBasis ritz_basis(const SparseMatrix& stiffness, const SparseMatrix& mass, const MatX& rigid, MatX shapes) {
  ModalBasis basis;
  basis.shapes = std::move(shapes);
  orthonormalise(mass, rigid, basis.shapes);
  diagonalise(stiffness, basis);
  orthonormalise(mass, rigid, basis.shapes);
  fix_signs(basis.shapes);
  return basis;
}

ModalBasis modal_basis(const QuadraticMesh& mesh, const BasisOptions& options, const ReportProgress& progress) {
  const int dofs = 3 * mesh.node_count();
  require_mode_count(options, dofs - 6);
  const int modes = options.modes - (options.strains ? kStrains : 0);
  const ElasticMaterial unit{1, options.poisson, 1};
  require_elastic(unit);
  if (progress) progress("assembling the body", 0);
  require_basis_fits(mesh, modes);
  const SparseMatrix nodal = nodal_mass(mesh), mass = expanded_mass(nodal), stiffness = elastic_stiffness(mesh, unit);
  const MatX rigid = rigid_motions(mesh, nodal);
  const double zero = zero_bound(mesh);
  MatX shapes;
  if (is_dense_basis(dofs, modes)) {
    const double above_all = 10 * stiffness.diagonal().maxCoeff() / nodal.diagonal().minCoeff();
    shapes = dense_free_modes(stiffness, mass, rigid, above_all, modes);
  } else {
    shapes = sparse_free_modes(stiffness, mass, rigid, zero, modes, progress);
  }
  if (options.strains) {
    shapes.conservativeResize(Eigen::NoChange, options.modes);
    shapes.rightCols<kStrains>() = uniform_strains(mesh);
  }
  ModalBasis basis = ritz_basis(stiffness, mass, rigid, std::move(shapes));
  if (!(basis.eigenvalues[0] > zero)) {
    throw InputError(
        "the body can move in more than the six rigid ways without being deformed: its mesh is in several pieces, or "
        "held together by single vertices or edges; join the pieces or make a body of each");
  }
  if (progress) progress("elastic modes", 1);
  return basis;
}

}  // namespace stiction

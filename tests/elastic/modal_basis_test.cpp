// Free modes: orthogonal, all of them, and at the frequencies of Timoshenko's beam.
#include "elastic/modal/modal_basis.h"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <ctime>
#include <numbers>

#include "base/error.h"
#include "elastic/bodies.h"
#include "elastic/timoshenko.h"

namespace stiction {
namespace {

using test::brick_mesh;

TEST(ModalBasis, IsOrthonormalAndFreeOfRigidMotion) {
  const QuadraticMesh mesh = quadratic_mesh(brick_mesh({1, 0.6, 0.3}, {4, 3, 2}));
  const ModalBasis basis = modal_basis(mesh, {0.3, 24});
  const SparseMatrix nodal = nodal_mass(mesh), mass = expanded_mass(nodal);
  const MatX gram = basis.shapes.transpose() * (mass * basis.shapes);
  EXPECT_LT((gram - MatX::Identity(24, 24)).cwiseAbs().maxCoeff(), 1e-13);
  EXPECT_LT((rigid_motions(mesh, nodal).transpose() * (mass * basis.shapes)).cwiseAbs().maxCoeff(), 1e-13);
  const SparseMatrix K = elastic_stiffness(mesh, {1, 0.3, 1});
  for (int k = 0; k < 24; ++k) {
    const VecX phi = basis.shapes.col(k);
    EXPECT_LT((K * phi - basis.eigenvalues[k] * (mass * phi)).norm(), 1e-8 * (K * phi).norm()) << k;
    EXPECT_GT(basis.eigenvalues[k], 0);
    EXPECT_GE(basis.eigenvalues[k], basis.eigenvalues[std::max(0, k - 1)]);
  }
}

// Against all eigenvalues of the dense problem. The cube has threefold and twofold ones.
TEST(ModalBasis, MissesNoMode) {
  for (const Vec3& size : {Vec3(1, 1, 1), Vec3(1, 0.2, 0.2), Vec3(1, 0.7, 0.4)}) {
    const QuadraticMesh mesh = quadratic_mesh(brick_mesh(size, {3, 3, 3}));
    const ModalBasis basis = modal_basis(mesh, {0.3, 30});
    const Eigen::GeneralizedSelfAdjointEigenSolver<MatX> dense(MatX(elastic_stiffness(mesh, {1, 0.3, 1})),
                                                               MatX(expanded_mass(nodal_mass(mesh))),
                                                               Eigen::EigenvaluesOnly | Eigen::Ax_lBx);
    for (int k = 0; k < 30; ++k) {
      EXPECT_NEAR(basis.eigenvalues[k], dense.eigenvalues()[6 + k], 1e-8 * basis.eigenvalues[k]) << size[1] << " " << k;
    }
  }
}

TEST(ModalBasis, OfASmallBodyHasAllItsModes) {
  const QuadraticMesh mesh = quadratic_mesh({{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{{0, 1, 2, 3}}}});
  const ModalBasis basis = modal_basis(mesh, {0.3, 24});
  const MatX gram = basis.shapes.transpose() * (expanded_mass(nodal_mass(mesh)) * basis.shapes);
  EXPECT_LT((gram - MatX::Identity(24, 24)).cwiseAbs().maxCoeff(), 1e-12);
  const MatX stiff = basis.shapes.transpose() * (elastic_stiffness(mesh, {1, 0.3, 1}) * basis.shapes);
  EXPECT_LT((stiff - MatX(basis.eigenvalues.asDiagonal())).cwiseAbs().maxCoeff(), 1e-10 * stiff.maxCoeff());
}

TEST(ModalBasis, WithStrainsHoldsEveryUniformStrain) {
  const QuadraticMesh mesh = quadratic_mesh(brick_mesh({1, 0.8, 0.6}, {3, 2, 2}));
  const SparseMatrix nodal = nodal_mass(mesh), mass = expanded_mass(nodal);
  const ModalBasis basis = modal_basis(mesh, {0.3, 16, true});
  ASSERT_EQ(basis.mode_count(), 16);
  const MatX gram = basis.shapes.transpose() * (mass * basis.shapes);
  EXPECT_LT((gram - MatX::Identity(16, 16)).cwiseAbs().maxCoeff(), 1e-12);
  MatX span(basis.shapes.rows(), 22);
  span << rigid_motions(mesh, nodal), basis.shapes;
  Mat3 gradient;
  gradient << 0.3, -0.7, 0.2, 0.9, 0.1, -0.4, 0.5, 0.6, -0.8;
  VecX field(basis.shapes.rows());
  for (int i = 0; i < mesh.node_count(); ++i) field.segment<3>(3 * i) = gradient * mesh.nodes[i];
  EXPECT_LT((field - span * (span.transpose() * (mass * field))).norm(), 1e-10 * field.norm());
  const ModalBasis modes = modal_basis(mesh, {0.3, 10});  // which are in it too
  for (int k = 0; k < 10; ++k) EXPECT_LE(basis.eigenvalues[k], modes.eigenvalues[k] * (1 + 1e-9)) << k;
}

TEST(ModalBasis, HasTheSameBitsOnEveryRunAndTellsItsProgress) {
  const QuadraticMesh mesh = quadratic_mesh(brick_mesh({1, 0.2, 0.2}, {6, 2, 2}));
  double share = 0;
  int told = 0;
  const ModalBasis first = modal_basis(mesh, {0.3, 10}),
                   second = modal_basis(mesh, {0.3, 10}, [&](const auto&, double now) {
                     EXPECT_GE(now, share);
                     share = now;
                     ++told;
                   });
  EXPECT_EQ(first.eigenvalues, second.eigenvalues);
  EXPECT_EQ(first.shapes, second.shapes);
  EXPECT_EQ(share, 1);
  EXPECT_GT(told, 10);
  for (const auto shape : first.shapes.colwise()) EXPECT_GT(shape.maxCoeff(), (1 - 1e-8) * -shape.minCoeff());
}

// Lowest frequencies of bending in z, by shape: the ends move together along z or against each other.
std::vector<double> bending_frequencies(const QuadraticMesh& mesh, const ElasticMaterial& material) {
  const ModalBasis basis = modal_basis(mesh, {material.poisson, 12});
  int end = -1;  // node in the middle of an end section
  for (int i = 0; i < mesh.node_count(); ++i) {
    if ((mesh.nodes[i] - Vec3(0.5, 0, 0)).norm() < 1e-9) end = i;
  }
  std::vector<double> result;
  for (int k = 0; k < 12; ++k) {
    const Vec3 there = basis.shapes.block<3, 1>(3 * end, k);
    if (std::abs(there[2]) < 3 * there.head<2>().norm()) continue;
    if (std::abs(there[2]) < 0.5 / std::sqrt(0.03 * 0.05)) continue;
    result.push_back(std::sqrt(basis.eigenvalues[k] * material.young / material.density) / (2 * std::numbers::pi));
  }
  return result;
}

TEST(ModalBasis, OfABeamHasTimoshenkosFrequencies) {
  const ElasticMaterial material{2e11, 0.3, 7800};
  std::vector<std::vector<double>> found;
  for (const int fine : {1, 2, 4}) {
    const QuadraticMesh mesh = quadratic_mesh(brick_mesh({1, 0.03, 0.05}, {8 * fine, fine, fine}));
    found.push_back(bending_frequencies(mesh, material));
    ASSERT_GE(found.back().size(), 3U);
  }
  const std::vector<double> expected = test::timoshenko_frequencies({1, 0.03, 0.05}, material, 3);
  for (int k = 0; k < 3; ++k) {
    // Three meshes, each of half the width of the one before: the rest of the error is a geometric series.
    const double first = found[0][k] - found[1][k], second = found[1][k] - found[2][k];
    EXPECT_GT(first, second);
    EXPECT_GT(second, 0);  // finite elements are too stiff, and the finer the less
    const double limit = found[2][k] - second * second / (first - second);
    EXPECT_NEAR(limit, expected[k], 0.01 * expected[k]);
    std::printf("mode %d: %.4f %.4f %.4f Hz -> %.4f Hz, Timoshenko %.4f Hz (%+.3f %%)\n", k + 1, found[0][k],
                found[1][k], found[2][k], limit, expected[k], 100 * (limit / expected[k] - 1));
  }
}

// Run by hand: some 5000 tetrahedra, as many as a chair has.
TEST(ModalBasis, DISABLED_OfALargeBodyTakesSeconds) {
  const QuadraticMesh mesh = quadratic_mesh(brick_mesh({0.5, 0.5, 0.4}, {10, 10, 8}));
  const auto start = std::clock();
  const ModalBasis basis = modal_basis(mesh, {0.3, 20});
  std::printf("%zu tetrahedra, %d nodes, 20 modes: %.1f s of processor time\n", mesh.elements.size(), mesh.node_count(),
              static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
  EXPECT_GT(basis.eigenvalues[0], 0);
}

std::string refusal(const TetMesh& mesh, double poisson, int modes) {
  try {
    modal_basis(quadratic_mesh(mesh), {poisson, modes});
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(ModalBasis, RefusesWhatHasNone) {
  const TetMesh box = brick_mesh({1, 1, 1}, {1, 1, 1});
  EXPECT_NE(refusal(box, 0.3, 0).find("0 modes are wanted"), std::string::npos);
  EXPECT_NE(refusal(box, 0.3, -2).find("-2 modes are wanted"), std::string::npos);
  EXPECT_NE(refusal(box, 0.3, 76).find("76 modes are wanted, but the mesh has 75"), std::string::npos);
  EXPECT_EQ(refusal(box, 0.3, 75), "");
  EXPECT_NE(refusal(box, 0.5, 3).find("Poisson's ratio"), std::string::npos);
}

TEST(ModalBasis, RefusesBodiesInPieces) {
  for (const int cuts : {1, 3}) {  // dense and sparse
    TetMesh mesh = brick_mesh({1, 1, 1}, {cuts, cuts, cuts});
    const TetMesh other = mesh;
    const int first = static_cast<int>(mesh.vertices.size());
    for (const Vec3& v : other.vertices) mesh.vertices.push_back(v + Vec3(3, 0, 0));
    for (const auto& tet : other.tets)
      mesh.tets.push_back({first + tet[0], first + tet[1], first + tet[2], first + tet[3]});
    EXPECT_NE(refusal(mesh, 0.3, 8).find("in several pieces"), std::string::npos) << cuts;
  }
  // Two tetrahedra that share an edge: a hinge.
  TetMesh hinge{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, -1, 0.1}, {0, 0, -1}},
                {{{0, 1, 2, 3}}, {{0, 1, 4, 5}}}};
  EXPECT_NE(refusal(hinge, 0.3, 4).find("held together by single vertices or edges"), std::string::npos);
}

}  // namespace
}  // namespace stiction

// Quadratic tetrahedra: what every finite element has to do, and bending without locking.
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <Eigen/SparseCholesky>

#include "base/error.h"
#include "elastic/bodies.h"
#include "elastic/fem/quadratic_tetrahedron.h"

namespace stiction {
namespace {

using test::brick_mesh;

const ElasticMaterial kSteel{2e11, 0.3, 7800};

// A box whose inner vertices are moved at random, so that no two tetrahedra are alike.
TetMesh shaken_mesh() {
  TetMesh mesh = brick_mesh({1, 0.8, 0.6}, {3, 3, 3});
  std::mt19937 engine(7);
  for (Vec3& v : mesh.vertices) {
    const bool inside = std::abs(v[0]) < 0.49 && std::abs(v[1]) < 0.39 && std::abs(v[2]) < 0.29;
    if (inside) v += test::random_vector(3, 0.04, engine);
  }
  return mesh;
}

VecX nodal(const QuadraticMesh& mesh, const auto& displacement) {
  VecX u(3 * mesh.node_count());
  for (int i = 0; i < mesh.node_count(); ++i) u.segment<3>(3 * i) = displacement(mesh.nodes[i]);
  return u;
}

TEST(QuadraticMesh, HasANodeOnEveryEdgeAndAClosedBoundary) {
  const QuadraticMesh mesh = quadratic_mesh(brick_mesh({1, 1, 1}, {2, 2, 2}));
  EXPECT_EQ(mesh.node_count(), 125);  // of the grid of half the width
  EXPECT_EQ(mesh.boundary.size(), 6U * 4 * 2);
  double volume = 0;
  for (const auto& face : mesh.boundary) {
    volume += mesh.nodes[face[0]].dot(mesh.nodes[face[1]].cross(mesh.nodes[face[2]])) / 6;
    EXPECT_LT((mesh.nodes[face[3]] - 0.5 * (mesh.nodes[face[0]] + mesh.nodes[face[1]])).norm(), 1e-15);
    EXPECT_LT((mesh.nodes[face[5]] - 0.5 * (mesh.nodes[face[2]] + mesh.nodes[face[0]])).norm(), 1e-15);
  }
  EXPECT_NEAR(volume, 1, 1e-12);  // it faces outward
}

// Integrals of N_i N_j by the closed form for monomials of barycentric coordinates: V 6 a! b! c! d! / (a+b+c+d+3)!.
TEST(QuadraticTetrahedron, HasTheConsistentMass) {
  const auto integral = [](std::array<int, 4> powers) {
    double value = 6;
    int sum = 3;
    for (const int p : powers) {
      value *= std::tgamma(p + 1);
      sum += p;
    }
    return value / std::tgamma(sum + 1);
  };
  using Term = std::pair<double, std::array<int, 4>>;
  std::vector<std::vector<Term>> shapes;
  for (int i = 0; i < 4; ++i) {
    std::array<int, 4> once{}, twice{};
    once[i] = 1;
    twice[i] = 2;
    shapes.push_back({{2, twice}, {-1, once}});
  }
  for (const auto& [i, j] : kElementEdges) {
    std::array<int, 4> both{};
    both[i] = both[j] = 1;
    shapes.push_back({{4, both}});
  }
  const ElementMass mass = element_mass(0.7);
  for (int a = 0; a < 10; ++a) {
    for (int b = 0; b < 10; ++b) {
      double expected = 0;
      for (const auto& [x, p] : shapes[a])
        for (const auto& [y, q] : shapes[b])
          expected += 0.7 * x * y * integral({p[0] + q[0], p[1] + q[1], p[2] + q[2], p[3] + q[3]});
      EXPECT_NEAR(mass(a, b), expected, 1e-15) << a << " " << b;
    }
  }
}

TEST(Fem, MatricesAreSymmetricAndHaveTheMassOfTheBody) {
  const QuadraticMesh mesh = quadratic_mesh(shaken_mesh());
  const SparseMatrix mass = nodal_mass(mesh), K = elastic_stiffness(mesh, kSteel);
  EXPECT_LT((MatX(mass) - MatX(mass).transpose()).cwiseAbs().maxCoeff(), 1e-18);
  EXPECT_LT((MatX(K) - MatX(K).transpose()).cwiseAbs().maxCoeff(), 1e-12 * MatX(K).cwiseAbs().maxCoeff());
  EXPECT_NEAR((mass * VecX::Ones(mesh.node_count())).sum(), 0.48, 1e-13);
  const SparseMatrix all = expanded_mass(mass);
  const VecX along = nodal(mesh, [](const Vec3&) { return Vec3::UnitY(); });
  EXPECT_NEAR(along.dot(all * along), 0.48, 1e-13);
}

TEST(Fem, StiffnessIsSemidefiniteAndItsNullSpaceAreTheRigidMotions) {
  const QuadraticMesh mesh = quadratic_mesh(brick_mesh({1, 0.8, 0.6}, {2, 1, 1}));
  const SparseMatrix K = elastic_stiffness(mesh, kSteel);
  const Eigen::SelfAdjointEigenSolver<MatX> eigen{MatX(K)};
  const double largest = eigen.eigenvalues().tail(1)[0];
  for (int i = 0; i < 6; ++i) EXPECT_LT(std::abs(eigen.eigenvalues()[i]), 1e-13 * largest);
  EXPECT_GT(eigen.eigenvalues()[6], 1e-5 * largest);
  const MatX rigid = rigid_motions(mesh, nodal_mass(mesh));
  EXPECT_LT((K * rigid).cwiseAbs().maxCoeff(), 1e-13 * largest);
  const MatX unit = rigid.transpose() * (expanded_mass(nodal_mass(mesh)) * rigid);
  EXPECT_LT((unit - MatX::Identity(6, 6)).cwiseAbs().maxCoeff(), 1e-13);
}

// Displacements that are linear in place: inner nodes are in balance, and the energy is that of the strain.
TEST(Fem, PassesThePatchTest) {
  const QuadraticMesh mesh = quadratic_mesh(shaken_mesh());
  const SparseMatrix K = elastic_stiffness(mesh, kSteel);
  Mat3 gradient;
  gradient << 1e-3, 2e-3, -1e-3, 0.5e-3, -2e-3, 3e-3, 1.5e-3, 0.3e-3, 0.7e-3;
  const VecX u = nodal(mesh, [&](const Vec3& x) { return Vec3(gradient * x); });
  const VecX force = K * u;
  std::vector<bool> outside(mesh.nodes.size(), false);
  for (const auto& face : mesh.boundary)
    for (const int node : face) outside[node] = true;
  int inner = 0;
  for (int i = 0; i < mesh.node_count(); ++i) {
    if (outside[i]) continue;
    ++inner;
    EXPECT_LT(force.segment<3>(3 * i).norm(), 1e-12 * force.cwiseAbs().maxCoeff());
  }
  EXPECT_GT(inner, 50);
  const Mat3 strain = 0.5 * (gradient + gradient.transpose());
  const double density = 0.5 * kSteel.lame() * std::pow(strain.trace(), 2) + kSteel.shear() * strain.squaredNorm();
  EXPECT_NEAR(0.5 * u.dot(force), 0.48 * density, 1e-12 * 0.48 * density);
}

// A cantilever held at x = -l/2 with a shear force at its other end: w = F l^3 / 3 E I + F l / k G A (Timoshenko;
// k = 5/6). One layer of bricks over the height; linear tetrahedra would be several times too stiff.
TEST(Fem, BendsACantileverWithoutLocking) {
  const double length = 1, width = 0.05, height = 0.05, force = 100;
  for (const double poisson : {0.0, 0.3, 0.45}) {
    const ElasticMaterial material{2e11, poisson, 7800};
    const QuadraticMesh mesh = quadratic_mesh(brick_mesh({length, width, height}, {16, 1, 1}));
    const SparseMatrix K = elastic_stiffness(mesh, material);
    // The end section is held along the bar; one node of its middle holds the rest, so that it may grow across.
    SparseMatrix held = K;
    for (int i = 0; i < mesh.node_count(); ++i) {
      const Vec3& x = mesh.nodes[i];
      if (x[0] > -length / 2 + 1e-9) continue;
      held.coeffRef(3 * i, 3 * i) += 1e20;
      if (std::abs(x[1]) < 1e-9) held.coeffRef(3 * i + 1, 3 * i + 1) += 1e20;
      if (std::abs(x[2]) < 1e-9) held.coeffRef(3 * i + 2, 3 * i + 2) += 1e20;
    }
    // The load is spread over the end section by the integrals of its shape functions.
    VecX load = VecX::Zero(K.rows());
    double area = 0;
    for (const auto& face : mesh.boundary) {
      const Vec3 cross =
          0.5 * (mesh.nodes[face[1]] - mesh.nodes[face[0]]).cross(mesh.nodes[face[2]] - mesh.nodes[face[0]]);
      if (cross[0] / cross.norm() < 0.99) continue;
      area += cross.norm();
      for (int m = 3; m < 6; ++m) load[3 * face[m] + 2] += force * cross.norm() / 3;  // corners get nothing
    }
    load /= area;
    const VecX u = Eigen::SimplicialLDLT<SparseMatrix>(held).solve(load);
    double sunk = 0;
    for (int i = 0; i < mesh.node_count(); ++i) {
      if ((mesh.nodes[i] - Vec3(length / 2, 0, 0)).norm() < 1e-9) sunk = u[3 * i + 2];
    }
    const double second_moment = width * std::pow(height, 3) / 12;
    const double expected = force * std::pow(length, 3) / (3 * material.young * second_moment) +
                            force * length / (5.0 / 6 * material.shear() * width * height);
    EXPECT_NEAR(sunk, expected, 0.01 * expected) << poisson;
  }
}

std::string refusal(const auto& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Fem, RefusesMaterialsThatAreNone) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double young : {0.0, -1.0, nan, std::numeric_limits<double>::infinity()})
    EXPECT_NE(refusal([&] { require_elastic({young, 0.3, 1000}); }).find("Young's modulus"), std::string::npos);
  for (const double poisson : {0.5, 0.7, -1.0, nan})
    EXPECT_NE(refusal([&] { require_elastic({1e9, poisson, 1000}); }).find("Poisson's ratio"), std::string::npos);
  for (const double density : {0.0, -3.0, nan})
    EXPECT_NE(refusal([&] { require_elastic({1e9, 0.3, density}); }).find("density"), std::string::npos);
  EXPECT_EQ(refusal([&] { require_elastic({1e9, -0.5, 1}); }), "");
}

TEST(Fem, RefusesMeshesThatAreNone) {
  const auto refused = [](const TetMesh& mesh) { return refusal([&] { quadratic_mesh(mesh); }); };
  const TetMesh good = brick_mesh({1, 1, 1}, {1, 1, 1});
  EXPECT_EQ(refused(good), "");
  EXPECT_NE(refused({}).find("no tetrahedra"), std::string::npos);
  TetMesh mesh = good;
  std::swap(mesh.tets[3][0], mesh.tets[3][1]);
  EXPECT_NE(refused(mesh).find("tetrahedron 3 is inverted"), std::string::npos);
  mesh = good;
  mesh.tets[2][1] = mesh.tets[2][0];
  EXPECT_NE(refused(mesh).find("tetrahedron 2 is flat"), std::string::npos);
  mesh = good;
  mesh.tets[1][1] = 8;
  EXPECT_NE(refused(mesh).find("names vertex 8"), std::string::npos);
  mesh = good;
  mesh.vertices.emplace_back(0, 0, 0);
  EXPECT_NE(refused(mesh).find("vertex 8 belongs to no tetrahedron"), std::string::npos);
  mesh = good;
  mesh.vertices[0][1] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_NE(refused(mesh).find("vertex 0 of the mesh is not finite"), std::string::npos);
}

}  // namespace
}  // namespace stiction

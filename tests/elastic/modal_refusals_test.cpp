// What no modal body can be made of is refused with the reason.
#include <gtest/gtest.h>

#include <Eigen/SparseCholesky>
#include <limits>

#include "base/error.h"
#include "elastic/bodies.h"
#include "elastic/modal/basis_cost.h"
#include "model/state.h"

namespace stiction {
namespace {

std::string refusal(const auto& change) {
  ModalOptions options;
  options.modes = 3;
  TetMesh mesh = test::brick_mesh({1, 1, 1}, {1, 1, 1});
  change(mesh, options);
  try {
    make_modal_body(mesh, options);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(ModalBody, RefusesOptionsOutOfRange) {
  using Options = ModalOptions;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(refusal([](TetMesh&, Options&) {}), "");
  EXPECT_NE(refusal([](TetMesh&, Options& o) { o.material.young = -1; }).find("Young's modulus is -1"),
            std::string::npos);
  EXPECT_NE(refusal([](TetMesh&, Options& o) { o.material.poisson = 0.5; }).find("ratio is 0.5"), std::string::npos);
  EXPECT_NE(refusal([](TetMesh&, Options& o) { o.material.density = 0; }).find("density is 0"), std::string::npos);
  EXPECT_NE(refusal([](TetMesh&, Options& o) { o.modes = 0; }).find("0 modes are wanted"), std::string::npos);
  EXPECT_NE(refusal([](TetMesh&, Options& o) {
              o.modes = 6;
              o.strains = true;
            }).find("6 modes are wanted with uniform strains"),
            std::string::npos);
  EXPECT_NE(refusal([](TetMesh&, Options& o) { o.mass_damping = -1; }).find("mass damping is -1"), std::string::npos);
  EXPECT_NE(refusal([&](TetMesh&, Options& o) { o.stiffness_damping = nan; }).find("stiffness damping"),
            std::string::npos);
  EXPECT_NE(refusal([](TetMesh&, Options& o) { o.gamma = 0.4; }).find("gamma is 0.4"), std::string::npos);
  EXPECT_NE(refusal([&](TetMesh&, Options& o) { o.gamma = nan; }).find("gamma"), std::string::npos);
  EXPECT_NE(refusal([](TetMesh& m, Options&) { std::swap(m.tets[0][0], m.tets[0][1]); }).find("inverted"),
            std::string::npos);
  EXPECT_NE(refusal([](TetMesh& m, Options&) { m.tets.clear(); }).find("no tetrahedra"), std::string::npos);
}

// What the factor takes is known before it is made: as many entries as Eigen's has, but for another order.
TEST(ModalBody, TheMemoryOfTheModesIsKnownBefore) {
  const QuadraticMesh mesh = quadratic_mesh(test::brick_mesh({1, 1, 1}, {5, 5, 5}));
  const SparseMatrix stiffness = elastic_stiffness(mesh, {1, 0.3, 1}) + expanded_mass(nodal_mass(mesh));
  const Eigen::SimplicialLLT<SparseMatrix> factor(stiffness);
  const auto entries = static_cast<double>(SparseMatrix(factor.matrixL()).nonZeros());
  const double vectors = 8.0 * 3 * mesh.node_count() * 2 * 60, bytes = basis_bytes(mesh, 20);
  EXPECT_GT(bytes, 0.8 * (12 * entries + vectors));
  EXPECT_LT(bytes, 2 * (12 * entries + vectors));
}

TEST(ModalBody, BodiesTooFineForTheirModesAreRefusedWithAMeshThatFits) {
  const auto coarser = [](const auto& require) {
    try {
      require();
    } catch (const MeshTooFine& error) {
      return error.coarser();
    }
    return 0.0;
  };
  const auto brick = [&](const std::array<int, 3>& divisions) {
    const QuadraticMesh mesh = quadratic_mesh(test::brick_mesh(Vec3::Ones(), divisions));
    return coarser([&] { require_basis_fits(mesh, 20); });
  };
  EXPECT_EQ(brick({8, 8, 8}), 0);
  EXPECT_EQ(brick({2000, 1, 1}), 0) << "24,000 nodes, but hardly any fill";
  const double factor = brick({17, 17, 17});
  EXPECT_GT(factor, 1.02);
  EXPECT_EQ(brick({static_cast<int>(17 / factor), static_cast<int>(17 / factor), static_cast<int>(17 / factor)}), 0);
  // A ball of 1 m: before there is a mesh.
  EXPECT_EQ(coarser([] { require_basis_fits(4.19, 0.1, 16); }), 0);
  EXPECT_GT(coarser([] { require_basis_fits(4.19, 0.01, 16); }), 5);
}

TEST(ModalBody, VeryManyModesOfAFineMeshAreRefused) {
  const QuadraticMesh mesh = quadratic_mesh(test::brick_mesh(Vec3::Ones(), {8, 8, 8}));
  EXPECT_THROW(require_basis_fits(mesh, 3 * mesh.node_count() - 6), InputError);
  EXPECT_NO_THROW(require_basis_fits(mesh, 100));
}

TEST(ModalBody, HasASurfaceThatFacesOutwardAndBendsWithItsBasis) {
  ModalOptions options;
  options.modes = 6;
  const auto body = make_modal_body(test::brick_mesh({1, 0.5, 0.25}, {2, 1, 1}), options);
  const TriangleMesh& mesh = body->surface();
  EXPECT_EQ(mesh.triangles.size(), 4U * 2 * (2 * 2 + 2 * 2 + 2));
  double volume = 0;
  for (const auto& [a, b, c] : mesh.triangles)
    volume += mesh.vertices[a].dot(mesh.vertices[b].cross(mesh.vertices[c])) / 6;
  EXPECT_NEAR(volume, 0.125, 1e-14);
  ASSERT_NE(body->surface_basis(), nullptr);
  ASSERT_EQ(body->surface_basis()->rows(), static_cast<Eigen::Index>(3 * mesh.vertices.size()));
  Model model;
  model.bodies = {test::modal_body("body", body, Vec3::Zero())};
  compute_masses(model);
  EXPECT_NEAR(model.bodies[0].mass.mass, 125, 1e-10);
  BodyState state = initial_state(model).bodies[0];
  EXPECT_TRUE(state.deformation.isZero(0));
  std::mt19937 engine(1);
  for (int i = 0; i < 20; ++i) {
    state.deformation = test::random_vector(6, 1, engine);
    state.deformation_rate = state.deformation;
    std::vector<Vec3> vertices;
    body->deformed_vertices(model.bodies[0], state, vertices);
    double fastest = 0, farthest = 0;
    for (std::size_t v = 0; v < vertices.size(); ++v) {
      const Vec3 by = body->surface_basis()->middleRows<3>(3 * static_cast<Eigen::Index>(v)) * state.deformation;
      EXPECT_LT((vertices[v] - mesh.vertices[v] - by).norm(), 1e-14);
      fastest = std::max(fastest, by.norm());
      farthest = std::max(farthest, vertices[v].norm());
    }
    EXPECT_LE(fastest, body->deformation_speed(state));
    EXPECT_GT(3 * fastest, body->deformation_speed(state));
    state.deformation_rate *= 100;  // fast: exact
    EXPECT_NEAR(body->deformation_speed(state) / (100 * fastest), 1, 1e-11);
    EXPECT_LE(farthest, body->radius_bound(state.deformation));
  }
  EXPECT_STREQ(metric_name(body->options().metric), "effective");
}

}  // namespace
}  // namespace stiction

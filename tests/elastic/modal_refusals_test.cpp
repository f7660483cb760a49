// What no modal body can be made of is refused with the reason.
#include <gtest/gtest.h>

#include <limits>

#include "base/error.h"
#include "elastic/bodies.h"
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

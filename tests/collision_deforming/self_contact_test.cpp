// A bar folded into a U whose legs spring together until they touch.
#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "collision/deforming/near_at_rest.h"
#include "collision/deforming/surface_pairs.h"
#include "collision_deforming/modal_shape.h"
#include "collision_deforming/random_bodies.h"
#include "collision_deforming/surface_oracle.h"
#include "deforming/lattice.h"
#include "stepping/worlds.h"

namespace stiction {
namespace {

constexpr double kRadius = 0.03, kThickness = 0.02, kLeg = 0.4;  // of the bend's middle line; [m]
constexpr double kClosed = kRadius - kThickness / 2;             // the legs' way until they touch [m]

// One mode: the legs come together by q (x / leg)^2.
test::ModalShapeOptions folded_bar(bool linear) {
  test::ModalShapeOptions options;
  const double half = M_PI / 2 * kRadius;
  options.surface = test::box_lattice({2 * (half + kLeg), 0.05, kThickness}, 60);
  for (Vec3& v : options.surface.vertices) {
    const double s = v[0], angle = std::clamp(s / kRadius, -M_PI / 2, M_PI / 2),
                 leg = std::max(std::abs(s) - half, 0.0);
    const Vec3 outward(-std::cos(angle), 0, std::sin(angle));
    v = Vec3(leg, v[1], 0) + (kRadius + v[2]) * outward;
  }
  options.basis = MatX::Zero(3 * static_cast<Eigen::Index>(options.surface.vertices.size()), 1);
  for (std::size_t i = 0; i < options.surface.vertices.size(); ++i) {
    const Vec3& v = options.surface.vertices[i];
    const double bend = std::pow(std::max(v[0], 0.0) / kLeg, 2);
    options.basis(3 * static_cast<Eigen::Index>(i) + 2, 0) = v[2] > 0 ? -bend : bend;
  }
  options.stiffness = 1000;
  options.damping = 40;
  options.relaxed = VecX::Constant(1, 0.03);
  options.linear = linear;
  return options;
}

Model folded_world(bool self_contact, bool linear = true) {
  Model model;
  model.gravity.setZero();
  model.bodies = {test::modal_body("folded", folded_bar(linear), Vec3::Zero())};
  model.bodies[0].self_contact = self_contact;
  compute_masses(model);
  return model;
}

TEST(SelfContact, HoldsTheLegsOfAFoldedBarApart) {
  for (const bool linear : {true, false}) {
    Simulation simulation(folded_world(true, linear), 2e-3, {}, 1);
    for (int i = 0; i < 1000; ++i) {
      const StepReport& report = simulation.step();
      ASSERT_LE(report.certificate.residual, 1e-6) << i;
      ASSERT_TRUE(report.converged) << i;
    }
    const BodyState& body = simulation.state().bodies[0];
    EXPECT_NEAR(body.deformation[0], kClosed, 1e-6);
    EXPECT_LT(body.velocity.norm() + body.angular_velocity.norm(), 1e-12);  // it cannot push itself away
    // The spring's force is that of the contacts on both legs.
    double force = 0;
    for (std::size_t c = 0; c < simulation.contacts().size(); ++c) {
      const Contact& contact = simulation.contacts()[c];
      EXPECT_EQ(contact.body_a, contact.body_b);
      const double bend = std::pow(contact.point[0] / kLeg, 2);
      force += 2 * bend * std::abs(simulation.contact_force_on_b(static_cast<int>(c))[2]);
    }
    EXPECT_NEAR(force, 1000 * (0.03 - kClosed), 1e-3 * 1000 * (0.03 - kClosed));
  }
}

TEST(SelfContact, IsHeldAlikeByOtherSolvers) {
  for (const char* name : {"pgs", "symmetric-fixed-point", "two-pass"}) {
    SolverOptions options;
    options.name = name;
    if (options.name == "pgs") options.max_iterations = 5000;
    Simulation simulation(folded_world(true), 2e-3, options, 1);
    test::run(simulation, 600);
    EXPECT_NEAR(simulation.state().bodies[0].deformation[0], kClosed, 1e-5) << name;
    EXPECT_LT(simulation.state().bodies[0].velocity.norm(), 1e-12) << name;
  }
}

TEST(SelfContact, IsLeftOutUnlessAskedFor) {
  Simulation simulation(folded_world(false), 2e-3, {}, 1);
  test::run(simulation, 1000);
  EXPECT_NEAR(simulation.state().bodies[0].deformation[0], 0.03, 1e-6);
  EXPECT_TRUE(simulation.contacts().empty());
}

TEST(SelfContact, IsNoneWhereNothingTouches) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    const test::RandomSurface soft(seed, true, Vec3::Zero(), 1, 0.2);
    SurfacePairs pairs;
    std::vector<SurfaceContact> contacts;
    pairs.find_own(*soft.placed, {.margin = 0.05}, contacts);
    EXPECT_TRUE(contacts.empty()) << seed;
  }
}

// Vertices against triangles without the tree.
TEST(SelfContact, IsWhatBruteForceFinds) {
  test::RandomSurface folded(folded_bar(true));
  folded.state.deformation[0] = kClosed - 1e-3;
  folded.move_to(Vec3(0.1, 0.2, 0.3));
  constexpr double kMargin = 0.005;
  SurfacePairs pairs;
  std::vector<SurfaceContact> contacts;
  pairs.find_own(*folded.placed, {.margin = kMargin}, contacts);
  const TriangleMesh mesh = folded.deformed_mesh();
  std::size_t expected = 0;
  for (int v = 0; v < static_cast<int>(mesh.vertices.size()); ++v) {
    double best = 1;
    int corner = -1;  // that is nearest, if one is
    for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) {
      const auto& [a, b, c] = mesh.triangles[t];
      const Vec3 n = (mesh.vertices[b] - mesh.vertices[a]).cross(mesh.vertices[c] - mesh.vertices[a]);
      if (n.dot(mesh.vertices[v] - mesh.vertices[a]) < 0 || near_at_rest(*folded.tree, v, t)) continue;
      const double distance =
          test::triangle_distance(mesh.vertices[a], mesh.vertices[b], mesh.vertices[c], mesh.vertices[v]);
      if (distance >= best) continue;
      best = distance;
      corner = -1;
      for (const int w : mesh.triangles[t]) {
        if ((mesh.vertices[w] - mesh.vertices[v]).norm() <= best + 1e-12) corner = w;
      }
    }
    if (corner >= 0 && corner < v) continue;  // two vertices have one contact
    if (best <= kMargin) ++expected;
  }
  EXPECT_EQ(contacts.size(), expected);
  EXPECT_GE(expected, 6U);
}

TEST(SelfContact, WantsAClosedSurface) {
  Model model = folded_world(true);
  test::ModalShapeOptions options = folded_bar(true);
  options.surface.triangles.pop_back();
  model.bodies[0].deformable = std::make_shared<test::ModalShape>(options);
  try {
    Simulation simulation(model, 1e-3, {}, 1);
    FAIL() << "nothing was thrown";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("body \"folded\" has self_contact"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace stiction

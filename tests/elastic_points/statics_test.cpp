// Held bodies under load against closed forms.
#include <gtest/gtest.h>

#include <cmath>

#include "elastic_points/points_bodies.h"

namespace stiction::test {
namespace {

Aabb left_end(double length) {
  return {{-length / 2 - 1e-6, -1, -1}, {-length / 2 + 1e-6, 1, 1}};
}

// Deflection of the free end of a cantilever under its weight, against rho g A L^4 / (8 E I).
double deflection_ratio(const std::array<int, 3>& cuts) {
  const double length = 1, height = 0.1, young = 1e7, density = 1000;
  PointsOptions options = soft(young, 0.0, density);
  options.held = {left_end(length)};
  options.mass_damping = 30;
  const auto body = make_points_body(box_tet_mesh({length, height, height}, cuts), options);
  Flight flight(body, 0.02, Vec3(0, 0, -0.1));
  flight.run(400);
  double lowest = 0;
  const Vec3 shift = flight.state.center - body->own_mass()->center;
  int ends = 0;
  for (int i = 0; i < body->node_count(); ++i) {
    const Vec3 rest = body->rest().segment<3>(3 * i);
    if (rest[0] < 0.499 * length) continue;
    const Vec3 now = flight.state.rotation * Vec3(flight.places().segment<3>(3 * i)) + shift;
    lowest += now[2] - rest[2];
    ++ends;
  }
  EXPECT_LT(flight.state.velocity.norm(), 1e-7);
  const double wanted = density * 0.1 * height * height * std::pow(length, 4) / (8 * young * std::pow(height, 4) / 12);
  return -lowest / ends / wanted;
}

// Linear tetrahedra are too stiff in bending: by a half with two over the height, and better with the square of their
// size.
TEST(PointsStatics, ACantileverSagsAsBeamsDoAsItsElementsGetSmall) {
  const double coarse = deflection_ratio({20, 2, 2}), fine = deflection_ratio({40, 4, 4});
  EXPECT_GT(coarse, 0.45);
  EXPECT_LT(coarse, 0.75);
  EXPECT_GT(fine, 0.75);
  EXPECT_LT(fine, 1.0);
  EXPECT_NEAR((1 - fine) / (1 - coarse) * (1 / fine * coarse), 0.25, 0.1);
}

TEST(PointsStatics, HeldNodesStayWhereTheyAre) {
  for (const bool is_explicit : {false, true}) {
    PointsOptions options = soft(1e5);
    options.held = {left_end(0.4)};
    if (is_explicit) options = explicit_one(options);
    const auto body = make_points_body(box_tet_mesh({0.4, 0.1, 0.1}, {8, 2, 2}), options);
    EXPECT_EQ(body->dof_count(), 3 * (body->node_count() - 9));
    Flight flight(body, is_explicit ? 0.5 * body->longest_step() : 0.01, Vec3(0, 0, -9.81));
    flight.run(500);
    int held = 0;
    for (int i = 0; i < body->node_count(); ++i) {
      if (!body->is_held(i)) continue;
      ++held;
      const Vec3 now = flight.state.center + flight.state.rotation * Vec3(flight.places().segment<3>(3 * i));
      EXPECT_LT((now - Vec3(body->rest().segment<3>(3 * i) + body->own_mass()->center)).norm(), 1e-12);
    }
    EXPECT_EQ(held, 9);
  }
}

// A strip of a membrane, clamped at one end, sags as a plate does; its borders, where hinges end, are softer.
TEST(PointsStatics, AClampedStripSagsAsPlatesDo) {
  const double length = 0.4, width = 0.1, young = 1e8, density = 1000, gravity = 0.2;
  PointsOptions options = soft(young, 0.0, density);
  options.thickness = 0.005;
  options.held = {{{-1, -1, -1}, {-length / 2 + length / 40 + 1e-6, 1, 1}}};  // two rows: the slope too
  options.mass_damping = 20;
  const auto body = make_points_body(rectangle_sheet({length, width}, 40, 12), options);
  Flight flight(body, 0.02, Vec3(0, 0, -gravity));
  flight.run(600);
  const double D = young * std::pow(0.005, 3) / 12, free_length = length - 0.75 * length / 40;
  const double wanted = density * 0.005 * gravity * std::pow(free_length, 4) / (8 * D);
  double sum = 0;
  int ends = 0;
  for (int i = 0; i < body->node_count(); ++i) {
    if (body->rest()[3 * i] < 0.499 * length) continue;
    sum -= (flight.state.center + flight.state.rotation * Vec3(flight.places().segment<3>(3 * i)))[2];
    ++ends;
  }
  EXPECT_NEAR(sum / ends, wanted, 0.08 * wanted);
}

// A cube between held and loaded ends keeps its volume: by Poisson's ratio near a half, or by the volume term.
TEST(PointsStatics, VolumeIsKeptUnderLoad) {
  const auto volume_under_own_weight = [](double poisson, double kappa) {
    PointsOptions options = soft(2e4, poisson);
    options.volume_stiffness = kappa;
    options.mass_damping = 20;
    options.held = {{{-1, -1, -1}, {1, 1, -0.0999}}};
    const TetMesh mesh = box_tet_mesh({0.2, 0.2, 0.2}, {5, 5, 5});
    const auto body = make_points_body(mesh, options);
    Flight flight(body, 0.02, Vec3(0, 0, -9.81));
    flight.run(200);
    double volume = 0;
    for (const auto& [a, b, c, d] : mesh.tets) {
      const auto at = [&](int i) { return Vec3(flight.places().segment<3>(3 * i)); };
      volume += (at(b) - at(a)).cross(at(c) - at(a)).dot(at(d) - at(a)) / 6;
    }
    return volume / 8e-3;
  };
  const double loose = volume_under_own_weight(0.2, 0);
  EXPECT_LT(loose, 0.98);
  EXPECT_GT(volume_under_own_weight(0.45, 0), 0.99);
  EXPECT_GT(volume_under_own_weight(0.2, 2e6), 0.999);
}

// Mass damping a brakes all motion of a held body: a bar let go stretched swings less by exp(-a t / 2), in both
// integrators.
TEST(PointsStatics, MassDampingBrakesAHeldBodyAlikeInBothIntegrators) {
  constexpr double kDamping = 4, kTime = 0.5;  // [1/s], [s]
  for (const bool is_explicit : {false, true}) {
    PointsOptions options = is_explicit ? explicit_one(soft()) : soft();
    options.mass_damping = kDamping;
    options.held = {left_end(0.4)};
    const auto body = make_points_body(box_tet_mesh({0.4, 0.1, 0.1}, {8, 2, 2}), options);
    const double h = is_explicit ? 0.2 * body->longest_step() : 5e-5;
    Flight flight(body, h);
    VecX y = body->rest();
    for (Eigen::Index i = 0; i < y.size(); i += 3) y[i] += 0.01 * (y[i] + 0.2);
    flight.set_places(y);
    const double energy = flight.energy();
    flight.run(static_cast<int>(kTime / h));
    const double share = flight.energy() / energy / std::exp(-kDamping * kTime);
    EXPECT_GT(share, 0.6) << integrator_name(options.integrator);  // implicit steps take from high modes themselves
    EXPECT_LT(share, 1.1) << integrator_name(options.integrator);
  }
}

}  // namespace
}  // namespace stiction::test

// A body with a large sparse mass, condensed onto what contacts touch.
#include <gtest/gtest.h>

#include "deforming/worlds.h"

namespace stiction {
namespace {

using test::falling_sheet;
using test::SheetOptions;
using test::SpringSheet;

constexpr int kTable = 1, kSheet = 2;

TEST(SpringSheet, KeepsItsMomentumInFreeFlight) {
  Model model;
  model.gravity.setZero();
  model.materials[0].density = SheetOptions{}.density;
  model.bodies = {test::sheet_body("sheet", {}, Vec3::Zero())};
  model.bodies[0].start_velocity = {1, -2, 0.5};
  compute_masses(model);
  Simulation simulation(model, 0.01, {}, 1);
  test::run(simulation, 100);
  EXPECT_LT((simulation.state().bodies[0].velocity - Vec3(1, -2, 0.5)).norm(), 1e-12);
}

TEST(SpringSheet, ChangesItsMomentumByGravityAndContactsAlone) {
  Simulation simulation(falling_sheet({}), 0.005, {}, 1);
  const double mass = simulation.model().bodies[kSheet].mass.mass;
  for (int i = 0; i < 100; ++i) {
    const Vec3 before = simulation.state().bodies[kSheet].velocity;
    simulation.step();
    const Vec3 gained = mass * (simulation.state().bodies[kSheet].velocity - before);
    const Vec3 given = 0.005 * (mass * simulation.model().gravity + test::contact_force(simulation, kSheet));
    EXPECT_LT((gained - given).norm(), 1e-12) << i;
  }
}

TEST(SpringSheet, PutsOnlyTouchedPointsIntoTheContactProblem) {
  Simulation simulation(falling_sheet({}), 0.005, {}, 1);
  test::run(simulation, 40);
  ASSERT_EQ(simulation.problem().wide_bodies.size(), 1U);
  const int dofs = simulation.problem().wide_bodies[0].dofs,
            all = simulation.model().bodies[kSheet].deformable->dof_count();
  EXPECT_GT(dofs, 0);
  EXPECT_LT(dofs, all / 2);
  // What the solver says of these points is what the whole sheet does.
  EXPECT_LT(simulation.last_report().certificate.momentum_error, 1e-9);
}

// A sheet whose forces are explicit has a diagonal mass: its points one by one are the same problem as all of them in
// one dense body.
SheetOptions explicit_sheet(bool points) {
  return {.columns = 8, .rows = 8, .stiffness = 40, .damping = 0.02, .points = points, .is_explicit = true};
}

TEST(SpringSheet, AsMassPointsMovesAsItDoesAsOneBody) {
  Simulation whole(falling_sheet(explicit_sheet(false)), 0.001, {.tolerance = 1e-10}, 1);
  Simulation points(falling_sheet(explicit_sheet(true)), 0.001, {.tolerance = 1e-10}, 1);
  std::size_t most = 0;
  for (int i = 0; i < 300; ++i) {
    whole.step();
    points.step();
    most = std::max(most, points.problem().wide_bodies.size());
    ASSERT_LE(points.last_report().certificate.residual, 1e-10) << i;
  }
  EXPECT_GT(most, 5U);
  const BodyState &a = whole.state().bodies[kSheet], &b = points.state().bodies[kSheet];
  EXPECT_LT((a.center - b.center).norm(), 1e-7);
  EXPECT_LT((a.deformation - b.deformation).lpNorm<Eigen::Infinity>(), 1e-6);
}

TEST(SpringSheet, AsMassPointsFallsApartIntoRegionsOfPointsThatContactsJoin) {
  Simulation points(falling_sheet(explicit_sheet(true)), 0.001, {}, 1);
  test::run(points, 300);
  // Each vertex touches the table, which is fixed, on its own.
  ASSERT_GT(points.problem().contact_count(), 5);
  EXPECT_EQ(points.problem().wide_bodies.size(), static_cast<std::size_t>(points.problem().contact_count()));
  EXPECT_EQ(points.last_report().solve.island_count, points.problem().contact_count());
}

TEST(SpringSheet, AsMassPointsCountsTheMassThatNoContactTouches) {
  Simulation points(falling_sheet(explicit_sheet(true)), 0.001, {}, 1);
  test::run(points, 300);
  double mass = points.problem().left_out_mass;
  for (const WideBody& point : points.problem().wide_bodies) mass += point.mass;
  EXPECT_NEAR(mass, points.model().bodies[kSheet].mass.mass, 1e-12 * mass);
  EXPECT_GT(points.problem().left_out_mass, 0);
}

TEST(SpringSheet, OnATurntableKeepsItsSize) {
  Model model = falling_sheet({.columns = 4, .rows = 4, .spacing = 0.05});
  model.bodies[kSheet].start.position[2] = 0.3;
  model.bodies[kTable].scripted = true;
  Motion turn;
  turn.body = kTable;
  turn.angular_velocity = {0, 0, 3};
  model.motions.push_back(turn);
  Simulation simulation(model, 0.005, {}, 1);
  test::run(simulation, 400);
  const VecX& places = simulation.state().bodies[kSheet].deformation;
  EXPECT_NEAR((places.head<3>() - places.tail<3>()).norm(), std::sqrt(2) * 0.15, 1e-4);
}

// Vertices of a sheet against every kind of rigid shape: it comes to rest on each.
TEST(SpringSheet, LiesOnShapesOfAnyKind) {
  std::vector<Shape> shapes = {
      make_box_shape({0.4, 0.4, 0.2}), CylinderShape{0.3, 0.2},
      make_compound_shape({{make_box_shape({0.2, 0.4, 0.2}), {{-0.1, 0, 0}, Quat::Identity()}},
                           {make_box_shape({0.2, 0.4, 0.2}), {{0.1, 0, 0}, Quat::Identity()}}}),
      make_solid_shape(Solid("box").set("size", Vec3(0.4, 0.4, 0.2)), 0.05, {})};
  for (const Shape& shape : shapes) {
    Model model = falling_sheet({.columns = 5, .rows = 5});
    model.bodies[kTable].shape = shape;
    model.bodies[kTable].start.position = {0.013, 0.007, 0.1};
    model.bodies[kSheet].start.position[2] = 0.201;
    Simulation simulation(model, 0.005, {}, 1);
    EXPECT_LE(test::worst_residual(simulation, 100), 1e-6) << shape.index();
    const double weight = model.bodies[kSheet].mass.mass * 9.81;
    EXPECT_NEAR(-test::contact_force(simulation, kTable)[2], weight, 1e-3 * weight) << shape.index();
    EXPECT_NEAR(simulation.state().bodies[kSheet].center[2], 0.2, 1e-6) << shape.index();
  }
}

TEST(SpringSheet, DrapesOverATableAndRests) {
  Simulation simulation(falling_sheet({}), 0.005, {}, 1);
  EXPECT_LE(test::worst_residual(simulation, 1200), 1e-6);
  const double weight = simulation.model().bodies[kSheet].mass.mass * 9.81;
  EXPECT_NEAR(-test::contact_force(simulation, kTable)[2], weight, 0.02 * weight);
  const BodyState& sheet = simulation.state().bodies[kSheet];
  EXPECT_LT(sheet.velocity.norm() + simulation.model().bodies[kSheet].deformable->deformation_speed(sheet), 0.02);
  double lowest = 1, highest = 0;
  std::vector<Vec3> vertices;
  simulation.model().bodies[kSheet].deformable->deformed_vertices(simulation.model().bodies[kSheet], sheet, vertices);
  for (const Vec3& v : vertices) {
    lowest = std::min(lowest, v[2] + sheet.center[2]);
    highest = std::max(highest, v[2] + sheet.center[2]);
  }
  EXPECT_GT(highest, 0.3 - 1e-5);  // it lies on the table, with a wrinkle or two
  EXPECT_LT(highest, 0.31);
  EXPECT_LT(lowest, 0.25);  // it hangs
  EXPECT_LT(simulation.last_report().max_penetration, 1e-5);
}

TEST(SpringSheet, OnAnInclineSlidesByTheLawOfFriction) {
  for (const double mu : {0.0, 0.2, 0.8}) {
    Model model;
    model.materials = {{"cloth", 300, mu, 0}};
    model.gravity = 9.81 * Vec3(std::sin(0.5), 0, -std::cos(0.5));
    model.bodies = {test::plane_body(), test::sheet_body("sheet", {.columns = 6, .rows = 6}, Vec3::Zero())};
    compute_masses(model);
    Simulation simulation(model, 0.005, {}, 1);
    EXPECT_LE(test::worst_residual(simulation, 100), 1e-6);
    const double expected = std::max(0.0, 9.81 * (std::sin(0.5) - mu * std::cos(0.5)) * 0.5);
    EXPECT_NEAR(simulation.state().bodies[1].velocity[0], expected, 1e-3) << mu;
  }
}

}  // namespace
}  // namespace stiction

// What stands still stays where it is.
#include <gtest/gtest.h>

#include "stepping/worlds.h"

namespace stiction {
namespace {

using test::box_body;
using test::run;
using test::world;

TEST(Rest, ABlockOnThePlaneStaysWhereItIs) {
  for (const char* tangents : {"disk", "polygon8"}) {
    SolverOptions options;
    set_solver_option(options, "tangents", tangents);
    Simulation simulation(world({box_body("block", {1, 2, 0.5}, {0.3, -0.2, 0.25})}), 0.01, options);
    const BodyState start = simulation.state().bodies[1];
    run(simulation, 500);
    const BodyState& end = simulation.state().bodies[1];
    EXPECT_LT((end.center - start.center).norm(), 1e-12) << tangents;
    EXPECT_LT((end.rotation.coeffs() - start.rotation.coeffs()).norm(), 1e-12) << tangents;
    EXPECT_LT(end.velocity.norm() + end.angular_velocity.norm(), 1e-12) << tangents;
  }
}

TEST(Rest, AStackStaysWhereItIs) {
  Simulation simulation(world(test::stack_bodies(5)), 0.01, {});
  run(simulation, 300);
  for (int i = 1; i <= 5; ++i) {
    EXPECT_LT((simulation.state().bodies[i].center - Vec3(0, 0, i - 0.5)).norm(), 1e-8) << i;
    EXPECT_LT(simulation.state().bodies[i].velocity.norm(), 1e-8) << i;
  }
}

// Cubes that fall on each other, each a little askew and off the one below: what is left of friction's error must not
// keep the column swaying, and at rest a step finds its impulses in those of the last one.
TEST(Rest, AColumnThatFellTogetherComesToRest) {
  std::vector<Body> cubes = test::stack_bodies(8);
  for (int i = 0; i < 8; ++i) {
    cubes[i].start.position += Vec3(0.03 * std::sin(5.0 * i), 0.03 * std::cos(3.0 * i), 0.02 * (i + 1));
    cubes[i].start.rotation = Quat(Eigen::AngleAxisd(0.01, Vec3(std::sin(i), std::cos(2.0 * i), 1).normalized()));
  }
  Simulation simulation(world(cubes), 0.01, {});
  run(simulation, 600);
  int systems = 0;
  for (int i = 0; i < 200; ++i) {
    systems += simulation.step().solve.newton_steps;
    for (const BodyState& cube : simulation.state().bodies) ASSERT_LT(cube.velocity.norm(), 1e-9) << "step " << i;
  }
  EXPECT_LT(systems, 200);
}

// Forces in a chain that wedges are hundreds of times a stone's weight, and so is their round-off: it must not add up.
TEST(Rest, ALongWedgedRowKeepsItsBits) {
  constexpr int kStones = 40;
  constexpr double kAngle = 0.02, kInner = 4.5, kOuter = 5;  // of a stone [rad]; radii [m]
  std::vector<Vec3> corners;
  for (const double radius : {kInner, kOuter})
    for (const double side : {-1.0, 1.0})
      for (const double y : {-0.2, 0.2}) corners.emplace_back(side * radius * std::tan(kAngle / 2), y, radius);
  std::vector<Body> stones;  // a flat arch between two that are fixed
  for (int i = 0; i <= kStones + 1; ++i) {
    Body& stone = stones.emplace_back();
    stone.name = "stone" + std::to_string(i);
    stone.shape = make_convex_shape(corners);
    stone.start.rotation = Quat(Eigen::AngleAxisd(kAngle * (i - 0.5 * (kStones + 1)), Vec3::UnitY()));
    stone.fixed = i == 0 || i == kStones + 1;
  }
  Simulation simulation(world(stones), 0.01, {});
  run(simulation, 200);
  const State rested = simulation.state();
  for (int i = 0; i < 300; ++i) ASSERT_EQ(simulation.step().solve.newton_steps, 0) << i;
  for (std::size_t i = 0; i < rested.bodies.size(); ++i) {
    EXPECT_EQ(simulation.state().bodies[i].center, rested.bodies[i].center) << i;
    EXPECT_EQ(simulation.state().bodies[i].rotation.coeffs(), rested.bodies[i].rotation.coeffs()) << i;
  }
}

TEST(Rest, BodiesThatTouchFallTogether) {
  Simulation simulation(
      world({box_body("left", Vec3::Ones(), {0, 0, 20}), box_body("right", Vec3::Ones(), {1, 0, 20})}), 0.01, {});
  run(simulation, 100);
  EXPECT_GT(simulation.last_report().contact_count, 0);
  for (int body : {1, 2}) EXPECT_NEAR(simulation.state().bodies[body].velocity.z(), -9.81, 1e-9);
}

TEST(Rest, ABallBeginsToRollOnTheFaintestSlope) {
  constexpr double kSlope = 1e-9;
  Model model = world({test::sphere_body("ball", 0.5, {0, 0, 0.5})});
  model.gravity = 9.81 * Vec3(std::sin(kSlope), 0, -std::cos(kSlope));
  Simulation simulation(model, 0.01, {});
  run(simulation, 100);
  EXPECT_NEAR(simulation.state().bodies[1].velocity.x(), 5.0 / 7 * 9.81 * kSlope, 1e-12);
}

// A ball on the plane that a torque spins about the normal, where nothing changes at its contact: whatever else is
// held, it is not at rest.
TEST(Rest, AHeldBallThatATorqueSpinsIsNotAtRest) {
  for (int held = 0; held < 32; ++held) {
    Body ball = test::sphere_body("ball", 0.5, {0, 0, 0.5});
    ball.torque = {0, 0, 10};
    for (int axis = 0; axis < 5; ++axis) ball.lock[axis] = (held >> axis & 1) != 0;
    const Model model = world({ball});
    const double inertia = model.bodies[1].mass.inertia(2, 2);
    Simulation simulation(model, 0.01, {});
    run(simulation, 100);
    EXPECT_NEAR(simulation.state().bodies[1].angular_velocity.z(), 10 / inertia, 1e-9) << held;
  }
}

TEST(Rest, AGapClosesWithoutPenetration) {
  Simulation simulation(world({box_body("block", Vec3::Ones(), {0, 0, 0.5 + 5e-4})}), 0.01, {});
  for (int i = 0; i < 100; ++i) EXPECT_LT(simulation.step().max_penetration, 1e-12);
  EXPECT_NEAR(simulation.state().bodies[1].center.z(), 0.5, 1e-12);
}

TEST(Rest, HeldBodiesDoNotMoveAndCarryOthers) {
  Body shelf = box_body("shelf", {2, 2, 0.2}, {0, 0, 3});
  shelf.lock = {true, true, true, true, true, true};
  Body bead = box_body("bead", {0.2, 0.2, 0.2}, {5, 0, 2});  // slides along z only
  bead.lock = {true, true, false, true, true, true};
  Simulation simulation(world({shelf, box_body("cup", {0.5, 0.5, 0.5}, {0, 0, 3.35}), bead}), 0.01, {});
  run(simulation, 200);
  const State& state = simulation.state();
  EXPECT_EQ(state.bodies[1].center, Vec3(0, 0, 3));
  EXPECT_EQ(state.bodies[1].velocity, Vec3(0, 0, 0));
  EXPECT_LT((state.bodies[2].center - Vec3(0, 0, 3.35)).norm(), 1e-10);
  EXPECT_EQ(state.bodies[3].center.x(), 5);
  EXPECT_NEAR(state.bodies[3].center.z(), 0.1, 1e-9);
}

// A planar body (y, rx, rz held) tips over in its plane and nowhere else.
TEST(Rest, APlanarBodyStaysInItsPlane) {
  Body slab = box_body("slab", {0.2, 0.2, 1}, {0, 0, 0.55});
  slab.start.rotation = Quat(Eigen::AngleAxisd(0.3, Vec3::UnitY()));
  slab.lock = {false, true, false, true, false, true};
  Simulation simulation(world({slab}), 0.005, {});
  run(simulation, 400);
  const BodyState& end = simulation.state().bodies[1];
  EXPECT_EQ(end.center.y(), 0);
  EXPECT_LT(std::abs(end.rotation.x()) + std::abs(end.rotation.z()), 1e-15);
  EXPECT_NEAR(end.center.z(), 0.1, 0.02) << "it lies flat";
}

TEST(Stepping, AStrongForceDoesNotPushABodyThroughTheGround) {
  Body ball = test::sphere_body("ball", 0.1, {0, 0, 0.15});
  Model model = test::world({ball});
  model.bodies[1].force = Vec3(0, 0, -1e4 * model.bodies[1].mass.mass);  // 0.5 m within the first half step
  Simulation simulation(model, 0.01, {});
  for (int i = 0; i < 20; ++i) {
    simulation.step();
    EXPECT_GT(simulation.state().bodies[1].center.z(), 0.1 - 1e-9) << "step " << i;
  }
}

TEST(Stepping, ABodyThatLeavesAFrictionlessFloorConverges) {
  Body ball = test::sphere_body("ball", 0.5, {0, 0, 0.5});
  ball.start_velocity = Vec3(0, 0, 1);
  Simulation simulation(test::world({ball}, 0.0), 0.01, {});
  for (int i = 0; i < 10; ++i) {
    EXPECT_TRUE(simulation.step().converged) << "step " << i;
    EXPECT_EQ(simulation.last_report().solve.rung, "") << "step " << i;
  }
}

TEST(Stepping, ABodySqueezedBetweenFixedOnesIsInfeasibleAndStaysFinite) {
  Body lid = test::box_body("lid", Vec3(2, 2, 1), {0, 0, 1.49});
  lid.fixed = true;
  Model model = test::world({test::box_body("box", Vec3::Ones(), {0, 0, 0.499}), lid});
  model.recovery = 0.5;  // both sides want to push the overlap of a millimetre or more out
  Simulation simulation(model, 0.01, {});
  const StepReport& report = simulation.step();
  EXPECT_EQ(report.solve.status, SolveStatus::kInfeasible);
  EXPECT_LT(simulation.state().bodies[1].velocity.norm(), 0.2);
}

}  // namespace
}  // namespace stiction

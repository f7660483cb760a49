// Bodies moved by script, against closed forms.
#include <gtest/gtest.h>

#include <cmath>

#include "worlds.h"

namespace stiction {
namespace {

using test::box_body;
using test::plane_body;

constexpr double kGravity = 9.81;  // [m/s^2]

Motion motion_of(int body, MotionKind kind) {
  Motion motion;
  motion.body = body;
  motion.kind = kind;
  return motion;
}

// A floor that the given motion moves, and small blocks on it.
Model on_moving_floor(const Motion& motion, std::vector<Body> blocks, double mu, bool ground_is_plane = true) {
  Model model;
  model.materials[0].friction = mu;
  Body floor = ground_is_plane ? plane_body() : box_body("floor", {20, 20, 1}, {0, 0, -0.5});
  floor.fixed = floor.scripted = true;
  model.bodies.push_back(floor);
  for (Body& block : blocks) model.bodies.push_back(std::move(block));
  model.motions = {motion};
  model.motions[0].body = 0;
  compute_masses(model);
  return model;
}

// Slower than what counts as standing: the block must not be taken for standing while the floor goes on. Over long
// steps faster things than over short ones are next to nothing.
TEST(MovingFloor, CarriesABlockHoweverSlowly) {
  struct Case {
    double speed, step;  // [m/s], [s]
  };
  for (const Case& each : {Case{1e-9, 0.01},
                           {1e-10, 0.01},
                           {5e-11, 0.01},
                           {2e-11, 0.01},
                           {5e-12, 0.01},
                           {5e-10, 1},
                           {1e-9, 60},
                           {1e-9, 600}}) {
    Motion motion = motion_of(0, MotionKind::kVelocity);
    motion.velocity = {each.speed, 0, 0};
    Simulation simulation(on_moving_floor(motion, {box_body("block", Vec3::Ones(), {0, 0, 0.5})}, 0.5), each.step, {});
    test::run(simulation, 500);
    const double way = 500 * each.step * each.speed;
    EXPECT_NEAR(simulation.state().bodies[1].center.x() / way, 1, 0.01) << each.speed << " m/s, steps of " << each.step;
  }
}

// Distance from the axis after `seconds` on a turntable, over that at the start.
double turntable_radius_ratio(double omega, double mu, double radius, double seconds, double step) {
  Motion motion = motion_of(0, MotionKind::kVelocity);
  motion.angular_velocity = {0, 0, omega};
  Body block = box_body("block", {0.1, 0.1, 0.05}, {radius, 0, 0.025});
  block.start_velocity = {0, omega * radius, 0};
  block.start_angular_velocity = {0, 0, omega};
  Simulation simulation(on_moving_floor(motion, {block}, mu, false), step, {});
  test::run(simulation, static_cast<int>(std::lround(seconds / step)));
  return simulation.state().bodies[1].center.head<2>().norm() / radius;
}

TEST(Turntable, ABlockRidesAlongWithoutDriftingOutward) {
  // Two turns and a half; the tangent rule would have thrown it out by 30 %.
  EXPECT_NEAR(turntable_radius_ratio(3, 0.5, 0.4, 5, 0.01), 1, 1e-6);
}

TEST(Turntable, SlidesOffBeyondTheRadiusAtWhichFrictionIsUsedUp) {
  const double omega = 3, mu = 0.5, limit = mu * kGravity / (omega * omega);
  for (double step : {0.01, 0.002}) {
    EXPECT_NEAR(turntable_radius_ratio(omega, mu, 0.997 * limit, 5, step), 1, 1e-5) << step;
    EXPECT_GT(turntable_radius_ratio(omega, mu, 1.003 * limit, 5, step), 1.05) << step;
  }
}

TEST(Conveyor, ABoxIsAcceleratedByMuGAndThenMovesWithTheBelt) {
  const double mu = 0.3, speed = 1.5;
  Motion belt = motion_of(0, MotionKind::kSurface);
  belt.velocity = {speed, 0, 0};
  Simulation simulation(on_moving_floor(belt, {box_body("box", {0.2, 0.2, 0.05}, {0, 0, 0.025})}, mu), 0.001, {});
  test::run(simulation, 400);
  EXPECT_NEAR(simulation.state().bodies[1].velocity.x(), mu * kGravity * 0.4, 5e-6);
  test::run(simulation, 600);
  EXPECT_NEAR(simulation.state().bodies[1].velocity.x(), speed, 1e-9);
  // Slip distance v^2 / (2 mu g) behind the belt, to the first order of the step.
  const double behind = speed * 1.0 - simulation.state().bodies[1].center.x();
  EXPECT_NEAR(behind, speed * speed / (2 * mu * kGravity), 1e-3);
}

TEST(Conveyor, ABeltThatIsTurnedRunsInItsOwnAxes) {
  const double speed = 0.7, angle = 0.6;  // [m/s], [rad] about the vertical
  Motion belt = motion_of(0, MotionKind::kSurface);
  belt.velocity = {speed, 0, 0};
  Model model = on_moving_floor(belt, {box_body("box", {0.2, 0.2, 0.05}, {0, 0, 0.025})}, 0.5, false);
  model.bodies[0].start.rotation = Quat(Eigen::AngleAxisd(angle, Vec3::UnitZ()));
  Simulation simulation(model, 0.01, {});
  test::run(simulation, 100);
  const Vec3 along(std::cos(angle), std::sin(angle), 0);
  EXPECT_LT((simulation.state().bodies[1].velocity - speed * along).norm(), 1e-9);
}

TEST(Conveyor, SurfaceVelocityAcrossTheNormalOnly) {
  Motion belt = motion_of(0, MotionKind::kSurface);
  belt.velocity = {0, 0, 5};  // straight up: no belt runs out of its own surface
  Simulation simulation(on_moving_floor(belt, {box_body("box", {0.2, 0.2, 0.2}, {0, 0, 0.1})}, 0.5), 0.01, {});
  test::run(simulation, 50);
  EXPECT_NEAR(simulation.state().bodies[1].center.z(), 0.1, 1e-12);
}

// Largest slip of a block on a floor that shakes for two seconds [m].
double shaken_slip(double peak_acceleration_over_limit) {
  const double mu = 0.4, frequency = 2, w = 2 * std::numbers::pi * frequency;
  Motion shake = motion_of(0, MotionKind::kOscillate);
  shake.frequency = frequency;
  shake.amplitude = peak_acceleration_over_limit * mu * kGravity / (w * w);
  Body block = box_body("block", {0.2, 0.2, 0.02}, {0, 0, 0.01});
  block.start_velocity = {shake.amplitude * w, 0, 0};
  Simulation simulation(on_moving_floor(shake, {block}, mu), 0.001, {});
  double slip = 0;
  for (int i = 0; i < 2000; ++i) {
    simulation.step();
    const State& state = simulation.state();
    slip = std::max(slip, std::abs(state.bodies[1].center.x() - state.bodies[0].center.x()));
  }
  return slip;
}

TEST(Shaker, ABlockSticksUntilThePeakAccelerationExceedsMuG) {
  EXPECT_LT(shaken_slip(0.995), 1e-5);
  EXPECT_GT(shaken_slip(1.02), 1e-5);
}

TEST(Lift, WhatStandsOnARisingPlatformRisesWithIt) {
  Motion rise = motion_of(0, MotionKind::kVelocity);
  rise.velocity = {0, 0, 0.3};
  rise.end = 1;
  Simulation simulation(on_moving_floor(rise, test::stack_bodies(3), 0.5, false), 0.01, {});
  test::run(simulation, 150);
  for (int i = 1; i <= 3; ++i) EXPECT_NEAR(simulation.state().bodies[i].center.z(), i - 0.5 + 0.3, 1e-9);
  EXPECT_LT(simulation.last_report().max_penetration, 1e-9);
}

TEST(Press, CrushingABoxIsReportedAsInfeasibleAndStaysFinite) {
  Model model;
  model.bodies.push_back(plane_body());
  Body press = box_body("press", {2, 2, 0.2}, {0, 0, 1.11});
  press.fixed = press.scripted = true;
  model.bodies.push_back(press);
  model.bodies.push_back(box_body("box", Vec3::Ones(), {0, 0, 0.5}));
  Motion down = motion_of(1, MotionKind::kVelocity);
  down.velocity = {0, 0, -0.1};
  model.motions = {down};
  compute_masses(model);
  Simulation simulation(model, 0.01, {});
  int infeasible = 0;
  for (int i = 0; i < 100; ++i) infeasible += simulation.step().solve.status == SolveStatus::kInfeasible ? 1 : 0;
  EXPECT_GT(infeasible, 80) << "the press touches after 0.1 s";
  EXPECT_LT(first_non_finite_body(simulation.state()), 0);
  EXPECT_LT(simulation.state().bodies[2].velocity.norm(), 1) << "least violation, no explosion";
  EXPECT_FALSE(simulation.last_report().converged);
}

}  // namespace
}  // namespace stiction

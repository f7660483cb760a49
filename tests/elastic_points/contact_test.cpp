// Bodies of mass points in contact, from the predictor to the certificate.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "base/error.h"
#include "deforming/worlds.h"
#include "elastic_points/points_bodies.h"

namespace stiction::test {
namespace {

constexpr int kBlock = 1;

SolverOptions solver(const std::string& name) {
  SolverOptions options;
  options.name = name;
  return options;
}

Model block_on_plane(const std::shared_ptr<const PointsBody>& body, double degrees, double friction) {
  Model model;
  model.materials[0].friction = friction;
  const double a = degrees * std::numbers::pi / 180;
  const Vec3 normal(std::sin(a), 0, std::cos(a));
  Body block = points_body("block", body, 0.05 * normal);
  block.start.rotation = Quat(Eigen::AngleAxisd(a, Vec3::UnitY()));
  model.bodies = {plane_body(normal), block};
  compute_masses(model);
  return model;
}

std::shared_ptr<const PointsBody> rubber_block(PointsOptions options) {
  options.stiffness_damping = 1e-3;
  return make_points_body(box_tet_mesh({0.2, 0.2, 0.1}, {4, 4, 2}), options);
}

TEST(PointsContact, ABlockRestsOnAPlane) {
  for (const char* name : {"staggered", "pgs"}) {
    Simulation simulation(block_on_plane(rubber_block(soft(1e6)), 0, 0.5), 0.01, solver(name), 1);
    const double residual = worst_residual(simulation, 100);
    const Vec3 place = simulation.state().bodies[kBlock].center;
    run(simulation, 200);
    const BodyState& state = simulation.state().bodies[kBlock];
    EXPECT_LT((state.center - place).norm(), 1e-7) << name;
    EXPECT_LT(state.velocity.norm(), 1e-6) << name;
    EXPECT_LT(simulation.last_report().max_penetration, 1e-9) << name;
    EXPECT_NEAR(contact_force(simulation, kBlock)[2], 9.81 * 4, 1e-5 * 9.81 * 4) << name;
    if (std::string(name) == "staggered") {
      EXPECT_LT(residual, 1e-6);
    }
  }
}

// Its acceleration down an incline is g (sin a - mu cos a); below atan(mu) it stays.
TEST(PointsContact, ABlockSlidesOnAnInclineAsCoulombSays) {
  for (const char* name : {"staggered", "pgs"}) {
    Simulation sticks(block_on_plane(rubber_block(soft(1e6)), 20, 0.4), 0.01, solver(name), 1);
    run(sticks, 200);
    EXPECT_LT(sticks.state().bodies[kBlock].velocity.norm(), 1e-5) << name;

    const double a = 25 * std::numbers::pi / 180, mu = 0.4;
    Simulation slides(block_on_plane(rubber_block(soft(1e6)), 25, mu), 0.01, solver(name), 1);
    run(slides, 50);
    const Vec3 before = slides.state().bodies[kBlock].velocity;
    run(slides, 100);
    const Vec3 gained = slides.state().bodies[kBlock].velocity - before;
    const Vec3 down(std::cos(a), 0, -std::sin(a));
    EXPECT_NEAR(gained.dot(down), 9.81 * (std::sin(a) - mu * std::cos(a)), 0.01) << name;
  }
}

TEST(PointsContact, MomentumChangesByGravityAndContactsAlone) {
  Simulation simulation(block_on_plane(rubber_block(soft(1e5)), 10, 0.3), 0.01, solver("staggered"), 1);
  const double mass = simulation.model().bodies[kBlock].mass.mass;
  for (int i = 0; i < 100; ++i) {
    const Vec3 before = simulation.state().bodies[kBlock].velocity;
    simulation.step();
    const Vec3 change = mass * (simulation.state().bodies[kBlock].velocity - before);
    const Vec3 wanted = 0.01 * (contact_force(simulation, kBlock) + mass * Vec3(0, 0, -9.81));
    ASSERT_LT((change - wanted).norm(), 1e-12 * (0.01 * mass * 9.81)) << "step " << i;
  }
}

// A jelly that falls on a corner bends far, and comes to rest.
Model falling_jelly(const PointsOptions& options) {
  Body jelly = points_body("jelly", make_points_body(box_tet_mesh({0.2, 0.2, 0.2}, {4, 4, 4}), options), {0, 0, 0.3});
  jelly.start.rotation = Quat(Eigen::AngleAxisd(0.6, Vec3(1, 1, 0).normalized()));
  Model model = world({});
  model.bodies.push_back(jelly);
  compute_masses(model);
  return model;
}

PointsOptions jelly() {
  PointsOptions options = soft(1e4, 0.4);
  options.stiffness_damping = 2e-2;
  return options;
}

TEST(PointsContact, AJellyFallsAndComesToRest) {
  Simulation simulation(falling_jelly(jelly()), 0.01, solver("staggered"), 1);
  double deepest = 0, energy = total_energy(simulation.model(), simulation.state());
  const double start = energy;
  for (int i = 0; i < 500; ++i) {
    simulation.step();
    deepest = std::max(deepest, simulation.last_report().max_penetration);
    energy = total_energy(simulation.model(), simulation.state());
    ASSERT_LT(energy, 1.001 * start) << "step " << i;
  }
  EXPECT_LT(deepest, 2e-3);
  EXPECT_LT(simulation.state().bodies[kBlock].velocity.norm(), 1e-3);
}

TEST(PointsContact, SaveAndRestoreKeepAllBits) {
  const Model model = falling_jelly(jelly());
  Simulation one(model, 0.01, solver("staggered"), 1);
  run(one, 45);  // bent far: a stiffness of its own
  const auto saved = one.save();
  run(one, 40);
  Simulation other(model, 0.01, solver("staggered"), 1);
  other.restore(saved);
  run(other, 40);
  EXPECT_EQ(state_hash(one.state()), state_hash(other.state()));
}

TEST(PointsContact, BitsDoNotDependOnThreads) {
  PointsOptions options = jelly();
  const auto hash = [&](int threads) {
    Body body = points_body("jelly", make_points_body(box_tet_mesh({0.2, 0.2, 0.2}, {8, 8, 8}), options), {0, 0, 0.15});
    body.start.rotation = Quat(Eigen::AngleAxisd(0.6, Vec3(1, 1, 0).normalized()));
    Model model = world({});
    model.bodies.push_back(body);
    compute_masses(model);
    Simulation simulation(model, 0.01, solver("pgs"), threads);
    run(simulation, 12);
    return state_hash(simulation.state());
  };
  EXPECT_EQ(hash(1), hash(2));
}

TEST(PointsContact, ManyEqualBlocksShareOneFactor) {
  const auto body = rubber_block(soft(1e7));
  Model model = world({});
  for (int i = 0; i < 100; ++i) {
    model.bodies.push_back(points_body(fmt::format("b{}", i), body, {0.3 * (i % 10), 0.3 * (i / 10), 0.05}));
  }
  compute_masses(model);
  Simulation simulation(model, 0.01, solver("staggered"), 1);
  run(simulation, 5);
  EXPECT_EQ(body->factorizations(), 1);
}

TEST(PointsContact, AnExplicitStepBeyondTheLimitIsRefused) {
  const auto body = rubber_block(explicit_one(soft(1e7)));
  try {
    Simulation simulation(block_on_plane(body, 0, 0.5), 0.01, solver("pgs"), 1);
    FAIL() << "a step of 10 ms was taken";
  } catch (const InputError& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find("body \"block\""), std::string::npos) << message;
    EXPECT_NE(message.find("0.01 s"), std::string::npos) << message;
    EXPECT_NE(message.find("implicit"), std::string::npos) << message;
  }
}

TEST(PointsContact, AnExplicitBlockRestsOnAPlane) {
  PointsOptions options = explicit_one(soft(1e5));
  options.stiffness_damping = 1e-3;
  const auto body = make_points_body(box_tet_mesh({0.2, 0.2, 0.1}, {4, 4, 2}), options);
  Simulation simulation(block_on_plane(body, 0, 0.5), 0.5 * body->longest_step(), solver("pgs"), 1);
  run(simulation, static_cast<int>(2 / simulation.step_size()));
  const BodyState& state = simulation.state().bodies[kBlock];
  EXPECT_LT(state.velocity.norm(), 1e-5);
  EXPECT_LT(simulation.last_report().max_penetration, 1e-6);
}

// A cloth over a box hangs down on both sides and stays. Where it folds over an edge its surface turns about its nodes,
// which contacts do not know of: by up to half its thickness.
TEST(PointsContact, AClothHangsOverABox) {
  PointsOptions options = soft(1e5, 0.3, 300);
  options.thickness = 0.004;
  options.mass_damping = 2;
  const auto body = make_points_body(rectangle_sheet({0.6, 0.3}, 16, 9), options);
  Body table = box_body("table", {0.2, 0.5, 0.3}, {0, 0, 0.15});
  table.fixed = true;
  Model model = world({table}, 0.6);
  model.bodies.push_back(points_body("cloth", body, {0, 0, 0.31}));
  compute_masses(model);
  Simulation simulation(model, 0.01, solver("staggered"), 1);
  double deepest = 0;
  for (int i = 0; i < 200; ++i) deepest = std::max(deepest, simulation.step().max_penetration);
  const BodyState& state = simulation.state().bodies[2];
  EXPECT_LT(state.velocity.norm(), 0.01);
  EXPECT_LT(state.center[2], 0.29);
  EXPECT_GT(state.center[2], 0.15);
  EXPECT_LT(deepest, 2.5e-3);
}

}  // namespace
}  // namespace stiction::test

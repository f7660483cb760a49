// Whole steps by the penalty method: soft blocks on slopes and against each other.
#include <gtest/gtest.h>

#include "base/error.h"
#include "penalty/worlds.h"

namespace stiction::test {
namespace {

constexpr int kBlock = 1;
constexpr double kStep = 2e-4;  // [s]

double creep(const SlopeWorld& world, const Settings& settings, int steps) {
  Simulation simulation(world.model(), kStep, penalty_options(settings), 1);
  run(simulation, steps);
  return simulation.state().bodies[kBlock].velocity.norm();
}

TEST(PenaltySteps, ABlockOnASlopeComesToRestToRounding) {
  for (const bool slab : {false, true}) {
    for (const char* friction : {"fixed-point", "secant"}) {
      const SlopeWorld world{.degrees = 15, .slab = slab};
      EXPECT_LT(creep(world, {{"friction", friction}}, 4000), 1e-12) << slab << friction;
    }
  }
}

TEST(PenaltySteps, WithoutFollowingFrictionItCreeps) {
  const SlopeWorld world{.degrees = 15};
  EXPECT_GT(creep(world, {{"friction", "scaled"}}, 4000), 1e-5);
  EXPECT_GT(creep(world, kBasicMethod, 4000), 1e-5);
}

// On a plane contacts do not act on each other: static friction stops each of them at once.
TEST(PenaltySteps, OnAPlaneRelativeVelocitiesVanishInOneStep) {
  Simulation simulation(SlopeWorld{.degrees = 15, .slab = false}.model(), kStep, penalty_options(), 1);
  for (int i = 0; i < 200; ++i) {
    EXPECT_LT(simulation.step().certificate.residual, 1e-9);
    EXPECT_LT(sticking_speed(simulation), 1e-15);
  }
}

TEST(PenaltySteps, TheBlockSlidesAboveTheCriticalAngleAndSticksBelow) {
  const double critical = std::atan(0.5) * 180 / std::numbers::pi;
  for (const bool slab : {false, true}) {
    for (const double off : {-0.5, 0.5}) {
      const SlopeWorld world{.degrees = critical + off, .slab = slab};
      Simulation simulation(world.model(), kStep, penalty_options(), 1);
      // Set down gently: the slope is inclined from half its angle on, since what shakes slides sooner.
      const int steps = 4000;
      const double last = world.degrees * std::numbers::pi / 180;
      for (int i = 0; i <= steps; ++i) {
        const double share = static_cast<double>(i) / steps, a = last * (0.5 + 0.5 * share * share * (3 - 2 * share));
        simulation.set_gravity(9.81 * Vec3(std::sin(a), 0, -std::cos(a)));
        simulation.step();
      }
      const double before = simulation.state().bodies[kBlock].velocity.x();
      run(simulation, 1000);
      const double gained = (simulation.state().bodies[kBlock].velocity.x() - before) / (1000 * kStep);
      const double expected = off > 0 ? 9.81 * (std::sin(last) - 0.5 * std::cos(last)) : 0;
      EXPECT_NEAR(gained, expected, 0.02) << slab << off;
    }
  }
}

TEST(PenaltySteps, ImplicitBodiesComeToRestToo) {
  const SlopeWorld world{.degrees = 15, .is_implicit = true};
  Simulation simulation(world.model(), 1e-3, penalty_options(), 1);
  run(simulation, 2000);
  EXPECT_LT(simulation.state().bodies[kBlock].velocity.norm(), 1e-9);
  EXPECT_LT(simulation.last_report().max_penetration, 1e-3);
}

// Two blocks fly into each other off centre and rub.
Model colliding_blocks(bool is_implicit) {
  const SlopeWorld made{.is_implicit = is_implicit};
  Model model;
  model.gravity.setZero();
  model.bodies = {points_body("left", made.made({0.2, 0.2, 0.1}, {4, 4, 2}, false), Vec3(-0.101, 0, 0)),
                  points_body("right", made.made({0.2, 0.15, 0.1}, {5, 3, 2}, false), Vec3(0.101, 0.03, 0.021))};
  model.bodies[0].start_velocity = {1, 0.2, 0.1};
  model.bodies[1].start_velocity = {-1, 0, 0};
  compute_masses(model);
  return model;
}

TEST(PenaltySteps, KeepMomentum) {
  for (const bool is_implicit : {false, true}) {
    Simulation simulation(colliding_blocks(is_implicit), is_implicit ? 1e-3 : kStep / 2, penalty_options(), 1);
    const auto momentum = [&] {
      Vec3 sum = Vec3::Zero();
      for (int i : {0, 1}) sum += simulation.model().bodies[i].mass.mass * simulation.state().bodies[i].velocity;
      return sum;
    };
    const Vec3 before = momentum();
    bool touched = false;
    for (int i = 0; i < 200; ++i) touched = simulation.step().contact_count > 0 || touched;
    EXPECT_TRUE(touched);
    EXPECT_GT((simulation.state().bodies[0].velocity - Vec3(1, 0.2, 0.1)).norm(), 0.5);
    EXPECT_LT((momentum() - before).norm(), 1e-12 * before.norm());
  }
}

TEST(PenaltySteps, GoOnBitByBitFromASavedState) {
  const Model model = SlopeWorld{.degrees = 10}.model();
  Simulation first(model, kStep, penalty_options(), 1), second(model, kStep, penalty_options(), 1);
  run(first, 100);
  second.restore(first.save());
  for (int i = 0; i < 50; ++i) {
    first.step();
    second.step();
  }
  EXPECT_EQ(first.save(), second.save());
}

TEST(PenaltySteps, HaveTheSameBitsForAnyNumberOfThreads) {
  const Model model = SlopeWorld{.degrees = 10}.model();
  Simulation one(model, kStep, penalty_options(), 1), two(model, kStep, penalty_options(), 2);
  run(one, 100);
  run(two, 100);
  EXPECT_EQ(one.save(), two.save());
}

TEST(PenaltySteps, RefuseBodiesThatTheMethodDoesNotTake) {
  Model rigid;
  rigid.bodies = {plane_body(Vec3::UnitZ()), box_body("box", {1, 1, 1}, {0, 0, 0.5})};
  compute_masses(rigid);
  EXPECT_THROW(Simulation(rigid, kStep, penalty_options(), 1), InputError);
  Model sleeping = SlopeWorld{}.model();
  sleeping.sleep_after = 1;
  EXPECT_THROW(Simulation(sleeping, kStep, penalty_options(), 1), InputError);
  Simulation simulation(rigid, 0.01, SolverOptions{}, 1);
  EXPECT_THROW(simulation.set_solver(penalty_options()), InputError);
  simulation.step();  // as before
}

TEST(PenaltySteps, TheSolverMayChangeOnTheWay) {
  Simulation simulation(SlopeWorld{.degrees = 10}.model(), kStep, penalty_options(), 1);
  run(simulation, 50);
  SolverOptions regions;
  regions.name = "regions";
  simulation.set_solver(regions);
  run(simulation, 50);
  EXPECT_LT(simulation.last_report().certificate.residual, 1e-4);
  simulation.set_solver(penalty_options());
  run(simulation, 50);
  EXPECT_GT(simulation.last_report().contact_count, 0);
}

}  // namespace
}  // namespace stiction::test

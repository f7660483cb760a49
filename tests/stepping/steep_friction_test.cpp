// Friction far above one, up to the limit: bodies stick, and steps converge.
#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "stepping/worlds.h"

namespace stiction {
namespace {

constexpr double kDegree = M_PI / 180;

// A flat block on a slope; wide enough to stay on its base.
Simulation block_on_slope(double mu, double degrees) {
  Model model = test::world({test::box_body("block", {1, 1, 0.01}, {0, 0, 0.005})}, mu);
  model.gravity = 9.81 * Vec3(std::sin(degrees * kDegree), 0, -std::cos(degrees * kDegree));
  return Simulation(std::move(model), 0.01, {});
}

int converged_steps(Simulation& simulation, int steps) {
  int converged = 0;
  for (int i = 0; i < steps; ++i) converged += simulation.step().converged ? 1 : 0;
  return converged;
}

TEST(SteepFriction, ABlockStandsOnEverySlopeBelowItsAngle) {
  for (const double mu : {60.0, 100.0, 300.0, kMostFriction}) {
    for (const double degrees : {20.0, 60.0, 80.0, 89.0}) {
      Simulation simulation = block_on_slope(mu, degrees);
      EXPECT_EQ(converged_steps(simulation, 50), 50) << mu << ", " << degrees;
      EXPECT_LT(simulation.state().bodies[1].velocity.norm(), 1e-6) << mu << ", " << degrees;
      EXPECT_LT((simulation.state().bodies[1].center - Vec3(0, 0, 0.005)).norm(), 1e-6) << mu << ", " << degrees;
    }
  }
}

TEST(SteepFriction, ABlockSlidesAboveTheAngle) {
  Simulation simulation = block_on_slope(20, 89);
  EXPECT_EQ(converged_steps(simulation, 50), 50);
  const double acceleration = 9.81 * (std::sin(89 * kDegree) - 20 * std::cos(89 * kDegree));
  EXPECT_NEAR(simulation.state().bodies[1].velocity.x(), 0.5 * acceleration, 1e-4);
}

TEST(SteepFriction, AThrownBoxTipsAndComesToRest) {
  for (const double mu : {30.0, 100.0, 300.0, kMostFriction}) {
    Simulation simulation(test::world({test::box_body("box", Vec3::Ones(), {0, 0, 0.5})}, mu), 0.01, {});
    simulation.set_velocity(1, {3, 0, 0}, Vec3::Zero());
    EXPECT_GE(converged_steps(simulation, 200), 198) << mu;
    EXPECT_LT(simulation.state().bodies[1].velocity.norm(), 1e-3) << mu;
    EXPECT_LT(simulation.state().bodies[1].center.x(), 2) << mu;
  }
}

TEST(SteepFriction, FrictionBeyondTheLimitIsRefused) {
  Simulation simulation(test::world(test::stack_bodies(1), 0.5), 0.01, {});
  EXPECT_NO_THROW(simulation.set_material(0, kMostFriction, 0));
  for (const double friction : {kMostFriction + 1e-6, 1e5, 1e12, HUGE_VAL, std::nan(""), -1.0}) {
    EXPECT_THROW(simulation.set_material(0, friction, 0), InputError) << friction;
    EXPECT_THROW(simulation.set_pair(0, 0, friction, 0), InputError) << friction;
  }
  EXPECT_EQ(simulation.model().materials[0].friction, kMostFriction);
}

}  // namespace
}  // namespace stiction

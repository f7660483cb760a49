// Motions with a closed form: sliding, bouncing, sliding to rolling, falling.
#include <gtest/gtest.h>

#include "stepping/worlds.h"

namespace stiction {
namespace {

using test::box_body;
using test::run;
using test::sphere_body;
using test::world;

constexpr double kG = 9.81;

TEST(ClosedForm, ASlidingBlockSlowsDownByMuGAndStops) {
  Body block = box_body("block", {1, 1, 0.2}, {0, 0, 0.1});
  block.start_velocity = {1.8, 2.4, 0};  // 3 m/s
  const double mu = 0.4, h = 0.005;
  Simulation simulation(world({block}, mu), h, {});
  for (int i = 1; i <= 200; ++i) {
    simulation.step();
    const double expected = std::max(0.0, 3 - mu * kG * i * h);
    const BodyState& state = simulation.state().bodies[1];
    ASSERT_NEAR(state.velocity.norm(), expected, 1e-4) << "step " << i;
    ASSERT_LT(state.velocity.cross(Vec3(0.6, 0.8, 0)).norm(), 1e-4);
  }
  EXPECT_LT(simulation.state().bodies[1].velocity.norm(), 1e-6);
  // Stopping distance v^2 / (2 mu g); semi-implicit Euler is first order.
  EXPECT_NEAR(simulation.state().bodies[1].center.head<2>().norm(), 9 / (2 * mu * kG), 3 * h);
}

// Height of the first rebound over the height of the fall, for a ball that falls 1 m.
double rebound(double e, double h) {
  Simulation simulation(world({sphere_body("ball", 0.1, {0, 0, 1.1})}, 0.5, e), h, {});
  double last = 2, top = 0;
  bool bounced = false;
  for (int i = 0; i * h < 1.2; ++i) {
    simulation.step();
    const double height = simulation.state().bodies[1].center.z() - 0.1;
    bounced |= height > last;
    if (bounced && height < last) return top;
    if (bounced) top = height;
    last = height;
  }
  return top;
}

TEST(ClosedForm, ABallReboundsToESquared) {  // SP-5
  for (const double e : {0.3, 0.5, 0.8, 1.0}) EXPECT_NEAR(rebound(e, 1e-3), e * e, 0.01) << e;
}

TEST(ClosedForm, TheErrorOfTheReboundIsOfFirstOrder) {
  for (const double h : {4e-3, 2e-3, 1e-3, 5e-4}) EXPECT_LT(std::abs(rebound(0.8, h) - 0.64), 10 * h) << h;
}

TEST(ClosedForm, WithoutRestitutionNothingBounces) {
  Simulation simulation(world({sphere_body("ball", 0.1, {0, 0, 0.6})}), 1e-3, {});
  double top_after = 0;
  for (int i = 0; i < 1000; ++i) {
    simulation.step();
    if (simulation.state().time > 0.4) top_after = std::max(top_after, simulation.state().bodies[1].center.z());
  }
  EXPECT_NEAR(top_after, 0.1, 1e-9);
}

// A solid sphere thrown without spin rolls with 5/7 of its speed once it stops slipping.
TEST(ClosedForm, ASlidingBallRollsWithFiveSeventhsOfItsSpeed) {
  for (const double heading : {0.0, 0.7}) {
    Body ball = sphere_body("ball", 0.3, {0, 0, 0.3});
    ball.start_velocity = 2 * Vec3(std::cos(heading), std::sin(heading), 0);
    Simulation simulation(world({ball}, 0.3), 0.002, {});
    run(simulation, 250);
    const BodyState& end = simulation.state().bodies[1];
    EXPECT_NEAR(end.velocity.norm(), 2 * 5.0 / 7, 1e-5);
    EXPECT_LT((end.velocity + end.angular_velocity.cross(Vec3(0, 0, -0.3))).norm(), 1e-5) << "no slip";
  }
}

TEST(ClosedForm, AFreeBodyFallsBySemiImplicitEuler) {
  Simulation simulation(world({box_body("block", Vec3::Ones(), {0, 0, 100})}), 0.01, {});
  run(simulation, 50);
  EXPECT_NEAR(simulation.state().bodies[1].velocity.z(), -kG * 0.5, 1e-12);
  EXPECT_NEAR(simulation.state().bodies[1].center.z(), 100 - kG * 0.01 * 0.01 * 50 * 51 / 2, 1e-10);
  EXPECT_EQ(simulation.last_report().contact_count, 0);
}

TEST(ClosedForm, AConstantForcePushesAgainstFriction) {
  for (const double share : {0.99, 1.5}) {
    Body block = box_body("block", {1, 1, 0.2}, {0, 0, 0.1});
    Model model = world({block}, 0.5);
    const double weight = model.bodies[1].mass.mass * kG;
    model.bodies[1].force = {0, share * 0.5 * weight, 0};
    Simulation simulation(std::move(model), 0.01, {});
    run(simulation, 100);
    EXPECT_NEAR(simulation.state().bodies[1].velocity.y(), std::max(0.0, share - 1) * 0.5 * kG, 1e-4) << share;
  }
}

}  // namespace
}  // namespace stiction

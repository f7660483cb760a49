// Sleep: what rests costs nothing, and nobody sees the difference.
#include <gtest/gtest.h>

#include "worlds.h"

namespace stiction {
namespace {

// A stack of cubes, and a ball that comes down on it after a while.
Model stack_and_ball(double sleep_after) {
  std::vector<Body> bodies = test::stack_bodies(4);
  bodies.push_back(test::sphere_body("ball", 0.2, {0.1, 0, 9}));
  bodies.back().appears_at = 1;
  Model model = test::world(bodies);
  model.sleep_after = sleep_after;
  return model;
}

void run_until(Simulation& simulation, double until) {
  while (simulation.state().time < until - 1e-9) simulation.step();
}

TEST(Sleep, IsOffUnlessAskedFor) {
  Simulation simulation(stack_and_ball(0), 0.01, {});
  run_until(simulation, 3);
  EXPECT_EQ(simulation.last_report().asleep, 0);
  EXPECT_GT(simulation.last_report().contact_count, 0);
}

TEST(Sleep, WhatRestsFallsAsleepTogetherAndNeedsNoContacts) {
  Simulation simulation(stack_and_ball(0.3), 0.01, {});
  run_until(simulation, 0.29);
  EXPECT_EQ(simulation.last_report().asleep, 0);
  run_until(simulation, 0.35);
  EXPECT_EQ(simulation.last_report().asleep, 4);
  const State before = simulation.state();
  run_until(simulation, 0.9);
  EXPECT_EQ(simulation.last_report().contact_count, 0);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(simulation.state().bodies[i].center, before.bodies[i].center);
}

TEST(Sleep, ATouchWakesAllThatFellAsleepTogether) {
  Simulation simulation(stack_and_ball(0.3), 0.01, {});
  run_until(simulation, 1.5);
  ASSERT_EQ(simulation.last_report().asleep, 4);
  int touched = 0;
  while (simulation.last_report().asleep == 4 && touched < 200) {
    simulation.step();
    ++touched;
  }
  EXPECT_EQ(simulation.last_report().asleep, 0);
  EXPECT_LT(simulation.state().bodies[5].center.z(), 4.5) << "the ball has reached the stack";
}

TEST(Sleep, TheMotionAfterWakingIsThatOfAStackThatNeverSlept) {
  Simulation asleep(stack_and_ball(0.3), 0.01, {}), awake(stack_and_ball(0), 0.01, {});
  run_until(asleep, 4);
  run_until(awake, 4);
  for (std::size_t i = 0; i < asleep.state().bodies.size(); ++i) {
    EXPECT_LT((asleep.state().bodies[i].center - awake.state().bodies[i].center).norm(), 1e-6) << i;
  }
}

TEST(Sleep, ChangesWake) {
  for (int change = 0; change < 4; ++change) {
    Simulation simulation(stack_and_ball(0.3), 0.01, {});
    run_until(simulation, 0.8);
    ASSERT_EQ(simulation.last_report().asleep, 4);
    const int top = 4;
    if (change == 0) simulation.set_velocity(top, Vec3(1, 0, 0), Vec3::Zero());
    if (change == 1) simulation.set_force(top, Vec3(1, 0, 0), Vec3::Zero());
    if (change == 2) simulation.set_gravity(Vec3(0, 0, -5));
    if (change == 3) simulation.set_pose(top, {Vec3(0, 0, 3.6), Quat::Identity()});
    simulation.step();
    EXPECT_EQ(simulation.last_report().asleep, 0) << change;
  }
}

// A box on a floor that the motion moves from the first second on.
Simulation on_scripted_floor(Motion motion) {
  Model model = test::world({test::box_body("box", {0.2, 0.2, 0.2}, {0, 0, 0.1})});
  model.bodies[0].scripted = true;
  motion.body = 0;
  motion.start = 1;
  model.motions = {motion};
  model.sleep_after = 0.3;
  return {model, 0.01, {}};
}

TEST(Sleep, AFloorOrSurfaceThatStartsToMoveWakesWhatLiesOnIt) {
  for (const MotionKind kind : {MotionKind::kSurface, MotionKind::kVelocity}) {
    Motion motion;
    motion.kind = kind;
    motion.velocity = {0.5, 0, 0};
    Simulation simulation = on_scripted_floor(motion);
    run_until(simulation, 0.9);
    ASSERT_EQ(simulation.last_report().asleep, 1);
    run_until(simulation, 1.5);
    EXPECT_EQ(simulation.last_report().asleep, 0);
    EXPECT_GT(simulation.state().bodies[1].velocity.x(), 0.1);
  }
}

TEST(Sleep, AFloorThatDropsAwayWakesWhatLayOnIt) {
  Motion motion;
  motion.kind = MotionKind::kVelocity;
  motion.velocity = {0, 0, -20};
  Simulation simulation = on_scripted_floor(motion);
  run_until(simulation, 0.9);
  ASSERT_EQ(simulation.last_report().asleep, 1);
  run_until(simulation, 1.5);
  EXPECT_LT(simulation.state().bodies[1].center.z(), -0.5);
}

TEST(Sleep, ABodyAtTheTopOfItsFlightStaysAwake) {
  Model model = test::world({test::box_body("box", {0.2, 0.2, 0.2}, {0, 0, 0.2})});
  model.bodies[1].start_velocity = {0, 0, 3};
  model.sleep_after = 0.05;
  model.sleep_speed = 1;
  Simulation simulation(model, 0.01, {});
  run_until(simulation, 2);
  EXPECT_NEAR(simulation.state().bodies[1].center.z(), 0.1, 1e-3);
}

TEST(Sleep, PatienceWithoutEndIsNoSleep) {
  Simulation simulation(stack_and_ball(1e12), 0.01, {});
  run_until(simulation, 1);
  EXPECT_EQ(simulation.last_report().asleep, 0);
}

TEST(Sleep, IsPartOfTheSavedState) {
  Simulation first(stack_and_ball(0.3), 0.01, {});
  run_until(first, 0.5);
  const std::string saved = first.save();
  Simulation second(stack_and_ball(0.3), 0.01, {});
  second.restore(saved);
  run_until(first, 3);
  run_until(second, 3);
  EXPECT_EQ(state_hash(first.state()), state_hash(second.state()));
  EXPECT_EQ(first.last_report().asleep, second.last_report().asleep);
}

}  // namespace
}  // namespace stiction

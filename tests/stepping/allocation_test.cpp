// A step of a settled world takes no memory from the heap. This program counts every call of malloc and its relatives,
// so it is a program of its own.
#include <gtest/gtest.h>

#include <memory>

#include "worlds.h"

#if defined(__GLIBC__) && !defined(STICTION_SANITIZERS)

#include "allocation_counter.h"

namespace stiction {
namespace {

long allocations_of(Simulation& simulation, int steps) {
  const long before = allocations;
  test::run(simulation, steps);
  return allocations - before;
}

TEST(Allocation, TheCounterSeesAllocations) {
  const long before = allocations;
  const auto memory = std::make_unique<int>(3);
  EXPECT_EQ(*memory, 3);
  EXPECT_GT(allocations - before, 0);
}

TEST(Allocation, StepsOfASettledStackTakeNoMemory) {
  Simulation simulation(test::world(test::stack_bodies(12)), 0.01, {});
  test::run(simulation, 50);
  EXPECT_EQ(allocations_of(simulation, 100), 0);
}

TEST(Allocation, StepsOfOneLargeIslandTakeNoMemory) {
  std::vector<Body> bodies = test::stack_bodies(8);
  for (Body& body : bodies) body.samples = 10;
  Simulation simulation(test::world(std::move(bodies)), 0.01, {});
  test::run(simulation, 50);
  EXPECT_GT(simulation.last_report().contact_count, 800);
  EXPECT_EQ(allocations_of(simulation, 100), 0);
}

TEST(Allocation, StepsOfManyIslandsTakeNoMemory) {
  std::vector<Body> bodies;
  for (int i = 0; i < 6; ++i) {
    for (Body& body : test::stack_bodies(2 + i, 3.0 * i, "s" + std::to_string(i) + "_")) bodies.push_back(body);
  }
  Simulation simulation(test::world(std::move(bodies)), 0.01, {});
  test::run(simulation, 50);
  EXPECT_EQ(allocations_of(simulation, 100), 0);
}

TEST(Allocation, StepsOfASlidingBoxTakeNoMemory) {
  Model model = test::world({test::box_body("box", Vec3::Ones(), {0, 0, 0.5})}, 0.3);
  model.gravity = {4, 1, -9};
  Simulation simulation(model, 0.01, {});
  test::run(simulation, 50);
  EXPECT_EQ(allocations_of(simulation, 100), 0);
}

// Friction at work, every step solved anew: slabs that slip and stick on a shaking floor and on each other.
TEST(Allocation, StepsThatIterateTakeNoMemory) {
  std::vector<Body> bodies;
  bodies.reserve(3);
  for (int i = 0; i < 3; ++i) {
    bodies.push_back(
        test::box_body("slab" + std::to_string(i), {1 - 0.2 * i, 1 - 0.2 * i, 0.1}, {0, 0, 0.05 + 0.1 * i}));
  }
  Model model = test::world(std::move(bodies), 0.3);
  model.bodies[0].scripted = true;
  Motion shake;
  shake.kind = MotionKind::kOscillate;
  shake.body = 0;
  shake.amplitude = 0.03;
  shake.frequency = 2;
  model.motions = {shake};
  Simulation simulation(model, 0.005, {});
  test::run(simulation, 400);
  long iterations = 0;
  const long before = allocations;
  for (int i = 0; i < 200; ++i) iterations += simulation.step().solve.newton_steps;
  EXPECT_EQ(allocations - before, 0);
  EXPECT_GT(iterations, 200) << "the solver had something to do";
}

TEST(Allocation, StepsUnderAHandThatDragsTakeNoMemory) {
  Model model = test::world({test::box_body("box", Vec3::Ones(), {0, 0, 0.5})}, 0.3);
  Hand hand;
  hand.body = 1;
  hand.coupling = {.stiffness = 1e5, .damping = 1e4, .angular_stiffness = 1e5, .angular_damping = 1e4};
  hand.path = {{0, {Vec3(0, 0, 0.5), Quat::Identity()}}, {1, {Vec3(1, 0, 0.45), Quat::Identity()}}};
  model.hands = {hand};
  Simulation simulation(model, 0.005, {});
  test::run(simulation, 50);
  EXPECT_EQ(allocations_of(simulation, 100), 0);
  EXPECT_GT(simulation.hands()[0].felt.force.norm(), 100);
}

}  // namespace
}  // namespace stiction

#else

TEST(Allocation, Counting) {
  GTEST_SKIP() << "allocations are counted in release builds on glibc only";
}

#endif

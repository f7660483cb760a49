// The same bits for any number of threads and whatever else runs; decomposition does not change the motion.
#include <gtest/gtest.h>

#include "stepping/worlds.h"

namespace stiction {
namespace {

using test::run;

// Several towers with boxes thrown at some of them: many islands that change.
Model busy_world() {
  std::vector<Body> bodies;
  for (int k = 0; k < 4; ++k) {
    for (Body& body : test::stack_bodies(4, 3.0 * k, "t" + std::to_string(k) + "_")) bodies.push_back(body);
    bodies.push_back(test::box_body("shot" + std::to_string(k), {0.5, 0.5, 0.5}, {3.0 * k - 1.5, 0.1, 2.5}));
    bodies.back().start_velocity = {4.0 + k, 0, 1};
    bodies.back().start_angular_velocity = {1, 2, 3};
  }
  return test::world(std::move(bodies), 0.6);
}

TEST(Determinism, TheSameBitsForOneAndTwoThreads) {
  Simulation one(busy_world(), 0.01, {}, 1), two(busy_world(), 0.01, {}, 2);
  EXPECT_EQ(one.threads(), 1);
  EXPECT_EQ(two.threads(), 2);
  for (int i = 0; i < 80; ++i) {
    one.step();
    two.step();
    ASSERT_EQ(state_hash(one.state()), state_hash(two.state())) << "step " << i;
  }
}

// A stack with many contacts per face, hit by a box: one large island.
TEST(Determinism, TheSameBitsForOneAndTwoThreadsInOneLargeIsland) {
  std::vector<Body> bodies = test::stack_bodies(8);
  bodies.push_back(test::box_body("shot", {0.5, 0.5, 0.5}, {-1.2, 0.1, 6.5}));
  bodies.back().start_velocity = {3, 0, 0.5};
  for (Body& body : bodies) body.samples = 10;
  Simulation one(test::world(bodies, 0.6), 0.01, {}, 1), two(test::world(bodies, 0.6), 0.01, {}, 2);
  int contacts = 0;
  for (int i = 0; i < 60; ++i) {
    contacts = std::max(contacts, one.step().contact_count);
    two.step();
    ASSERT_EQ(state_hash(one.state()), state_hash(two.state())) << "step " << i;
    ASSERT_EQ(one.last_report().certificate.residual, two.last_report().certificate.residual) << "step " << i;
  }
  EXPECT_GT(contacts, 800);
}

TEST(Determinism, TheSameBitsAloneAndInterleaved) {
  Simulation alone(busy_world(), 0.01, {});
  run(alone, 60);
  Simulation a(busy_world(), 0.01, {}), b(busy_world(), 0.01, {});
  run(b, 7);
  for (int i = 0; i < 60; ++i) {
    a.step();
    if (i < 53) b.step();
  }
  EXPECT_EQ(state_hash(a.state()), state_hash(alone.state()));
  EXPECT_EQ(state_hash(b.state()), state_hash(alone.state()));
}

TEST(Determinism, AMovedSimulationGoesOnAsBefore) {
  Simulation stay(busy_world(), 0.01, {}), origin(busy_world(), 0.01, {});
  run(stay, 20);
  run(origin, 10);
  Simulation moved = std::move(origin);
  run(moved, 10);
  EXPECT_EQ(state_hash(moved.state()), state_hash(stay.state()));
}

TEST(Decomposition, SeparateStacksMoveTheSameWithAndWithoutIt) {
  std::vector<Body> bodies;
  for (int k = 0; k < 3; ++k) {
    for (Body& body : test::stack_bodies(3, 3.0 * k, "t" + std::to_string(k) + "_")) bodies.push_back(body);
    bodies.back().start_velocity = {0.3 * k, 0.1, 0};
  }
  SolverOptions split, whole;
  split.tolerance = whole.tolerance = 1e-12;
  whole.decompose = false;
  Simulation a(test::world(bodies, 0.4), 0.01, split), b(test::world(bodies, 0.4), 0.01, whole);
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(a.step().solve.island_count, 3);
    EXPECT_EQ(b.step().solve.island_count, 1);
  }
  for (std::size_t i = 0; i < a.state().bodies.size(); ++i) {
    const BodyState &p = a.state().bodies[i], &q = b.state().bodies[i];
    EXPECT_LT((p.center - q.center).norm(), 1e-10) << a.model().bodies[i].name;
    EXPECT_LT((p.velocity - q.velocity).norm(), 1e-10) << a.model().bodies[i].name;
    EXPECT_LT((p.rotation.coeffs() - q.rotation.coeffs()).norm(), 1e-10) << a.model().bodies[i].name;
  }
}

}  // namespace
}  // namespace stiction

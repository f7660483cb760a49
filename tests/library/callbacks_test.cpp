// Callbacks after every step: their order, how they stop a run, and what they may do.
#include <stdexcept>

#include "library/worlds.h"

namespace stiction::testing {
namespace {

TEST(Callbacks, AreCalledInOrderAfterEveryStep) {
  World world = box_on_floor();
  std::string calls;
  std::vector<double> times;
  world.add_callback([&](World& w) {
    calls += 'a';
    times.push_back(w.time());
    return true;
  });
  const int b = world.add_callback([&](World&) {
    calls += 'b';
    return true;
  });
  EXPECT_TRUE(world.run(0.03, [&](World&) {
    calls += 'c';
    return true;
  }));
  EXPECT_EQ(calls, "abcabcabc");
  ASSERT_EQ(times.size(), 3u);
  EXPECT_NEAR(times[0], 0.01, 1e-12);
  EXPECT_NEAR(times[2], 0.03, 1e-12);
  world.remove_callback(b);
  world.step();
  EXPECT_EQ(calls, "abcabcabca");
  EXPECT_NE(input_error([&] { world.remove_callback(b); }), "");
}

TEST(Callbacks, StopTheRunAfterTheStepAndTheOthersAreStillCalled) {
  World world = box_on_floor();
  int later = 0;
  const int stopper = world.add_callback([](World& w) { return w.step_count() < 5; });
  world.add_callback([&](World&) { return ++later > 0; });
  EXPECT_FALSE(world.run(1));
  EXPECT_EQ(world.step_count(), 5);
  EXPECT_EQ(later, 5);
  world.remove_callback(stopper);
  EXPECT_TRUE(world.run(0.1));
  EXPECT_EQ(world.step_count(), 15);
  EXPECT_FALSE(world.run(1, [](World&) { return false; }));
  EXPECT_EQ(world.step_count(), 16);
}

TEST(Callbacks, ExceptionsPassThroughAndTheWorldGoesOn) {
  World world = box_on_floor(), plain = box_on_floor();
  const int thrower = world.add_callback([](World& w) -> bool {
    if (w.step_count() == 3) throw std::logic_error("mine");
    return true;
  });
  EXPECT_THROW(world.run(1), std::logic_error);
  EXPECT_EQ(world.step_count(), 3);
  world.remove_callback(thrower);
  world.run(0.05);
  plain.run(0.08);
  expect_same_bits(world, plain, "after an exception");
}

TEST(Callbacks, MayRemoveThemselvesAndAddOthers) {
  World world = box_on_floor();
  std::string calls;
  int own = -1;
  own = world.add_callback([&](World& w) {
    calls += 'x';
    w.remove_callback(own);
    w.add_callback([&](World&) {
      calls += 'z';
      return true;
    });
    return true;
  });
  world.add_callback([&](World&) {
    calls += 'y';
    return true;
  });
  world.step();
  EXPECT_EQ(calls, "xy");
  world.step();
  EXPECT_EQ(calls, "xyyz");
}

TEST(Callbacks, MayChangeTheWorldButNotStepIt) {
  World world = box_on_floor();
  std::string refusal;
  world.add_callback([&](World& w) {
    w.set_force("box", {0, 0, -100 * static_cast<double>(w.step_count())});
    refusal = input_error([&] { w.step(); });
    return true;
  });
  world.run(0.02);
  EXPECT_EQ(world.step_count(), 2);
  EXPECT_EQ(world.body("box").force.z, -200);
  EXPECT_NE(refusal.find("copy()"), std::string::npos);
}

TEST(Callbacks, StayWithAWorldThatMoves) {
  World world = box_on_floor();
  int calls = 0;
  world.add_callback([&](World&) { return ++calls > 0; });
  World moved = std::move(world);
  moved.step();
  EXPECT_EQ(calls, 1);
  World copy = moved.copy();
  copy.step();
  EXPECT_EQ(calls, 1);
}

TEST(Run, TakesAsManyStepsAsTheTimeNeeds) {
  World world = box_on_floor();
  world.run(0);
  EXPECT_EQ(world.step_count(), 0);
  world.run(0.07);  // 0.07 / 0.01 is a little more than 7 in doubles
  EXPECT_EQ(world.step_count(), 7);
  world.run(0.001);
  EXPECT_EQ(world.step_count(), 8);
}

}  // namespace
}  // namespace stiction::testing

// The loop of a device through the public face. Nothing here depends on how fast it runs.
#include <stiction/touch_loop.h>

#include <cmath>
#include <stdexcept>
#include <thread>
#include <vector>

#include "worlds.h"

namespace stiction {
namespace {

SceneBuilder tool_above_table() {
  SceneBuilder scene;
  scene.step(1e-3);
  scene.body({.name = "table", .shape = BodyShape::plane(), .fixed = true});
  scene.body({.name = "tool", .shape = BodyShape::box({0.02, 0.02, 0.08}), .position = {0, 0, 0.06}});
  scene.hand("tool", {.stiffness = 800, .damping = 10, .max_force = 20});
  return scene;
}

class Dipping : public TouchDevice {
 public:
  std::optional<TouchTarget> read(double time) override {
    times.push_back(time);
    return TouchTarget{{0, 0, 0.06 - 0.03 * std::sin(20 * time)}, {}};
  }
  void write(const HandReading& felt) override { forces.push_back(felt.force.z); }
  std::vector<double> times, forces;
};

TEST(TouchLoop, DoesWhatAPlainLoopDoes) {
  Dipping device, twin;
  TouchLoop loop(World(tool_above_table()), "tool", device);
  loop.run(0.1);
  World world(tool_above_table());
  for (int i = 0; i < 100; ++i) {
    const TouchTarget target = *twin.read(world.time() + world.step_size());
    world.move_hand("tool", target.position, target.rotation);
    world.step();
    twin.write(world.hand("tool"));
  }
  EXPECT_EQ(device.times, twin.times);
  EXPECT_EQ(device.forces, twin.forces);
  EXPECT_EQ(loop.world().state_hash(), world.state_hash());
  const TouchTiming timing = loop.timing();
  EXPECT_EQ(timing.steps, 100);
  EXPECT_LE(timing.late, 100);
  EXPECT_EQ(timing.converged, 100);
  EXPECT_GT(timing.cpu_p50_ms, 0);
  EXPECT_LE(timing.cpu_p50_ms, timing.cpu_max_ms);
}

TEST(TouchLoop, RunsOnItsOwnThreadUntilItIsStopped) {
  Dipping device;
  TouchLoop loop(World(tool_above_table()), "tool", device);
  loop.start();
  loop.start();  // runs already
  while (loop.timing().steps < 20) std::this_thread::yield();
  loop.stop();
  EXPECT_FALSE(loop.running());
  const std::int64_t steps = loop.timing().steps;
  EXPECT_EQ(loop.world().step_count(), steps);
  EXPECT_EQ(static_cast<std::int64_t>(device.forces.size()), steps);
  loop.start();  // again
  while (loop.timing().steps < steps + 5) std::this_thread::yield();
}  // the end of its scope stops it

class Failing : public TouchDevice {
 public:
  std::optional<TouchTarget> read(double /*time*/) override { throw std::runtime_error("unplugged"); }
  void write(const HandReading& /*felt*/) override {}
};

TEST(TouchLoop, WhatEndsItIsThrownByStop) {
  Failing device;
  TouchLoop loop(World(tool_above_table()), "tool", device);
  loop.start();
  while (loop.running()) std::this_thread::yield();
  EXPECT_THROW(loop.stop(), std::runtime_error);
  loop.stop();  // nothing more to say
  EXPECT_EQ(loop.timing().steps, 0);
}

TEST(TouchLoop, NeedsAHandAndABody) {
  Dipping device;
  EXPECT_THROW(TouchLoop(testing::box_on_floor(), "box", device), InputError);
  EXPECT_THROW(TouchLoop(World(tool_above_table()), "hammer", device), InputError);
}

}  // namespace
}  // namespace stiction

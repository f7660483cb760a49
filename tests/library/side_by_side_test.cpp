// Worlds share nothing: side by side, in turns or in threads, each goes its own way.
#include <thread>
#include <type_traits>

#include "library/worlds.h"

namespace stiction::testing {
namespace {

constexpr int kSteps = 40;

std::vector<std::uint64_t> hashes_alone(const std::string& scene, int threads = 1) {
  World world = World::from_gallery(scene, {}, {.threads = threads});
  std::vector<std::uint64_t> hashes;
  for (int i = 0; i < kSteps; ++i) {
    world.step();
    hashes.push_back(world.state_hash());
  }
  return hashes;
}

TEST(SideBySide, WorldsInTurnsStepAsEachAlone) {
  const auto stack = hashes_alone("stack");
  const auto arch = hashes_alone("arch");
  World a = World::from_gallery("stack"), b = World::from_gallery("arch"), c = World::from_gallery("stack");
  for (int i = 0; i < kSteps; ++i) {
    a.step();
    b.step();
    c.step();
    ASSERT_EQ(a.state_hash(), stack[i]);
    ASSERT_EQ(b.state_hash(), arch[i]);
    ASSERT_EQ(c.state_hash(), stack[i]);
  }
}

TEST(SideBySide, WorldsInThreadsStepAsEachAlone) {
  const std::vector<std::string> scenes = {"stack", "arch", "stack", "incline"};
  std::vector<std::vector<std::uint64_t>> alone, together(scenes.size());
  for (const std::string& scene : scenes) alone.push_back(hashes_alone(scene));
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < scenes.size(); ++i) {
    const int inner = 1 + static_cast<int>(i % 2);
    threads.emplace_back([&, i, inner] { together[i] = hashes_alone(scenes[i], inner); });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(together, alone);
}

TEST(SideBySide, AMovedWorldGoesOn) {
  static_assert(std::is_nothrow_move_constructible_v<World> && std::is_nothrow_move_assignable_v<World>);
  static_assert(std::is_nothrow_move_constructible_v<SceneBuilder> && std::is_nothrow_move_assignable_v<SceneBuilder>);
  static_assert(!std::is_copy_constructible_v<World>);
  const auto stack = hashes_alone("stack");
  World world = World::from_gallery("stack");
  world.step();
  World moved = std::move(world);
  moved.step();
  EXPECT_EQ(moved.state_hash(), stack[1]);
  world = std::move(moved);
  world.step();
  EXPECT_EQ(world.state_hash(), stack[2]);
}

TEST(SideBySide, AWorldMovesFromThreadToThread) {
  const auto stack = hashes_alone("stack");
  World world = World::from_gallery("stack");
  for (int i = 0; i < 10; ++i) {
    std::thread([&] { world.step(); }).join();
    ASSERT_EQ(world.state_hash(), stack[i]);
  }
}

}  // namespace
}  // namespace stiction::testing

// What counts as a heap: bodies that others carry.
#include "scenes/gallery/elastic/heap.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "scenes/scene_reader.h"

namespace stiction {
namespace {

// Cubes of 0.1 m on the ground, with their middles at these places [cm].
Simulation cubes(const std::vector<std::array<double, 3>>& places) {
  std::string bodies =
      R"({"name": "ground", "fixed": true, "shape": {"type": "plane", "normal": [0, 0, 1], "offset": 0}})";
  for (std::size_t i = 0; i < places.size(); ++i) {
    bodies += fmt::format(
        R"(, {{"name": "cube{}", "shape": {{"type": "box", "size": [0.1, 0.1, 0.1]}}, "position": [{}, {}, {}]}})", i,
        places[i][0] / 100, places[i][1] / 100, places[i][2] / 100);
  }
  const Scene scene = read_scene_text(R"({"stiction": 1, "bodies": [)" + bodies + "]}", "cubes.json");
  Simulation simulation(scene.model, 0.01, scene.solver, 1);
  for (int i = 0; i < 50; ++i) simulation.step();
  return simulation;
}

std::unique_ptr<ExpectationMonitor> watch(const Simulation& simulation, int least, int together) {
  auto monitor = make_monitor(building::expect_heap("cube*", least, together), simulation.model());
  monitor->start(simulation);
  monitor->observe(simulation);
  return monitor;
}

TEST(Heap, CountsBodiesThatOthersCarry) {
  const Simulation tower = cubes({{0, 0, 5}, {0, 1, 15}, {1, 0, 25}, {50, 0, 5}});
  const building::Carried carried = building::carried_by_each_other(tower, {1, 2, 3, 4}, 0.1);
  EXPECT_EQ(carried.bodies, 2);
  EXPECT_EQ(carried.largest, 3);
  EXPECT_TRUE(watch(tower, 2, 3)->result().passed);
  EXPECT_FALSE(watch(tower, 3, 3)->result().passed);
  EXPECT_FALSE(watch(tower, 2, 4)->result().passed);
}

TEST(Heap, IsNotBodiesThatLieApartNorSideBySide) {
  for (const double apart : {10.05, 30.0}) {
    const Simulation flat = cubes({{0, 0, 5}, {apart, 0, 5}, {2 * apart, 0, 5}});
    const building::Carried carried = building::carried_by_each_other(flat, {1, 2, 3}, 0.1);
    EXPECT_EQ(carried.bodies, 0) << apart;
    EXPECT_EQ(carried.largest, 1) << apart;
    EXPECT_FALSE(watch(flat, 1, 1)->result().passed);
  }
}

// One that lies across two others loads each of them with a half, and none of them lifts the other.
TEST(Heap, HangsTogetherThroughOthers) {
  const Simulation bridge = cubes({{-6, 0, 5}, {6, 0, 5}, {0, 0, 15}});
  const building::Carried carried = building::carried_by_each_other(bridge, {1, 2, 3}, 0.1);
  EXPECT_EQ(carried.bodies, 1);
  EXPECT_EQ(carried.largest, 3);
  EXPECT_EQ(building::carried_by_each_other(bridge, {1, 2}, 0.1).largest, 1);  // the third is none of them
}

TEST(Heap, IsWhatTheLastMomentShows) {
  const Simulation tower = cubes({{0, 0, 5}, {0, 0, 15}});
  const auto monitor = watch(tower, 1, 2);
  EXPECT_FALSE(monitor->result().settled);
  ByteWriter bytes;
  monitor->save(bytes);
  const auto resumed = make_monitor(building::expect_heap("cube*", 1, 2), tower.model());
  EXPECT_FALSE(resumed->result().passed);
  const std::string saved = bytes.bytes();
  ByteReader reader(saved, "test");
  resumed->load(reader);
  EXPECT_TRUE(resumed->result().passed);
}

}  // namespace
}  // namespace stiction

// Monitors of every gallery scene, saved after every step, against ones that are left alone.
#include <gtest/gtest.h>

#include <algorithm>

#include "base/error.h"
#include "scenes/gallery.h"

namespace stiction {
namespace {

using Monitors = std::vector<std::unique_ptr<ExpectationMonitor>>;

Monitors make_monitors(const Scene& scene, const Model& model) {
  Monitors monitors;
  for (const Expectation& expectation : scene.expectations) monitors.push_back(make_monitor(expectation, model));
  return monitors;
}

std::string saved(const Monitors& monitors) {
  ByteWriter bytes;
  for (const auto& monitor : monitors) monitor->save(bytes);
  return bytes.bytes();
}

class SavedMonitors : public testing::TestWithParam<std::string> {};

TEST_P(SavedMonitors, GoOnAsIfNeverSaved) {
  const Scene scene = build_gallery_scene(GetParam());
  Simulation simulation(scene.model, scene.step, scene.solver, 1);
  const Monitors kept = make_monitors(scene, simulation.model());
  Monitors replaced = make_monitors(scene, simulation.model());
  for (const auto& monitor : kept) monitor->start(simulation);
  for (const auto& monitor : replaced) monitor->start(simulation);
  for (int step = 0; step < 12; ++step) {
    simulation.step();
    for (const auto& monitor : kept) monitor->observe(simulation);
    for (const auto& monitor : replaced) monitor->observe(simulation);
    const std::string bytes = saved(replaced);
    ASSERT_EQ(bytes, saved(kept));
    replaced = make_monitors(scene, simulation.model());
    ByteReader reader(bytes, "saved monitors");
    for (const auto& monitor : replaced) monitor->load(reader);
    ASSERT_EQ(reader.remaining(), 0U);
  }
  for (std::size_t i = 0; i < kept.size(); ++i) {
    EXPECT_EQ(kept[i]->result().text, replaced[i]->result().text);
    EXPECT_EQ(kept[i]->result().passed, replaced[i]->result().passed);
  }
  // Cut off anywhere, the bytes are refused.
  const std::string bytes = saved(kept);
  for (std::size_t size = 0; size < bytes.size(); size += 1 + bytes.size() / 50) {
    ByteReader reader(std::string_view(bytes).substr(0, size), "saved monitors");
    const auto load_all = [&] {
      for (const auto& monitor : make_monitors(scene, simulation.model())) monitor->load(reader);
    };
    EXPECT_THROW(load_all(), InputError) << size;
  }
}

std::vector<std::string> gallery_names() {
  std::vector<std::string> names;
  for (const GalleryEntry& entry : gallery()) names.push_back(entry.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(, SavedMonitors, testing::ValuesIn(gallery_names()), [](const auto& instance) {
  std::string name = instance.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

}  // namespace
}  // namespace stiction

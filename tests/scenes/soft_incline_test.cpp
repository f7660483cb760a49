// The critical angle of a soft box, 0.05 degrees below and above it, by one region or many.
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "scenes/gallery.h"
#include "stepping/simulation.h"

namespace stiction {
namespace {

struct Way {
  const char* name;
  const char* solver;
  std::map<std::string, std::string> overrides;
  int least_regions, most_regions;  // when all has settled
};
void PrintTo(const Way& way, std::ostream* to) {
  *to << way.name;
}

class SoftIncline : public testing::TestWithParam<Way> {
 protected:
  // Runs the scene and judges all that it expects.
  static void check(const char* angle) {
    std::map<std::string, std::string> overrides = GetParam().overrides;
    overrides["angle"] = angle;
    overrides["cell"] = "0.075";
    Scene scene = build_gallery_scene("soft-incline", overrides);
    scene.solver.name = GetParam().solver;
    Simulation simulation(scene.model, scene.step, scene.solver, 1);
    std::vector<std::unique_ptr<ExpectationMonitor>> monitors;
    for (const Expectation& expectation : scene.expectations) {
      monitors.push_back(make_monitor(expectation, simulation.model()));
      monitors.back()->start(simulation);
    }
    while (simulation.state().time < find_gallery_entry("soft-incline")->check_duration) {
      simulation.step();
      for (const auto& monitor : monitors) monitor->observe(simulation);
    }
    for (const auto& monitor : monitors) EXPECT_TRUE(monitor->result().passed) << monitor->result().text;
    EXPECT_GE(simulation.last_report().solve.island_count, GetParam().least_regions);
    EXPECT_LE(simulation.last_report().solve.island_count, GetParam().most_regions);
  }
};

TEST_P(SoftIncline, SticksBelowTheCriticalAngle) {
  check("26.515");
}
TEST_P(SoftIncline, SlidesAsARigidBlockAboveIt) {
  check("26.615");
}

INSTANTIATE_TEST_SUITE_P(
    Regions, SoftIncline,
    testing::Values(Way{"EveryPointARegion", "staggered", {}, 20, 25},
                    Way{"EveryPointARegionByRegions", "regions", {}, 20, 25},
                    Way{"OneRegion", "staggered", {{"implicit", "1"}, {"step", "4e-3"}}, 1, 1},
                    Way{"OneRegionByRegions", "regions", {{"implicit", "1"}, {"step", "4e-3"}}, 1, 1},
                    Way{"FourFeet", "staggered", {{"implicit", "1"}, {"step", "4e-3"}, {"feet", "1"}}, 1, 1}),
    [](const auto& way) { return std::string(way.param.name); });

}  // namespace
}  // namespace stiction

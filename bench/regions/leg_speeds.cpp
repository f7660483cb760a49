// How fast the fore and hind legs of `walking-table` slide downhill, instant by instant. One JSON object on the
// standard output.
//
//   build/bench_leg_speeds [DURATION [KEY=VALUE ...]] > bench/results/leg-speeds.json
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <map>
#include <string>

#include "elastic/elastic_spec.h"
#include "scenes/gallery.h"
#include "scenes/gallery/elastic/leg_tips.h"
#include "stepping/simulation.h"

namespace {

using namespace stiction;

// Means over instants this far apart [s].
constexpr double kEvery = 0.005;

struct Pairs {
  double hind = 0, fore = 0;  // downhill places of both legs, mean [m]
};

Pairs places(const Simulation& simulation, const LegTips& tips, int ground) {
  Pairs pairs;
  for (int leg = 0; leg < LegTips::kLegs; ++leg) {
    const Vec3 place = on_ground(simulation.model(), simulation.state(), ground,
                                 tips.place(simulation.model(), simulation.state(), leg));
    (leg % 2 == 0 ? pairs.hind : pairs.fore) += place.x() / 2;
  }
  return pairs;
}

}  // namespace

int main(int count, char** arguments) {
  const double duration = count > 1 ? std::atof(arguments[1]) : 1.4;
  std::map<std::string, std::string> overrides;
  for (int i = 2; i < count; ++i) {
    const std::string text = arguments[i];
    overrides[text.substr(0, text.find('='))] = text.substr(text.find('=') + 1);
  }
  const Scene scene = build_gallery_scene("walking-table", overrides);
  Simulation simulation(scene.model, scene.step, scene.solver, 1);
  const LegTips tips(simulation.model(), simulation.model().body_index("table"));
  const int ground = simulation.model().body_index("ground");
  const int steps = static_cast<int>(std::lround(kEvery / scene.step));
  Pairs last = places(simulation, tips, ground);
  fmt::print("{{\"unit\": \"m/s\", \"every_seconds\": {}, \"speeds\": [", kEvery);
  for (int i = 0; simulation.state().time < duration; ++i) {
    for (int k = 0; k < steps; ++k) simulation.step();
    const Pairs now = places(simulation, tips, ground);
    fmt::print("{}\n  {{\"time\": {:.4f}, \"fore\": {:.5f}, \"hind\": {:.5f}}}", i > 0 ? "," : "",
               simulation.state().time, (now.fore - last.fore) / kEvery, (now.hind - last.hind) / kEvery);
    last = now;
  }
  fmt::print("\n]}}\n");
}

// Woven pieces of elastic strands hang on pegs: friction and stiffness together hold them, or do not.
#include <fmt/format.h>

#include "scenes/gallery/building.h"
#include "scenes/gallery/elastic/weave.h"
#include "scenes/gallery/entries.h"

namespace stiction {
namespace {

using namespace building;

constexpr double kDensity = 1100;    // [kg/m^3]
constexpr double kPegRadius = 3e-3;  // [m]

Weave weave_of(const GalleryValues& values, double young) {
  Weave weave;
  weave.strands = values.whole("strands");
  weave.cell = values["cell"];
  weave.modal = {.material = {.young = young, .poisson = 0.45},
                 .modes = values.whole("modes"),
                 .stiffness_damping = values["damping"]};
  return weave;
}

void add_hanging(Scene& scene, const std::string& name, double mu, const Weave& weave, const Vec3& top) {
  const int rubber = add_material(scene.model, name, kDensity, mu);
  add_pegs(scene.model, name, rubber, weave, top, kPegRadius);
  add_weave(scene.model, name, rubber, weave, top);
}

Scene build(const GalleryValues& values) {
  Scene scene;
  scene.step = values["step"];
  scene.model.margin = 1e-4;
  const double young[] = {values["young_stiff"], values["young_soft"]};
  const double mu[] = {0.5, 0.3, 0.1};
  const int only = values.whole("only");
  for (int row = 0; row < 2; ++row) {
    for (int column = 0; column < 3; ++column) {
      if (only != 0 && only != 1 + 3 * row + column) continue;
      const Weave weave = weave_of(values, young[row]);
      const Vec3 top(1.6 * weave.length() * (column - 1), 0, 0.6 - 2 * row * weave.length());
      add_hanging(scene, fmt::format("{}-{:g}", row == 0 ? "stiff" : "soft", mu[column]), mu[column], weave, top);
    }
  }
  scene.expectations = {expect_converged(0.99)};
  return scene;
}

}  // namespace

GalleryEntry composites_entry() {
  return {.name = "composites",
          .summary = "Woven elastic strands hang on pegs; friction and stiffness together hold them",
          .claims = "SP-11, SP-21",
          .parameters = {{"strands", 4, "", kInferred, "strands in each direction", 2, 12, true},
                         {"young_stiff", 6e6, "Pa", kChosen, "Young's modulus of the upper row", 1e3, 1e12},
                         {"young_soft", 3e6, "Pa", kChosen, "Young's modulus of the lower row", 1e3, 1e12},
                         {"damping", 2e-3, "s", kChosen, "stiffness-proportional damping", 0, 1},
                         {"modes", 18, "", kInferred, "modes of a strand", 1, 200, true},
                         {"cell", 5e-3, "m", kChosen, "edge length of the tetrahedra", 1e-4, 0.1},
                         {"only", 0, "", kChosen, "one piece alone, 1 to 6; 0: all", 0, 6, true},
                         {"step", 3e-3, "s", kStated, "time step", 1e-5, 0.1}},
          .check_duration = 5,
          .soak_duration = 600,
          .build = build};
}

}  // namespace stiction

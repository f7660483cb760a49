// Woven pieces of elastic strands hang on pegs: friction and stiffness together hold them, or do not.
#include <fmt/format.h>

#include "scenes/gallery/building.h"
#include "scenes/gallery/elastic/lasting.h"
#include "scenes/gallery/elastic/weave_expectations.h"
#include "scenes/gallery/entries.h"

namespace stiction {
namespace {

using namespace building;

constexpr double kDensity = 1100;  // [kg/m^3]
constexpr double kMu[] = {0.5, 0.3, 0.1};
constexpr double kFloor = -0.3;         // where strands of pieces that come apart land [m]
constexpr double kOneInHundred = 1e-4;  // of a strand's width [m]

Weave weave_of(const GalleryValues& values, double young) {
  Weave weave;
  weave.strands = values.whole("strands");
  weave.thickness = values["thickness"];
  weave.cell = values["cell"];
  weave.modal = {.material = {.young = young, .poisson = 0.45},
                 .modes = values.whole("modes"),
                 .stiffness_damping = values["damping"]};
  return weave;
}

WovenPiece add_hanging(Scene& scene, const std::string& name, double mu, const Weave& weave, const Vec3& middle,
                       const Pegs& pegs) {
  const int rubber = add_material(scene.model, name, kDensity, mu);
  add_pegs(scene.model, name, rubber, weave, middle, pegs);
  return add_weave(scene.model, name, rubber, weave, {middle, Quat::Identity()});
}

Scene build(const GalleryValues& values) {
  Scene scene;
  scene.step = values["step"];
  scene.model.margin = values["margin"];
  const double young[] = {values["young_stiff"], values["young_soft"]};
  const int only = values.whole("only");
  const Pegs pegs{.rows = values.whole("carried")};
  for (int row = 0; row < 2; ++row) {
    const Weave weave = weave_of(values, young[row]);
    for (int column = 0; column < 3; ++column) {
      if (only != 0 && only != 1 + 3 * row + column) continue;
      const std::string name = fmt::format("{}-{:g}", row == 0 ? "stiff" : "soft", kMu[column]);
      const Vec3 middle(1.6 * weave.length() * (column - 1), -weave.length() * row, (2 - 1.5 * row) * weave.length());
      const WovenPiece piece = add_hanging(scene, name, kMu[column], weave, middle, pegs);
      if (row == 0 && column < 2) {
        scene.expectations.push_back(expect_holds_together(name, piece, 1e-3, 1e-5, 0.7));
      } else if (row == 0 || column > 0) {
        scene.expectations.push_back(expect_comes_apart(name, piece, 0, 0.2));
      } else {
        scene.expectations.push_back(expect_comes_apart(name, piece, 0.3, 2));
      }
    }
  }
  add_plane(scene.model, "floor", add_material(scene.model, "floor", 1000, 0.5), Vec3::UnitZ(), kFloor);
  const Rest rest{.calm = 1};  // a strand that hangs still moves when others let go of it
  scene.expectations.push_back(expect_energy_falls(2e-5));
  scene.expectations.push_back(expect_stays_at_rest(rest, kOneInHundred));
  scene.expectations.push_back(expect_penetration_until_rest(rest, 2e-4, kOneInHundred));
  scene.expectations.push_back(expect_converged(0.99));
  return scene;
}

}  // namespace

GalleryEntry composites_entry() {
  return {.name = "composites",
          .summary = "Woven elastic strands hang on pegs; friction and stiffness together hold them",
          .claims = "SP-11, SP-19",
          .parameters = {{"strands", 4, "", kInferred, "strands in each direction", 2, 12, true},
                         {"young_stiff", 1.3e8, "Pa", kChosen, "Young's modulus of the upper row", 1e3, 1e12},
                         {"young_soft", 5.42e7, "Pa", kChosen, "Young's modulus of the lower row", 1e3, 1e12},
                         {"thickness", 1e-3, "m", kChosen, "thickness of a strand", 1e-4, 5e-3},
                         {"damping", 0.1, "s", kChosen, "stiffness-proportional damping", 0, 1},
                         {"modes", 18, "", kInferred, "modes of a strand", 1, 200, true},
                         {"cell", 3.7e-3, "m", kChosen, "edge length of the tetrahedra", 1e-4, 0.1},
                         {"margin", 5.7e-4, "m", kChosen, "contacts are looked for this far beyond their motion", 1e-6,
                          1e-2},
                         {"carried", 1, "", kChosen, "strands across that pegs carry", 1, 12, true},
                         {"only", 0, "", kChosen, "one piece alone, 1 to 6; 0: all", 0, 6, true},
                         {"step", 3e-3, "s", kStated, "time step", 1e-5, 0.1}},
          .check_duration = 0.9,
          .soak_duration = 600,
          .build = build};
}

}  // namespace stiction

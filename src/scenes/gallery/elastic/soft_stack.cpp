// A tower of soft cubes stands.
#include <fmt/format.h>

#include "elastic/elastic_spec.h"
#include "scenes/gallery/building.h"
#include "scenes/gallery/elastic/lasting.h"
#include "scenes/gallery/entries.h"

namespace stiction {
namespace {

using namespace building;

Scene build(const GalleryValues& values) {
  const double size = values["size"];
  Scene scene;
  scene.step = values["step"];
  const int rubber = add_material(scene.model, "rubber", 1100, values["mu"]);
  add_plane(scene.model, "ground", rubber, Vec3::UnitZ(), 0);
  auto spec = std::make_shared<ElasticSpec>();
  spec->cell = size / values["cells"];
  spec->modal = {.material = {.young = values["young"], .poisson = 0.45},
                 .modes = values.whole("modes"),
                 .strains = values["strains"] != 0,
                 .stiffness_damping = values["damping"]};
  for (int i = 0; i < values.whole("count"); ++i) {
    Body& box =
        add_box(scene.model, fmt::format("cube{}", i), rubber, Vec3::Constant(size), Vec3(0, 0, (i + 0.5) * size));
    box.elastic = spec;
  }
  scene.expectations = {expect_at_rest("cube*", 0.002 * size, 1e-4, 3), expect_penetration(0.01 * size),
                        expect_energy_falls(1e-5),
                        // The first steps press the undeformed tower at once: some end at 1e-5.
                        expect_converged(0.995)};
  return scene;
}

}  // namespace

GalleryEntry soft_stack_entry() {
  return {.name = "soft-stack",
          .summary = "A stack of soft cubes settles and stands",
          .claims = "SP-20",
          .parameters = {{"count", 4, "", kChosen, "number of cubes", 1, 100, true},
                         {"size", 0.2, "m", kChosen, "edge length", 1e-3, 1e3},
                         {"young", 2e5, "Pa", kChosen, "Young's modulus", 1e3, 1e12},
                         {"damping", 1e-2, "s", kChosen, "stiffness-proportional damping", 0, 1},
                         {"modes", 18, "", kChosen, "number of modes", 1, 300, true},
                         {"strains", 1, "", kChosen, "1: six of them are uniform strains", 0, 1, true},
                         {"cells", 2, "", kChosen, "elements along an edge", 1, 20, true},
                         {"mu", 0.6, "", kChosen, "friction coefficient", 0, 10},
                         {"step", 0.01, "s", kChosen, "time step", 1e-5, 0.1}},
          .check_duration = 10,
          .soak_duration = 600,
          .build = build};
}

}  // namespace stiction

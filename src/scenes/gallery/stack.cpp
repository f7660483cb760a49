// A tower of equal cubes.
#include <fmt/format.h>

#include "scenes/gallery/building.h"
#include "scenes/gallery/entries.h"

namespace stiction {
namespace {

Scene build(const GalleryValues& values) {
  using namespace building;
  const double size = values["size"];
  Scene scene;
  const int material = add_material(scene.model, "stone", 1000, values["mu"]);
  add_plane(scene.model, "ground", material, Vec3::UnitZ(), 0);
  for (int i = 0; i < values.whole("count"); ++i) {
    Body& box =
        add_box(scene.model, fmt::format("box{}", i), material, Vec3::Constant(size), Vec3(0, 0, (i + 0.5) * size));
    box.samples = values.whole("samples");
    if (values.whole("mesh") == 1) turn_into_mesh(box);
  }
  expect_standing(scene, "box*", 1e-4);
  return scene;
}

}  // namespace

GalleryEntry stack_entry() {
  return {.name = "stack",
          .summary = "A stack of cubes stands without creeping",
          .claims = "SP-20",
          .parameters = {{"count", 10, "", kChosen, "number of cubes", 1, 1000, true},
                         {"size", 1, "m", kChosen, "edge length", 1e-3, 1e3},
                         {"mu", 0.5, "", kChosen, "friction coefficient", 0, 100},
                         {"samples", 0, "", kChosen, "extra contact samples per face side", 0, 64, true},
                         building::mesh_parameter()},
          .check_duration = 10,
          .soak_duration = 600,
          .build = build};
}

}  // namespace stiction

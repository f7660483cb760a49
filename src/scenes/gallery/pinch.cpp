// A block held up by friction alone, between a wall and a pressed plate.
#include <algorithm>

#include "scenes/gallery/building.h"
#include "scenes/gallery/entries.h"

namespace stiction {
namespace {

constexpr double kCheckDuration = 5;  // [s]

Scene build(const GalleryValues& values) {
  using namespace building;
  const double mu = values["mu"];
  const double density = 1000;
  const double limit = density * kGravity / (2 * mu);  // 2 mu N = m g, a unit cube [N]

  Scene scene;
  const int material = add_material(scene.model, "stone", density, mu);
  add_box(scene.model, "wall", material, Vec3(0.5, 2, 10), Vec3(-0.75, 0, -2)).fixed = true;
  add_box(scene.model, "block", material, Vec3::Ones(), Vec3::Zero()).samples = values.whole("samples");
  Body& plate = add_box(scene.model, "plate", material, Vec3(0.25, 2, 10), Vec3(0.625, 0, -2));
  plate.lock = {false, true, true, true, true, true};
  plate.force = Vec3(-values["ratio"] * limit, 0, 0);
  plate.samples = values.whole("samples");

  if (values["ratio"] >= 1) {
    scene.expectations.push_back(expect_at_rest("block", 1e-6, 1e-6));
  } else {
    const double acceleration = kGravity * (1 - values["ratio"]);
    const double closed_form = 0.5 * acceleration * kCheckDuration * kCheckDuration;
    scene.expectations.push_back(expect_moved("block", std::min(0.9 * closed_form, 3.0)));
  }
  scene.expectations.push_back(expect_penetration(1e-6));
  scene.expectations.push_back(expect_converged(0.999));
  return scene;
}

}  // namespace

GalleryEntry pinch_entry() {
  return {.name = "pinch",
          .summary = "A block pressed against a wall is held up by friction alone: 2 mu N = m g is the limit",
          .claims = "",
          .parameters = {{"ratio", 1.02, "", kChosen, "pressing force over the least force that holds the block", 0.01,
                          100},
                         {"mu", 0.5, "", kChosen, "friction coefficient", 0.01, 100},
                         {"samples", 0, "", kChosen, "extra contact samples per face side", 0, 64, true}},
          .check_duration = kCheckDuration,
          .soak_duration = 60,
          .build = build};
}

}  // namespace stiction

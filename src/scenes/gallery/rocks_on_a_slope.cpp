// Rocks laid on a slope: below the angle of friction they come to rest, above it they go down.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scenes/gallery/building.h"
#include "scenes/gallery/entries.h"
#include "scenes/gallery/rocks.h"
#include "scenes/gallery/scatter.h"

namespace stiction {
namespace {

using namespace building;

constexpr double kRadius = 0.1;      // [m]
constexpr double kSettled = 3;       // [s]
constexpr double kThickness = 0.08;  // [m]

Scene build(const GalleryValues& values) {
  const double angle = radians(values["angle"]), mu = values["mu"];
  const int count = values.whole("count");
  const Quat slope(Eigen::AngleAxisd(angle, Vec3::UnitY()));
  Scene scene;
  scene.step = 0.005;
  scene.model.recovery = 0.2;
  const int stone = add_material(scene.model, "stone", 2600, mu);
  add_plane(scene.model, "slope", stone, slope * Vec3::UnitZ(), 0);
  const std::vector<MeshShape> rocks = make_rocks(std::min(count, 4), kRadius, values.whole("seed"), kThickness);
  Scatter scatter(values.whole("seed"));
  const int columns = static_cast<int>(std::ceil(std::sqrt(count)));
  for (int i = 0; i < count; ++i) {
    // Lying flat, turned any way about the slope's normal.
    const int row = i / columns;
    const Vec3 place(3 * kRadius * (i % columns), 3 * kRadius * row, kThickness / 2 + 5e-4);
    const Quat turn(Eigen::AngleAxisd(scatter.between(0, 2 * std::numbers::pi), Vec3::UnitZ()));
    add_shape(scene.model, fmt::format("rock{}", i), stone, rocks[i % rocks.size()], {slope * place, slope * turn});
  }
  const bool rests = angle < std::atan(mu);
  if (rests) {
    scene.expectations.push_back(expect_at_rest("rock*", 1e-4, 1e-3, kSettled));
  } else {
    const double slide = kGravity * (std::sin(angle) - mu * std::cos(angle)) * kSettled * kSettled / 2;
    scene.expectations.push_back(expect_moved("rock*", 0.9 * slide));
  }
  scene.expectations.push_back(expect_penetration(0.02 * kRadius));
  if (rests) scene.expectations.push_back(expect_penetration(1e-4 * kRadius, kSettled));
  scene.expectations.push_back(expect_converged(0.99));
  return scene;
}

}  // namespace

GalleryEntry rocks_on_a_slope_entry() {
  return {.name = "rocks-on-a-slope",
          .summary = "Flat rocks (meshes) on a slope rest below the angle of friction and slide above it",
          .claims = "SP-10",
          .parameters = {{"angle", 28, "degrees", kChosen, "slope; the critical angle of mu 0.6 is 30.96", 0, 40},
                         {"mu", 0.6, "", kChosen, "friction coefficient; stone on stone", 0, 2},
                         {"count", 9, "", kChosen, "rocks", 1, 1000, true},
                         {"seed", 1, "", kChosen, "seed of the rocks and their places", 0, 1e6, true}},
          .check_duration = 5,
          .soak_duration = 60,
          .build = build};
}

}  // namespace stiction

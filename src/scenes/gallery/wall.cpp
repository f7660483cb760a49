// A brick wall in running bond, laid without mortar.
#include <fmt/format.h>

#include <algorithm>

#include "scenes/gallery/building.h"
#include "scenes/gallery/entries.h"

namespace stiction {
namespace {

using namespace building;

// Sums of powers of two: neighbours share the same doubles.
constexpr double kLength = 0.25;       // [m]
constexpr double kDepth = 0.125;       // [m]
constexpr double kHeight = 0.0625;     // [m]
constexpr double kBallRadius = 0.125;  // [m]
constexpr double kBallTime = 1;        // [s]
constexpr double kCheckDuration = 6;   // [s]
// Of what tumbles after the blow, in ways of the ball within a step: bricks that touch by two edges have one contact,
// and turn about it by up to a fifth of a radian before the next one is looked for.
constexpr double kLargestOverlap = 0.5;

void add_row(Model& model, int row, int columns, int material, int samples) {
  const bool shifted = row % 2 == 1;
  const int bricks = shifted ? columns + 1 : columns;
  double left = -columns * kLength / 2;
  for (int i = 0; i < bricks; ++i) {
    const bool half = shifted && (i == 0 || i == bricks - 1);
    const double length = half ? kLength / 2 : kLength;
    add_box(model, fmt::format("brick-{}-{}", row, i), material, Vec3(length, kDepth, kHeight),
            Vec3(left + length / 2, 0, (row + 0.5) * kHeight))
        .samples = samples;
    left += length;
  }
}

Scene build(const GalleryValues& values) {
  Scene scene;
  const int rows = values.whole("rows");
  const int material = add_material(scene.model, "brick", 1900, values["mu"]);
  add_plane(scene.model, "ground", material, Vec3::UnitZ(), 0);
  for (int row = 0; row < rows; ++row) {
    add_row(scene.model, row, values.whole("columns"), material, values.whole("samples"));
  }
  const double speed = values["speed"];
  if (speed == 0) {
    expect_standing(scene, "brick*", 1e-5);
    return scene;
  }
  const int steel = add_material(scene.model, "steel", 7850, values["mu"]);
  const double height = std::max(kBallRadius, rows * kHeight * 2 / 3);
  Body& ball = add_sphere(scene.model, "ball", steel, kBallRadius, Vec3(kLength / 4, -1, height));
  ball.start_velocity = Vec3(0, speed, 0);
  ball.appears_at = kBallTime;
  Expectation stands = expect_at_rest("brick*", 1e-5, Expectation::kUnlimited);
  stands.to = kBallTime;
  scene.expectations.push_back(stands);
  scene.expectations.push_back(expect_penetration(kLargestOverlap * speed * scene.step));
  return scene;
}

}  // namespace

GalleryEntry wall_entry() {
  return {
      .name = "wall",
      .summary = "A brick wall in running bond stands without mortar; a ball may hit it",
      .claims = "SP-20",
      .parameters = {{"rows", 10, "", kChosen, "courses of bricks", 1, 200, true},
                     {"columns", 6, "", kChosen, "bricks in the first course", 1, 200, true},
                     {"mu", 0.65, "", kChosen, "friction coefficient; brick on brick", 0, 100},
                     {"speed", 0, "m/s", kChosen, "speed of a steel ball that hits the wall after 1 s; 0: none", 0, 50},
                     {"samples", 0, "", kChosen, "extra contact samples per face side", 0, 64, true}},
      .check_duration = kCheckDuration,
      .soak_duration = 600,
      .build = build};
}

}  // namespace stiction

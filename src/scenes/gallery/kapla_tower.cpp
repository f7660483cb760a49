// A tower of planks laid crosswise, two a layer; a block may be thrown at it.
#include <fmt/format.h>

#include <algorithm>

#include "scenes/gallery/building.h"
#include "scenes/gallery/entries.h"

namespace stiction {
namespace {

using namespace building;

// Eight times as large as the toy's planks (117.8 x 23.6 x 7.9 mm, 15 : 3 : 1), so that no engine's margins matter. All
// lengths are exact in binary: with gaps of rounding errors, engines that know only contacts that touch would let the
// upper layers fall one after the other.
constexpr double kThickness = 0.0625;                                 // [m]
constexpr double kLength = 15 * kThickness, kWidth = 3 * kThickness;  // [m]
constexpr double kBlock = 4 * kThickness;                             // edge of the block [m]
constexpr double kBlow = 1;                                           // when it is thrown [s]
constexpr double kCalm = 10;                                          // when all has come to rest after it [s]
constexpr double kJudged = 1;                                         // at rest [s]

void add_layer(Model& model, int material, int layer) {
  const double z = (layer + 0.5) * kThickness;
  const bool along_x = layer % 2 == 0;
  const Vec3 size = along_x ? Vec3(kLength, kWidth, kThickness) : Vec3(kWidth, kLength, kThickness);
  for (int side : {-1, 1}) {
    const double off = side * (kLength - kWidth) / 2;
    add_box(model, fmt::format("plank-{}-{}", layer, side < 0 ? "left" : "right"), material, size,
            along_x ? Vec3(0, off, z) : Vec3(off, 0, z));
  }
}

// The layer that the block hits, one of planks that lie across its way; -1 if there is none.
int struck_layer(int layers) {
  return layers < 2 ? -1 : std::max(1, layers / 3 * 2 - 1);
}

// Flies along x, at about two thirds of the tower's height.
void add_block(Scene& scene, int layers, double speed) {
  const int stone = add_material(scene.model, "stone", 2600, 0.5);
  const double height = std::max(kBlock / 2 + kThickness, (struck_layer(layers) + 0.5) * kThickness);
  Body& block = add_box(scene.model, "block", stone, Vec3::Constant(kBlock), Vec3(-kLength - kBlock, 0, height));
  block.start_velocity = Vec3(speed, 0, 0);
  block.appears_at = kBlow;
}

void expect_knocked(Scene& scene, int layers, double speed) {
  Expectation stands = expect_at_rest("plank*", 1e-5, Expectation::kUnlimited);
  stands.to = kBlow;
  scene.expectations = {stands, expect_at_rest("*", 1e-3, 1e-3, kCalm), expect_penetration(0.5 * speed * scene.step),
                        expect_penetration(1e-5, kCalm), expect_converged(0.95)};
  if (struck_layer(layers) < 0) return;
  scene.expectations.push_back(expect_moved(fmt::format("plank-{}-left", struck_layer(layers)), 1e-3));
}

Scene build(const GalleryValues& values) {
  Scene scene;
  const int layers = values.whole("layers");
  const int wood = add_material(scene.model, "wood", 1000, values["mu"]);
  add_box(scene.model, "ground", wood, Vec3(20, 20, 1), Vec3(0, 0, -0.5)).fixed = true;
  for (int layer = 0; layer < layers; ++layer) add_layer(scene.model, wood, layer);
  if (values["speed"] == 0) {
    expect_standing(scene, "plank*", 1e-5);
  } else {
    scene.model.recovery = 0.2;  // lets out what falling planks push in
    add_block(scene, layers, values["speed"]);
    expect_knocked(scene, layers, values["speed"]);
  }
  return scene;
}

double least_duration(const GalleryValues& values) {
  return values["speed"] == 0 ? 0 : kCalm + kJudged;
}

}  // namespace

GalleryEntry kapla_tower_entry() {
  return {.name = "kapla-tower",
          .summary = "A tower of planks laid crosswise stands; a block may be thrown at it",
          .claims = "SP-20",
          .parameters = {{"layers", 42, "", kChosen, "layers of two planks", 1, 500, true},
                         {"mu", 0.3, "", kChosen, "friction coefficient of planks and ground", 0, 2},
                         {"speed", 0, "m/s", kChosen, "speed of a 41 kg block that hits the tower after 1 s; 0: none",
                          0, 20}},
          .check_duration = 6,
          .soak_duration = 600,
          .least_duration = least_duration,
          .build = build};
}

}  // namespace stiction

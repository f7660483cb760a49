// Boxes, spheres and rocks poured into a bin, layer by layer.
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

constexpr double kRadius = 0.05;          // about half a body's size [m]
constexpr double kPitch = 3 * kRadius;    // of the lattice that is poured: bodies do not touch at first [m]
constexpr double kLayer = 0.7 * kRadius;  // what a layer adds to the filling, generously [m]
constexpr double kDrop = 8 * kRadius;     // from a layer to the filling below [m]
constexpr double kSlope = 3;              // of the bin's floor towards its middle [degrees]
constexpr int kLayers = 7;
constexpr double kBetweenLayers = 0.3;                       // [s]; long enough to fall clear of the next one
constexpr double kSettled = kLayers * kBetweenLayers + 2.5;  // [s]

// Bodies along one side of a layer, so that there are about kLayers of them.
int side_of(int count) {
  return std::max(2, static_cast<int>(std::ceil(std::sqrt(static_cast<double>(count) / kLayers))));
}

// Bodies of a kind share their shape.
struct Kinds {
  Shape box, ball;
  std::vector<MeshShape> rocks;
};

Kinds make_kinds(int count, int seed) {
  return {make_box_shape(kRadius * Vec3(2, 1.5, 1.2)), SphereShape{0.8 * kRadius},
          make_rocks(std::clamp(count / 3, 1, 4), kRadius, seed)};
}

Shape shape_of(int index, const Kinds& kinds) {
  switch (index % 3) {
    case 0:
      return kinds.box;
    case 1:
      return kinds.ball;
    default:
      return kinds.rocks[index / 3 % kinds.rocks.size()];
  }
}

// The floor falls towards its middle: on a level one a ball in a hollow of the pile would roll to and fro for ever.
void add_bin(Model& model, int material, double half) {
  const double slope = radians(kSlope);
  for (const auto& [name, outward] :
       {std::pair("floor-left", Vec3(-1, 0, 0)), std::pair("floor-right", Vec3(1, 0, 0)),
        std::pair("floor-front", Vec3(0, -1, 0)), std::pair("floor-back", Vec3(0, 1, 0))}) {
    add_plane(model, name, material, std::cos(slope) * Vec3::UnitZ() - std::sin(slope) * outward, 0);
  }
  add_plane(model, "wall-left", material, Vec3::UnitX(), -half);
  add_plane(model, "wall-right", material, -Vec3::UnitX(), -half);
  add_plane(model, "wall-front", material, Vec3::UnitY(), -half);
  add_plane(model, "wall-back", material, -Vec3::UnitY(), -half);
}

Scene build(const GalleryValues& values) {
  const int count = values.whole("count");
  const int side = side_of(count);
  Scene scene;
  scene.step = 0.005;
  scene.model.recovery = 0.2;
  const int stone = add_material(scene.model, "stone", 2600, values["mu"]);
  add_bin(scene.model, stone, side * kPitch / 2);
  const Kinds kinds = make_kinds(count, values.whole("seed"));
  Scatter scatter(values.whole("seed"));
  for (int i = 0; i < count; ++i) {
    const int layer = i / (side * side);
    const Vec3 cell(i % side + 0.5 - side / 2.0, i / side % side + 0.5 - side / 2.0, 0);
    const double floor = kPitch * cell.lpNorm<Eigen::Infinity>() * std::tan(radians(kSlope));
    const Vec3 place = kPitch * cell + Vec3(0, 0, floor + layer * kLayer + kDrop) + 0.1 * scatter.within(kRadius);
    Body& body = add_shape(scene.model, fmt::format("body{}", i), stone, shape_of(i + layer, kinds),
                           {place, scatter.rotation()});
    body.appears_at = layer * kBetweenLayers;
  }
  scene.expectations.push_back(expect_at_rest("body*", 0.02 * 2 * kRadius, 1e-3, kSettled));
  // In flight boxes turn by a tenth of their size in a step, onto features that were not near when contacts were found.
  scene.expectations.push_back(expect_penetration(0.1 * 2 * kRadius));
  scene.expectations.push_back(expect_penetration(1e-4 * 2 * kRadius, kSettled));
  scene.expectations.push_back(expect_converged(0.95));
  return scene;
}

}  // namespace

GalleryEntry pile_entry() {
  return {.name = "pile",
          .summary = "Boxes, spheres and rocks poured into a bin come to rest and stay",
          .claims = "SP-10",
          .parameters = {{"count", 40, "", kChosen, "bodies", 1, 100000, true},
                         {"mu", 0.5, "", kChosen, "friction coefficient", 0, 2},
                         {"seed", 1, "", kChosen, "seed of the rocks and the pouring", 0, 1e6, true}},
          .check_duration = 5,
          .soak_duration = 30,
          .build = build};
}

}  // namespace stiction

// Unit cubes that fall into a box, all at once from layers above each other.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scenes/gallery/building.h"
#include "scenes/gallery/elastic/lasting.h"
#include "scenes/gallery/entries.h"
#include "scenes/gallery/scatter.h"

namespace stiction {
namespace {

using namespace building;

// Of the pile of 1,000 from which the others follow.
constexpr int kCount = 1000;
constexpr int kSide = 8;                      // cubes along a layer
constexpr double kBox = 11;                   // inner width [m]
constexpr double kPitch = 1.3, kLayer = 1.5;  // from cube to cube in a layer, from layer to layer [m]
constexpr double kLowest = 1;                 // height of the first layer [m]
constexpr double kTilt = 0.25;                // at most [rad]
constexpr double kWall = 1;                   // thickness [m]
constexpr double kCalm = 8;                   // from the last cube's fall to rest: columns rock on their edges [s],
constexpr double kCalmLayer = 0.5;            // and the longer the higher: for each layer above kLowLayers [s]
constexpr int kLowLayers = 8;
constexpr double kJudged = 1.5;  // at rest [s]

// How a pile of this many cubes is laid out.
struct Layout {
  int side = 0;       // cubes along a layer
  int layers = 0;     // the highest may be incomplete
  double box = 0;     // inner width [m]
  double height = 0;  // of the walls [m]
};

Layout layout_of(const GalleryValues& values) {
  const double size = values.whole("count") / static_cast<double>(kCount);
  const double growth = values.whole("growth") == 1 ? std::sqrt(size) : std::cbrt(size);
  Layout layout;
  layout.side = std::max(2, static_cast<int>(std::lround(kSide * growth)));
  layout.layers = (values.whole("count") + layout.side * layout.side - 1) / (layout.side * layout.side);
  layout.box = kBox * layout.side / kSide;
  layout.height = std::max(8.0, kLowest + kLayer * layout.layers);
  return layout;
}

// When all cubes have come to rest, in tenths [s].
double settled(const Layout& layout) {
  const double falling = std::sqrt(2 * kLayer * layout.layers / kGravity);
  return std::ceil(10 * falling) / 10 + kCalm + kCalmLayer * std::max(0, layout.layers - kLowLayers);
}

double least_duration(const GalleryValues& values) {
  return settled(layout_of(values)) + kJudged;
}

void add_open_box(Model& model, int material, const Layout& layout) {
  const double outer = layout.box + 2 * kWall, height = layout.height;
  add_box(model, "ground", material, Vec3(outer, outer, kWall), Vec3(0, 0, -kWall / 2)).fixed = true;
  for (int wall = 0; wall < 4; ++wall) {
    const double way = (wall % 2 == 0 ? 1 : -1) * (layout.box + kWall) / 2;
    const bool across_x = wall < 2;
    add_box(model, fmt::format("wall{}", wall), material,
            across_x ? Vec3(kWall, outer, height) : Vec3(outer, kWall, height),
            across_x ? Vec3(way, 0, height / 2) : Vec3(0, way, height / 2))
        .fixed = true;
  }
}

// Three numbers in [-1, 1) make the axis, and its length the angle.
Quat tilt_of(std::uint64_t seed, int cube) {
  const auto number = [&](int axis) { return 2 * scattered(seed, 3 * static_cast<std::uint64_t>(cube) + axis) - 1; };
  const Vec3 turn = kTilt / std::sqrt(3.0) * Vec3(number(0), number(1), number(2));
  return Quat(Eigen::AngleAxisd(turn.norm(), turn.normalized()));
}

void add_cubes(Model& model, int material, const Layout& layout, const GalleryValues& values) {
  const Shape cube = make_box_shape(Vec3::Ones());  // one for all
  const int side = layout.side, count = values.whole("count");
  model.bodies.reserve(model.bodies.size() + count);
  for (int i = 0; i < count; ++i) {
    const int layer = i / (side * side);
    const Vec3 cell(i % side - (side - 1) / 2.0, i / side % side - (side - 1) / 2.0, layer);
    const Vec3 place(kPitch * cell.x(), kPitch * cell.y(), kLowest + kLayer * cell.z());
    add_shape(model, fmt::format("cube{}", i), material, cube, {place, tilt_of(values.whole("seed"), i)});
  }
}

void add_expectations(Scene& scene, const Layout& layout) {
  const double inner = layout.box / 2 - 0.49, from = settled(layout);  // half a cube from the walls
  scene.expectations = {expect_position("cube*", 0, -inner, inner, from),
                        expect_position("cube*", 1, -inner, inner, from),
                        expect_position("cube*", 2, 0.49, layout.height, from),
                        expect_at_rest("cube*", 1e-3, 1e-3, from),
                        expect_penetration(1e-4, from),
                        expect_penetration_falls(1e-5, from),
                        expect_converged(0.95)};
}

Scene build(const GalleryValues& values) {
  Scene scene;
  // Cubes that turn as they fall hit with corners that were not near; that much is pushed out again.
  scene.model.recovery = 0.2;
  const int stone = add_material(scene.model, "stone", 1000, values["mu"]);
  const Layout layout = layout_of(values);
  add_open_box(scene.model, stone, layout);
  add_cubes(scene.model, stone, layout, values);
  add_expectations(scene, layout);
  return scene;
}

}  // namespace

GalleryEntry cube_pile_entry() {
  return {.name = "cube-pile",
          .summary = "Unit cubes fall into a box and come to rest in a pile",
          .claims = "SP-20",
          .parameters = {{"count", 64, "", kChosen, "cubes", 1, 100000, true},
                         {"growth", 0, "", kChosen,
                          "0: more cubes make the pile wider and higher; 1: wider, with 16 layers", 0, 1, true},
                         {"mu", 0.5, "", kChosen, "friction coefficient", 0, 2},
                         {"seed", 1, "", kChosen, "seed of the cubes' tilts", 0, 1e6, true}},
          .check_duration = 11.1,
          .soak_duration = 60,
          .least_duration = least_duration,
          .build = build};
}

}  // namespace stiction

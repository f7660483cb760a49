// Non-convex soft things fall into a basket, layer by layer, and come to rest on each other.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scenes/gallery/building.h"
#include "scenes/gallery/elastic/volume_ratio.h"
#include "scenes/gallery/entries.h"
#include "scenes/gallery/penalty/cube_shapes.h"
#include "scenes/gallery/penalty/kinetic_energy.h"
#include "scenes/gallery/penalty/penalty_solver.h"
#include "scenes/gallery/points/soft_points.h"
#include "scenes/gallery/scatter.h"

namespace stiction {
namespace {

using namespace building;

constexpr double kCube = 0.08;      // of which things are made [m]
constexpr double kSpacing = 0.36;   // between things at the start: more than the longest is across [m]
constexpr double kWall = 0.2;       // thickness [m]
constexpr double kPause = 0.3;      // between layers [s]
constexpr double kSpeed = 1;        // downward, of a layer at the start [m/s]
constexpr double kRise = 0.07;      // of the heap with each layer, generously [m]
constexpr double kCalm = 3.5;       // after the last layer all has come to rest [s],
constexpr double kCalmLayer = 0.1;  // and as much more for each layer [s]
constexpr double kStep = 8e-4;      // [s]

// How many side by side.
int along(int count) {
  return std::max(2, static_cast<int>(std::ceil(std::cbrt(0.4 * count))));
}
int layers(int count) {
  const int side = along(count);
  return (count + side * side - 1) / (side * side);
}
double inner_width(int count) {
  return kSpacing * along(count) + 0.02;
}

// A bottom and four sides, open above, each a body of its own.
void add_basket(Model& model, int material, double inner, double depth) {
  const double outer = inner + 2 * kWall;
  add_box(model, "bottom", material, {outer, outer, kWall}, {0, 0, -kWall / 2}).fixed = true;
  for (int side = 0; side < 4; ++side) {
    const Quat turn(Eigen::AngleAxisd(M_PI / 2 * side, Vec3::UnitZ()));
    add_box(model, fmt::format("side{}", side), material, {kWall, outer, depth},
            turn * Vec3((inner + kWall) / 2, 0, depth / 2), turn)
        .fixed = true;
  }
}

void add_things(Model& model, int material, const GalleryValues& values) {
  const int count = values.whole("count"), side = along(count), kind = values.whole("kind");
  std::vector<std::shared_ptr<ElasticSpec>> specs;
  for (const CubeShape& shape : cube_shapes()) {
    specs.push_back(soft_points(kCube, values["young"], values["damping"], integrator_of(values)));
    specs.back()->mesh = std::make_shared<TetMesh>(cube_mesh(shape.picture, kCube, values.whole("fine")));
    specs.back()->points.mass_damping = values["mass_damping"];
  }
  Scatter scatter(values.whole("seed"));
  for (int i = 0; i < count; ++i) {
    const int layer = i / (side * side), row = i / side % side, column = i % side;
    const Vec3 place(kSpacing * (column - 0.5 * (side - 1)), kSpacing * (row - 0.5 * (side - 1)),
                     kRise * layer + kSpacing);
    const std::size_t which = kind < static_cast<int>(specs.size()) ? kind : i % specs.size();
    Body& thing = add_shape(model, fmt::format("thing{}", i), material, SphereShape{}, {place, scatter.rotation()});
    thing.elastic = specs[which];
    thing.start_velocity = {0, 0, layer > 0 ? -kSpeed : 0};
    thing.appears_at = kPause * layer;
  }
}

Scene build(const GalleryValues& values) {
  const int count = values.whole("count");
  const double inner = inner_width(count), depth = kRise * layers(count) + 2 * kSpacing;
  Scene scene;
  scene.step = values["step"];
  set_penalty_solver(scene, values);
  const int rubber = add_material(scene.model, "rubber", 1000, values["mu"]);
  const int wood = add_material(scene.model, "wood", 600, values["mu"]);
  add_basket(scene.model, wood, inner, depth);
  add_things(scene.model, rubber, values);
  const double calm = kPause * (layers(count) - 1) + kCalm + kCalmLayer * layers(count);
  scene.expectations = {expect_position("thing*", 0, -inner / 2, inner / 2),
                        expect_position("thing*", 1, -inner / 2, inner / 2),
                        expect_position("thing*", 2, 0, depth + kSpacing)};
  if (is_baseline(values)) {
    scene.expectations.push_back(expect_mean_kinetic_energy("thing*", calm, 5e-3 * count, 1e3 * count));
  } else {
    scene.expectations.push_back(expect_mean_kinetic_energy("thing*", calm, 0, 5e-4 * count));
    scene.expectations.push_back(expect_speed("thing*", 0, 0.1, calm, Expectation::kUnlimited));
    scene.expectations.push_back(expect_penetration(0.1 * kCube, calm));
    scene.expectations.push_back(expect_not_inside_out("thing*"));
  }
  return scene;
}

}  // namespace

GalleryEntry basket_entry() {
  return {.name = "basket",
          .summary = "Non-convex soft things fall into a basket and come to rest on each other",
          .claims = "PF-7, PF-9",
          .parameters = {{"count", 12, "", kChosen, "number of bodies", 1, 5000, true},
                         {"kind", 5, "", kChosen,
                          "0: jacks, 1: crosses, 2: stirrups, 3: corners, 4: rings, 5: all in turn", 0, 5, true},
                         {"mu", 0.5, "", kChosen, "friction coefficient", 0, 10},
                         {"young", 1e5, "Pa", kChosen, "Young's modulus", 1e3, 1e9},
                         {"damping", 1e-3, "s", kChosen, "stiffness-proportional damping", 0, 1},
                         {"mass_damping", 30, "1/s", kChosen, "mass-proportional damping of what deforms", 0, 1000},
                         {"fine", 2, "", kChosen, "elements along the edge of a cube", 1, 4, true},
                         {"seed", 1, "", kChosen, "seed of the bodies' orientations", 0, 1e6, true},
                         baseline_parameter(),
                         implicit_parameter(0),
                         {"step", kStep, "s", kChosen, "time step", 1e-6, 0.1}},
          .check_duration = 5.5,
          .soak_duration = 20,
          .build = build};
}

}  // namespace stiction

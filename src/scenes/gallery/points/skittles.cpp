// Soft balls break a pyramid of soft skittles, far from all gravity.
#include <fmt/format.h>

#include <cmath>

#include "scenes/gallery/building.h"
#include "scenes/gallery/elastic/lasting.h"
#include "scenes/gallery/elastic/volume_ratio.h"
#include "scenes/gallery/entries.h"
#include "scenes/gallery/points/momentum_kept.h"
#include "scenes/gallery/points/soft_points.h"

namespace stiction {
namespace {

using namespace building;

constexpr double kHeight = 0.4, kRadius = 0.06;  // of a skittle [m]
constexpr double kSpacing = 0.18;                // between the axes of neighbours [m]
constexpr double kBall = 0.11;                   // radius of a ball [m]

Solid at_height(Solid solid, double z) {
  solid.pose.position = {0, 0, z};
  return solid;
}

// A belly, a neck and a head.
Shape skittle_shape(double cell) {
  Solid skittle("union");
  skittle.set("blend", 0.04);
  skittle.parts = {at_height(Solid("ellipsoid").set("size", Vec3(2 * kRadius, 2 * kRadius, 0.28)), 0.14),
                   at_height(Solid("capsule").set("radius", 0.028).set("length", 0.13), 0.28),
                   at_height(Solid("sphere").set("radius", 0.036), kHeight - 0.036)};
  MeshOptions options;
  options.cache = default_cache_folder();
  return make_solid_shape(skittle, cell, options);
}

// A triangle in the plane z = 0 whose tip looks at the balls.
void add_skittles(Model& model, int material, const GalleryValues& values) {
  const double cell = values["cell"];
  const Shape shape = skittle_shape(cell);
  const auto spec = soft_points(cell, values["young"], values["damping"], integrator_of(values));
  int count = 0;
  for (int row = 0; row < values.whole("rows"); ++row) {
    for (int i = 0; i <= row; ++i) {
      const Vec3 place(row * kSpacing * std::sqrt(0.75), (i - 0.5 * row) * kSpacing, 0);
      add_shape(model, fmt::format("skittle{}", count++), material, shape, {place, Quat::Identity()}).elastic = spec;
    }
  }
}

// One behind the other, each somewhat aside.
void add_balls(Model& model, int material, const GalleryValues& values) {
  const auto spec = soft_points(kBall / 2.5, values["young"], values["damping"], integrator_of(values));
  for (int i = 0; i < values.whole("balls"); ++i) {
    const Vec3 place(-0.3 - 0.6 * i, i % 2 == 0 ? 0.015 : -0.1, 0.15 + 0.02 * i);
    Body& ball = add_sphere(model, fmt::format("ball{}", i), material, kBall, place);
    ball.start_velocity = {values["speed"], 0, 0};
    ball.elastic = spec;
  }
}

Scene build(const GalleryValues& values) {
  Scene scene;
  scene.step = values["step"];
  scene.model.gravity.setZero();
  const auto rubber = [&](const char* name) {  // colours apart, the same rubber
    return add_material(scene.model, name, 1000, values["mu"], values["restitution"]);
  };
  add_skittles(scene.model, rubber("blue rubber"), values);
  add_balls(scene.model, rubber("red rubber"), values);
  scene.expectations = {expect_moved("skittle*", 0.05),
                        expect_momentum_kept(1e-12),
                        expect_penetration(0.1 * kRadius),
                        expect_not_inside_out("*"),
                        expect_energy_falls(0.02 * values["speed"] * values["speed"]),
                        expect_converged(0.99)};
  return scene;
}

}  // namespace

GalleryEntry skittles_entry() {
  return {.name = "skittles",
          .summary = "Soft balls break a pyramid of soft skittles without gravity: contacts in many separate regions",
          .claims = "RG-1, RG-2, RG-6",
          .parameters = {{"rows", 4, "", kChosen, "rows of the pyramid; four are ten skittles", 1, 20, true},
                         {"balls", 2, "", kChosen, "balls, one behind the other", 1, 20, true},
                         {"speed", 5, "m/s", kChosen, "speed of the balls", 0.1, 50},
                         {"mu", 0.3, "", kChosen, "friction coefficient", 0, 10},
                         {"restitution", 0, "", kChosen, "coefficient of restitution", 0, 1},
                         {"young", 1e5, "Pa", kChosen, "Young's modulus", 1e3, 1e9},
                         {"damping", 5e-5, "s", kChosen, "stiffness-proportional damping", 0, 1},
                         {"cell", 0.04, "m", kChosen, "edge length of the skittles' tetrahedra", 0.01, 0.05},
                         implicit_parameter(0),
                         {"step", 5e-4, "s", kChosen, "time step", 1e-6, 0.1}},
          .check_duration = 1,
          .soak_duration = 4,
          .build = build};
}

}  // namespace stiction

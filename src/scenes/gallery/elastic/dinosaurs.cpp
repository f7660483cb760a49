// Soft dinosaurs are thrown together, meet in the air and fall in a heap.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "scenes/gallery/building.h"
#include "scenes/gallery/elastic/heap.h"
#include "scenes/gallery/elastic/lasting.h"
#include "scenes/gallery/elastic/stvk_spec.h"
#include "scenes/gallery/elastic/volume_ratio.h"
#include "scenes/gallery/entries.h"
#include "scenes/gallery/scatter.h"

namespace stiction {
namespace {

using namespace building;

constexpr double kDensity = 1000;  // [kg/m^3]
constexpr double kPoisson = 0.4;
constexpr int kRing = 3;          // dinosaurs at the same height
constexpr double kLater = 0.177;  // a ring after the one below it [s / sqrt(m) of length]: a quarter of a second

Shape dinosaur_shape(double length, double cell) {
  MeshOptions options;
  options.cache = default_cache_folder();
  return make_solid_shape(Solid("dinosaur").set("length", length), cell, options);
}

// Rings one above the other, each turned against the one below and farther out, so that it comes in later and over it.
// Everyone is headed for the axis and thrown up such that it is as high as it started when beaks meet: what fell from
// higher up would kick the others apart.
struct Ring {
  double turn;            // about the axis [rad]
  double radius, height;  // from the axis, and of the feet [m]
  double lift;            // upward [m/s]
};

Ring ring_at(int index, double length, double speed) {
  const double flight = 0.4 * length / speed + kLater * index * std::sqrt(length);  // until beaks meet [s]
  return {index * radians(40), 0.5 * length + speed * flight, (0.3 + 0.35 * index) * length, 0.5 * kGravity * flight};
}

void add_dinosaurs(Model& model, int material, const GalleryValues& values) {
  const double length = values["length"], speed = values["speed"];
  const Shape shape = dinosaur_shape(length, values["cell"]);
  const auto spec = stvk_spec(values["young"], kPoisson, values["cell"], values);
  Scatter scatter(values.whole("seed"));
  for (int i = 0; i < values.whole("count"); ++i) {
    const Ring ring = ring_at(i / kRing, length, speed);
    const double around = 2 * std::numbers::pi * (i % kRing) / kRing + ring.turn;
    const Vec3 outward(std::cos(around), std::sin(around), 0);
    const Quat inward(Eigen::AngleAxisd(around + std::numbers::pi, Vec3::UnitZ()));
    const Vec3 place = ring.radius * outward + ring.height * Vec3::UnitZ();
    Body& body = add_shape(model, fmt::format("dinosaur{}", i), material, shape, {place, inward});
    body.elastic = spec;
    body.start_velocity = -speed * outward + ring.lift * Vec3::UnitZ();
    body.start_angular_velocity = scatter.within(values["spin"]);
  }
}

Scene build(const GalleryValues& values) {
  const double length = values["length"];
  Scene scene;
  scene.step = values["step"];
  scene.model.margin = values["margin"];
  const int rubber = add_material(scene.model, "rubber", kDensity, values["mu"]);
  add_plane(scene.model, "ground", rubber, Vec3::UnitZ(), 0);
  add_dinosaurs(scene.model, rubber, values);
  const Rest rest{.bodies = "dinosaur*", .speed = 1e-3, .calm = 0.5, .by = 10};
  scene.expectations = {expect_stays_at_rest(rest, 0.01 * length),
                        expect_penetration_until_rest(rest, 0.01 * length, 0.001 * length), expect_energy_falls(1e-3),
                        expect_not_inside_out("dinosaur*"), expect_converged(0.99)};
  const int count = values.whole("count");
  if (count > kRing) scene.expectations.push_back(expect_heap("dinosaur*", count / 4, kRing + 1));
  return scene;
}

}  // namespace

GalleryEntry dinosaurs_entry() {
  return {.name = "dinosaurs",
          .summary = "Soft dinosaurs are thrown together and fall in a heap that stays",
          .claims = "SP-17",
          .parameters = {{"count", 9, "", kChosen, "dinosaurs; nine have the paper's degrees of freedom", 1, 200, true},
                         {"length", 2, "m", kChosen, "length from beak to tail", 0.1, 20},
                         {"speed", 2, "m/s", kChosen, "speed with which each is thrown towards the others", 0.1, 10},
                         {"spin", 1.5, "rad/s", kChosen, "largest of each component of the spin", 0, 20},
                         {"mu", 0.5, "", kStated, "friction coefficient", 0, 10},
                         {"young", 8e5, "Pa", kChosen, "Young's modulus", 1e4, 1e10},
                         {"damping", 0.03, "s", kChosen, "stiffness-proportional damping", 0, 1},
                         {"modes", 12, "", kChosen, "modes whose derivatives are taken", 2, 40, true},
                         {"dofs", 29, "", kChosen, "shapes in all, of each", 4, 100, true},
                         {"cell", 0.1, "m", kChosen, "edge length of the tetrahedra", 1e-4, 1},
                         {"margin", 0.02, "m", kChosen,
                          "gap below which contact points are created; 0.08: about the paper's number", 0, 1},
                         {"seed", 1, "", kChosen, "seed of the spins", 0, 1e6, true},
                         {"step", 0.01, "s", kStated, "time step", 1e-5, 0.1}},
          .check_duration = 10,
          .soak_duration = 600,
          .build = build};
}

}  // namespace stiction

// Soft balls fall into a bucket and come to rest on each other.
#include <fmt/format.h>

#include <cmath>

#include "scenes/gallery/building.h"
#include "scenes/gallery/elastic/lasting.h"
#include "scenes/gallery/elastic/volume_ratio.h"
#include "scenes/gallery/entries.h"
#include "scenes/gallery/points/soft_points.h"
#include "scenes/gallery/scatter.h"

namespace stiction {
namespace {

using namespace building;

constexpr int kStaves = 12;
constexpr double kStave = 0.04;   // thickness of staves and bottom [m]
constexpr double kSettled = 2.5;  // by then balls rock at most [s]

// Flat staves round a bottom: inner radius, depth [m].
Shape bucket_shape(double radius, double depth) {
  std::vector<CompoundPart> parts;
  const double side = 2 * (radius + kStave) * std::tan(M_PI / kStaves);
  for (int i = 0; i < kStaves; ++i) {
    const Quat turn(Eigen::AngleAxisd(2 * M_PI * i / kStaves, Vec3::UnitZ()));
    parts.push_back(
        {make_box_shape({kStave, side, depth}), {turn * Vec3(radius + kStave / 2, 0, kStave + depth / 2), turn}});
  }
  const double width = 2 * (radius + kStave);
  parts.push_back({make_box_shape({width, width, kStave}), {Vec3(0, 0, kStave / 2), Quat::Identity()}});
  return make_compound_shape(parts);
}

// Layers of four and three above each other, each somewhat out of place.
void add_balls(Model& model, int material, double bucket, const GalleryValues& values) {
  const double radius = values["radius"], reach = bucket - 1.2 * radius;
  const auto spec = soft_points(values["cell"], values["young"], values["damping"], integrator_of(values));
  spec->points.mass_damping = values["mass_damping"];
  Scatter scatter(values.whole("seed"));
  double height = kStave + 1.2 * radius;
  for (int i = 0, layer = 0; i < values.whole("count"); ++layer, height += 2.3 * radius) {
    const int in_layer = layer % 2 == 0 ? 4 : 3;
    const double turn = scatter.between(0, 2 * M_PI);
    for (int k = 0; k < in_layer && i < values.whole("count"); ++k, ++i) {
      const double angle = turn + 2 * M_PI * k / in_layer, out = reach * scatter.between(0.92, 1);
      const Vec3 place(out * std::cos(angle), out * std::sin(angle), height);
      add_sphere(model, fmt::format("ball{}", i), material, radius, place).elastic = spec;
    }
  }
}

Scene build(const GalleryValues& values) {
  const double radius = values["radius"], bucket = 3 * radius;
  const int layers = (values.whole("count") + 6) / 7 * 2;
  Scene scene;
  scene.step = values["step"];
  const int material = add_material(scene.model, "rubber", 1000, values["mu"]);
  Body& wall = add_shape(scene.model, "bucket", material, bucket_shape(bucket, (1.7 * layers + 1) * radius), Pose{});
  wall.fixed = true;
  add_balls(scene.model, material, bucket, values);
  const Rest rest{.bodies = "ball*", .speed = 0.01, .by = 12};  // they rock for long: nothing brakes a rolling ball
  scene.expectations = {expect_speed("ball*", 0, 0.15, kSettled, Expectation::kUnlimited),
                        expect_stays_at_rest(rest, 0.1 * radius),
                        expect_penetration(0.03 * radius),
                        expect_position("ball*", 2, kStave, 100),
                        expect_position("ball*", 0, -bucket, bucket),
                        expect_position("ball*", 1, -bucket, bucket),
                        expect_not_inside_out("ball*"),
                        expect_energy_falls(1e-3 * values.whole("count")),
                        expect_converged(0.99)};
  return scene;
}

}  // namespace

GalleryEntry bucket_entry() {
  return {.name = "bucket",
          .summary = "Soft balls fall into a bucket and come to rest on each other",
          .claims = "RG-2, RG-5, RG-6",
          .parameters = {{"count", 7, "", kChosen, "number of balls", 1, 2000, true},
                         {"radius", 0.1, "m", kChosen, "radius of a ball", 0.01, 1},
                         {"mu", 0.4, "", kChosen, "friction coefficient", 0, 10},
                         {"young", 1e5, "Pa", kChosen, "Young's modulus", 1e3, 1e9},
                         {"damping", 2e-4, "s", kChosen, "stiffness-proportional damping", 0, 1},
                         {"mass_damping", 20, "1/s", kChosen, "mass-proportional damping of what deforms", 0, 1000},
                         {"cell", 0.05, "m", kChosen, "edge length of the tetrahedra", 0.005, 1},
                         {"seed", 1, "", kChosen, "seed of the balls' places", 0, 1e6, true},
                         implicit_parameter(0),
                         {"step", 5e-4, "s", kChosen, "time step", 1e-6, 0.1}},
          .check_duration = 4,
          .soak_duration = 30,
          .build = build};
}

}  // namespace stiction

// A soft beam hangs over a round support, bent far under its own weight, as Euler's elastica says.
#include <cmath>

#include "scenes/gallery/building.h"
#include "scenes/gallery/elastic/beam_height.h"
#include "scenes/gallery/elastic/stvk_spec.h"
#include "scenes/gallery/entries.h"

namespace stiction {
namespace {

using namespace building;

constexpr double kPoisson = 0.3;
constexpr double kDensity = 1000;  // [kg/m^3]
constexpr double kSupport = 0.01;  // radius of the support [m]

// Half of the beam: clamped level at s = 0, free at s = 1, in units of its length. theta'' = -load (1 - s) cos theta,
// where load is weight x length^2 / stiffness and theta the angle below the horizontal.
struct ElasticaEnd {
  double bend;   // theta' at the end
  double droop;  // how far the end is below the support
};

ElasticaEnd elastica_from(double load, double bend) {
  constexpr int kSteps = 2000;
  const double h = 1.0 / kSteps;
  double angle = 0, slope = bend, droop = 0;
  for (int i = 0; i < kSteps; ++i) {  // midpoint rule
    const double s = i * h, middle_angle = angle + 0.5 * h * slope;
    const double middle_slope = slope - 0.5 * h * load * (1 - s) * std::cos(angle);
    slope -= h * load * (1 - s - 0.5 * h) * std::cos(middle_angle);
    droop += h * std::sin(middle_angle);
    angle += h * middle_slope;
  }
  return {slope, droop};
}

// Of the end, against the half length. The end has no moment: theta' at the support is found by bisection.
double elastica_droop(double load) {
  double low = 0, high = 0.5 * load;  // the linear beam's
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (elastica_from(load, middle).bend > 0 ? high : low) = middle;
  }
  return elastica_from(load, high).droop;
}

Scene build(const GalleryValues& values) {
  const double length = values["length"], side = length / values["slenderness"], half = length / 2;
  Scene scene;
  scene.step = values["step"];
  const int material = add_material(scene.model, "rubber", kDensity, values["mu"]);
  const Vec3 top(0, 0, half);  // of the support; the ends stay off the ground that pictures show
  const Pose across{top - Vec3(0, 0, kSupport), Quat(Eigen::AngleAxisd(radians(90), Vec3::UnitX()))};
  add_shape(scene.model, "support", material, make_cylinder_shape(kSupport, 4 * side), across).fixed = true;
  const auto spec = stvk_spec(values["young"], kPoisson, side, values);
  add_box(scene.model, "beam", material, Vec3(length, side, side), top + Vec3(0, 0, side / 2)).elastic = spec;
  const double load = 12 * kDensity * kGravity * half * half * half / (values["young"] * side * side);
  const double droop = half * elastica_droop(load);
  const auto measured = [half](const Moment& moment) {
    const int body = moment.model.body_index("beam");
    return height_at(moment, body, 0) - (height_at(moment, body, -half) + height_at(moment, body, half)) / 2;
  };
  scene.expectations = {expect_figure("the ends hang down by", "m", measured, 0.97 * droop, 1.03 * droop),
                        expect_at_rest("beam", 0.5 * droop + 0.01, 1e-3), expect_converged(0.999),
                        expect_penetration(1e-4, 1)};
  return scene;
}

}  // namespace

GalleryEntry stvk_beam_entry() {
  return {.name = "stvk-beam",
          .summary = "A soft beam hangs over a round support, bent far, as the elastica says",
          .claims = "SP-9",
          .parameters = {{"length", 1, "m", kChosen, "length of the beam", 0.1, 10},
                         {"slenderness", 30, "", kChosen, "length over height and width", 10, 60},
                         {"young", 2.5e6, "Pa", kChosen, "Young's modulus", 1e6, 1e10},
                         {"damping", 0.02, "s", kChosen, "stiffness-proportional damping", 0, 1},
                         {"modes", 12, "", kChosen, "modes whose derivatives are taken", 2, 40, true},
                         {"dofs", 36, "", kChosen, "shapes in all", 4, 100, true},
                         {"mu", 0.5, "", kChosen, "friction coefficient", 0, 10},
                         {"step", 0.01, "s", kChosen, "time step", 1e-5, 0.1}},
          .check_duration = 12,
          .soak_duration = 600,
          .build = build};
}

}  // namespace stiction

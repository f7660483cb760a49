// Conveyor belts: a box put on one is carried along, up to the angle of friction.
#include <algorithm>
#include <cmath>

#include "scenes/gallery/building.h"
#include "scenes/gallery/entries.h"

namespace stiction {
namespace {

using namespace building;

constexpr double kBox = 0.2;  // edge length [m]

// Adds a belt that rises along +x at this slope and a box on it, on a level of their own.
int add_belt_with_box(Scene& scene, const std::string& name, int material, double slope, double speed,
                      bool moves_along) {
  Model& model = scene.model;
  const Quat tilt(Eigen::AngleAxisd(-slope, Vec3::UnitY()));
  const int level = static_cast<int>(model.bodies.size());
  Body& belt = add_plane(model, name, material, Vec3::UnitZ(), 0);
  belt.start.rotation = tilt;
  belt.level = level;
  add_belt(model, static_cast<int>(model.bodies.size()) - 1, Vec3(speed, 0, 0));
  Body& box = add_box(model, name + "-box", material, Vec3::Constant(kBox), tilt * Vec3(0, 0, kBox / 2), tilt);
  box.level = level;
  if (moves_along) box.start_velocity = tilt * Vec3(speed, 0, 0);
  return static_cast<int>(model.bodies.size()) - 1;
}

// How far the belt has run ahead of the box [m].
double lag(const Moment& moment, int box, double slope, double speed) {
  const Vec3 uphill(std::cos(slope), 0, std::sin(slope));
  return speed * moment.state.time -
         uphill.dot(moment.state.bodies[box].center - moment.model.bodies[box].start.position);
}

void expect_carried(Scene& scene, int material, double slope, double speed) {
  const int box = add_belt_with_box(scene, "gentle", material, slope, speed, true);
  scene.expectations.push_back(expect_figure(
      "on the gentler slope the box lags behind the belt by", "m",
      [=](const Moment& m) { return lag(m, box, slope, speed); }, -1e-6, 1e-6));
}

void expect_slipping(Scene& scene, int material, double slope, double speed, double mu) {
  const int box = add_belt_with_box(scene, "steep", material, slope, speed, true);
  const double slip = kGravity * (std::sin(slope) - mu * std::cos(slope));  // acceleration against the belt [m/s^2]
  scene.expectations.push_back(expect_figure(
      "on the steeper slope the lag over the closed form is", "",
      [=](const Moment& m) { return lag(m, box, slope, speed) / (0.5 * slip * m.state.time * m.state.time); }, 0.98,
      1.02));
}

Scene build(const GalleryValues& values) {
  const double mu = values["mu"], speed = values["speed"];
  Scene scene;
  scene.step = std::min(1e-3, 2e-3 * speed / (mu * kGravity));  // the slip is first order in the step: 0.2 %
  const int material = add_material(scene.model, "rubber", 1100, mu);
  const int box = add_belt_with_box(scene, "flat", material, 0, speed, false);
  const double slide = speed * speed / (2 * mu * kGravity);  // of the box until it moves with the belt [m]
  scene.expectations.push_back(expect_figure(
      "on the flat belt the box lags behind by v^2 / (2 mu g):", "m",
      [=](const Moment& m) { return lag(m, box, 0, speed); }, 0.995 * slide, 1.005 * slide));
  scene.expectations.push_back(expect_speed("flat-box", speed * (1 - 1e-9), speed * (1 + 1e-9),
                                            1.01 * speed / (mu * kGravity), Expectation::kUnlimited));
  expect_carried(scene, material, std::atan(mu) * (1 - values["off"]), speed);
  expect_slipping(scene, material, std::atan(mu) * (1 + values["off"]), speed, mu);
  scene.expectations.push_back(expect_penetration(1e-6));
  scene.expectations.push_back(expect_converged(0.999));
  return scene;
}

}  // namespace

GalleryEntry conveyor_entry() {
  return {.name = "conveyor",
          .summary =
              "A box put on a running belt slips v^2 / (2 mu g) and is carried; inclined belts carry it up to the "
              "angle of friction",
          .claims = "",
          .parameters = {{"speed", 2, "m/s", kChosen, "speed of the belts", 0.5, 5},
                         {"mu", 0.3, "", kChosen, "friction coefficient", 0.05, 1},
                         {"off", 0.005, "", kChosen,
                          "slopes of the inclined belts, above and below the angle of friction", 1e-4, 0.5}},
          .check_duration = 5,
          .soak_duration = 30,
          .build = build};
}

}  // namespace stiction

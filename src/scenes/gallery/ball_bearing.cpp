// A thrust bearing: balls between a driven race and one that presses on them. They roll at half the race's speed.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "scenes/gallery/building.h"
#include "scenes/gallery/entries.h"

namespace stiction {
namespace {

using namespace building;

constexpr double kRadius = 0.1;      // of the circle of balls [m]
constexpr double kRace = 0.13;       // radius of the races [m]
constexpr double kThickness = 0.01;  // of the races [m]

// Speed of a ball's centre over half the speed of the driven race below it.
double rolling_share(const Moment& moment, int ball, double omega) {
  const BodyState& state = moment.state.bodies[ball];
  return 2 * state.velocity.head<2>().norm() / (omega * state.center.head<2>().norm());
}

Expectation expect_share(const char* which, double omega, bool slowest) {
  return expect_figure(
      fmt::format("speed of the {} ball over half the race's speed:", which), "",
      [=](const Moment& moment) {
        double share = slowest ? Expectation::kUnlimited : 0;
        for (int ball : select_free_bodies("ball*", moment.model)) {
          const double own = rolling_share(moment, ball, omega);
          share = slowest ? std::min(share, own) : std::max(share, own);
        }
        return share;
      },
      0.98, 1.02);
}

Scene build(const GalleryValues& values) {
  const int count = values.whole("count");
  const double omega = values["omega"];
  const double ball = 0.4 * kRadius * std::sin(std::numbers::pi / std::max(count, 6));  // radius [m]
  Scene scene;
  scene.step = 1e-3;
  const int steel = add_material(scene.model, "steel", 7850, values["mu"]);
  const Shape race = make_cylinder_shape(kRace, kThickness);
  add_shape(scene.model, "driven-race", steel, race, {Vec3(0, 0, -kThickness / 2), Quat::Identity()});
  add_velocity(scene.model, 0, Vec3::Zero(), Vec3(0, 0, omega));
  for (int i = 0; i < count; ++i) {
    const double angle = 2 * std::numbers::pi * i / count;
    add_sphere(scene.model, fmt::format("ball{}", i), steel, ball,
               Vec3(kRadius * std::cos(angle), kRadius * std::sin(angle), ball));
  }
  Body& held =
      add_shape(scene.model, "held-race", steel, race, {Vec3(0, 0, 2 * ball + kThickness / 2), Quat::Identity()});
  held.lock = {true, true, false, true, true, true};

  scene.expectations.push_back(expect_share("slowest", omega, true));
  scene.expectations.push_back(expect_share("fastest", omega, false));
  scene.expectations.push_back(expect_at_rest("held-race", 1e-6, 1e-6));
  scene.expectations.push_back(expect_penetration(1e-6));
  scene.expectations.push_back(expect_converged(0.99));
  return scene;
}

}  // namespace

GalleryEntry ball_bearing_entry() {
  return {.name = "ball-bearing",
          .summary = "Balls between a driven race and a held one that presses on them roll at half the race's speed",
          .claims = "",
          .parameters = {{"count", 12, "", kChosen, "balls", 3, 60, true},
                         {"omega", 5, "rad/s", kChosen, "turns of the driven race", 0.1, 20},
                         {"mu", 0.2, "", kChosen, "friction coefficient", 0.05, 2}},
          .check_duration = 3,
          .soak_duration = 20,
          .build = build};
}

}  // namespace stiction

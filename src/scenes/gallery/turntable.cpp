// Blocks on a spinning disk: friction holds those within r = mu g / omega^2.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "scenes/gallery/building.h"
#include "scenes/gallery/entries.h"

namespace stiction {
namespace {

using namespace building;

// Radii of the blocks over the critical one; the friction of an aligned block is used up at its centre's radius.
constexpr double kInside[] = {0.3, 0.6, 0.9, 0.995};
constexpr double kOutside[] = {1.005, 1.1};
constexpr double kThickness = 0.05;  // of the disk [m]
constexpr double kGround = -0.5;     // [m]

void add_block(Scene& scene, int material, const std::string& name, double radius, double angle, double omega,
               double size) {
  const Quat turn(Eigen::AngleAxisd(angle, Vec3::UnitZ()));
  const Vec3 place = turn * Vec3(radius, 0, 0);
  Body& block = add_box(scene.model, name, material, Vec3(size, size, size / 2), place + Vec3(0, 0, size / 4), turn);
  block.start_angular_velocity = Vec3(0, 0, omega);
  block.start_velocity = block.start_angular_velocity.cross(place);
}

// Distance from the axis, now against the start [m].
double outward(const Moment& moment, int body) {
  const Vec3& now = moment.state.bodies[body].center;
  const Vec3& before = moment.model.bodies[body].start.position;
  return std::hypot(now.x(), now.y()) - std::hypot(before.x(), before.y());
}

Scene build(const GalleryValues& values) {
  const double omega = values["omega"], mu = values["mu"];
  const double critical = mu * kGravity / (omega * omega);
  const double size = critical / 12;
  Scene scene;
  scene.step = 0.005;
  const int material = add_material(scene.model, "wood", 600, mu);
  add_plane(scene.model, "ground", material, Vec3::UnitZ(), kGround);
  add_shape(scene.model, "disk", material, make_cylinder_shape(1.25 * critical, kThickness),
            {Vec3(0, 0, -kThickness / 2), Quat::Identity()});
  add_velocity(scene.model, 1, Vec3::Zero(), Vec3(0, 0, omega));

  const int count = static_cast<int>(std::size(kInside) + std::size(kOutside));
  int placed = 0;
  const auto next_angle = [&] { return 2 * std::numbers::pi * placed++ / count; };
  for (double share : kInside) {
    const std::string name = fmt::format("inner-{:g}", share);
    add_block(scene, material, name, share * critical, next_angle(), omega, size);
    const int body = scene.model.body_index(name);
    scene.expectations.push_back(expect_figure(
        fmt::format("{} has moved outward by", name), "m", [body](const Moment& m) { return outward(m, body); },
        -1e-3 * critical, 1e-3 * critical));
  }
  for (double share : kOutside) {
    add_block(scene, material, fmt::format("outer-{:g}", share), share * critical, next_angle(), omega, size);
  }
  // Slid off the disk, and down.
  scene.expectations.push_back(expect_position("inner*", 2, 0.2 * size, 0.3 * size));
  scene.expectations.push_back(expect_figure(
      "the outer blocks have fallen from the disk: highest centre", "m",
      [](const Moment& m) {
        double top = -Expectation::kUnlimited;
        for (int body : select_free_bodies("outer*", m.model)) top = std::max(top, m.state.bodies[body].center.z());
        return top;
      },
      -Expectation::kUnlimited, -kThickness));
  scene.expectations.push_back(expect_converged(0.999));
  return scene;
}

}  // namespace

GalleryEntry turntable_entry() {
  return {.name = "turntable",
          .summary =
              "Blocks on a spinning disk: those within the critical radius mu g / omega^2 ride along, those beyond "
              "slide off",
          .claims = "",
          .parameters = {{"omega", 3, "rad/s", kChosen, "turns of the disk", 0.5, 20},
                         {"mu", 0.4, "", kChosen, "friction coefficient", 0.05, 2}},
          .check_duration = 8,
          .soak_duration = 60,
          .build = build};
}

}  // namespace stiction

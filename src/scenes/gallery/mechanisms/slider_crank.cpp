// A crank that draws a heavy block to and fro over a rough floor: joints and friction in one loop.
#include <cmath>

#include "scenes/gallery/entries.h"
#include "scenes/gallery/mechanisms/links.h"

namespace stiction {
namespace {

using namespace building;

constexpr double kCrank = 0.2, kRod = 0.7;                        // [m]
constexpr double kThickness = 0.03;                               // of crank and rod [m]
constexpr double kBlock = 0.3, kPin = kBlock / 2, kShaft = 0.35;  // block; height of its pin and of the shaft [m]

// Where the pin is for an angle of the crank [m].
double pin_place(double angle) {
  const double drop = kShaft + kCrank * std::sin(angle) - kPin;
  return kCrank * std::cos(angle) + std::sqrt(kRod * kRod - drop * drop);
}

Scene build(const GalleryValues& values) {
  Scene scene;
  scene.step = 0.005;
  Model& model = scene.model;
  const int iron = add_material(model, "iron", 7800, values["mu"]);
  add_plane(model, "floor", iron, Vec3::UnitZ(), 0);
  const Vec3 shaft(0, 0, kShaft), wrist(kCrank, 0, kShaft), pin(pin_place(0), 0, kPin);
  const int crank = add_bar(model, "crank", iron, shaft, wrist, kThickness);
  const int rod = add_bar(model, "rod", iron, wrist, pin, kThickness);
  model.bodies[crank].level = 1;
  model.bodies[rod].level = 2;
  add_box(model, "block", iron, {kBlock, kBlock, kBlock}, pin);
  const int block = last_body(model);
  add_hinge(model, kWorld, crank, shaft).motor = JointMotor{values["speed"], values["torque"]};
  add_hinge(model, crank, rod, wrist);
  add_hinge(model, rod, block, pin);
  compute_masses(model);
  scene.expectations.push_back(expect_joints_held(1e-9));
  scene.expectations.push_back(expect_figure(
      "the block is away from where the crank's angle has it by", "m",
      [=](const Moment& m) { return std::abs(m.state.bodies[block].center.x() - pin_place(angle_in_plane(m, crank))); },
      0, 1e-5));
  scene.expectations.push_back(
      expect_position("block", 2, kPin - 1e-5, kPin + 1e-5));  // slides, neither tilts nor lifts
  scene.expectations.push_back(expect_moved("block", 1.9 * kCrank));
  scene.expectations.push_back(expect_penetration(1e-5));
  scene.expectations.push_back(expect_converged(0.999));
  return scene;
}

}  // namespace

GalleryEntry slider_crank_entry() {
  return {.name = "slider-crank",
          .summary = "A crank draws a block of 210 kg to and fro over a rough floor: joints and friction in one loop",
          .claims = "SP-9",
          .parameters = {{"speed", 3, "rad/s", kChosen, "speed of the motor", 0.1, 6},
                         {"torque", 400, "N m", kChosen, "largest torque of the motor", 1, 1e5},
                         {"mu", 0.3, "", kChosen, "friction of the block on the floor", 0, 0.6}},
          .check_duration = 5,
          .soak_duration = 600,
          .build = build};
}

}  // namespace stiction

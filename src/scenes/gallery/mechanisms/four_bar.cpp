// A four-bar linkage, driven at its crank by a motor of limited strength: a loop of four hinges.
#include <cmath>
#include <numbers>

#include "scenes/gallery/entries.h"
#include "scenes/gallery/mechanisms/links.h"

namespace stiction {
namespace {

using namespace building;

constexpr double kGround = 1, kCrank = 0.4, kCoupler = 0.9, kRocker = 0.7;  // [m]: the crank goes round (Grashof)
constexpr double kThickness = 0.04, kHeight = 1;                            // of the bars, of the ground pivots [m]

// How far the joint of coupler and rocker is from where crank and lengths have it [m].
double misplaced(const Moment& moment, int crank, int rocker) {
  const Vec3 left(0, 0, kHeight), right(kGround, 0, kHeight);
  const double angle = std::numbers::pi / 2 + angle_in_plane(moment, crank);
  const Vec3 crank_end = left + kCrank * Vec3(std::cos(angle), 0, std::sin(angle));
  const Vec3 wanted = circle_crossing(crank_end, kCoupler, right, kRocker);
  const BodyState& state = moment.state.bodies[rocker];
  const Vec3 found = state.center + state.rotation * Vec3(-kRocker / 2, 0, 0);  // the bar starts at the coupler
  return (found - wanted).norm();
}

Scene build(const GalleryValues& values) {
  Scene scene;
  Model& model = scene.model;
  const int steel = add_material(model, "steel", 7800, 0.3);
  const Vec3 left(0, 0, kHeight), right(kGround, 0, kHeight), top = left + Vec3(0, 0, kCrank);
  const Vec3 knee = circle_crossing(top, kCoupler, right, kRocker);
  const int crank = add_bar(model, "crank", steel, left, top, kThickness);
  const int coupler = add_bar(model, "coupler", steel, top, knee, kThickness);
  const int rocker = add_bar(model, "rocker", steel, knee, right, kThickness);
  for (const int body : {crank, coupler, rocker}) model.bodies[body].level = body;  // they pass each other
  add_hinge(model, kWorld, crank, left).motor = JointMotor{values["speed"], values["torque"]};
  add_hinge(model, crank, coupler, top);
  add_hinge(model, coupler, rocker, knee);
  add_hinge(model, rocker, kWorld, right);
  compute_masses(model);
  scene.expectations.push_back(expect_joints_held(1e-9));
  scene.expectations.push_back(expect_figure(
      "the rocker is away from where the crank's angle has it by", "m",
      [=](const Moment& m) { return misplaced(m, crank, rocker); }, 0, 1e-9));
  scene.expectations.push_back(expect_moved("rocker", 0.2));
  scene.expectations.push_back(expect_converged(1));
  return scene;
}

}  // namespace

GalleryEntry four_bar_entry() {
  return {.name = "four-bar",
          .summary = "A crank and rocker, driven by a motor of limited torque: a loop of hinges that stays closed",
          .claims = "SP-9",
          .parameters = {{"speed", 4, "rad/s", kChosen, "speed of the motor", 0.1, 20},
                         {"torque", 200, "N m", kChosen, "largest torque of the motor", 1, 1e5}},
          .check_duration = 5,
          .soak_duration = 600,
          .build = build};
}

}  // namespace stiction

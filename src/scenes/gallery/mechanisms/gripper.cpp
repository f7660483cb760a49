// Fingers of parallel bars, driven by motors of limited torque, pick up a block by friction and hold it.
#include <fmt/format.h>

#include <cmath>

#include "scenes/gallery/eased.h"
#include "scenes/gallery/entries.h"
#include "scenes/gallery/mechanisms/links.h"

namespace stiction {
namespace {

using namespace building;

constexpr double kBlock = 0.1;                              // edge [m]
constexpr double kPalm = 0.42;                              // height of its hinges at the start [m]
constexpr double kInner = 0.08, kOuter = 0.14;              // where bars hang, from the middle [m]
constexpr double kBar = 0.16, kBarThickness = 0.012;        // [m]
constexpr double kPadAside = 0.05;                          // from the inner bar's end to the pad's face [m]
constexpr double kPadThickness = 0.02, kPadHeight = 0.2;    // [m]
constexpr double kOpen = 30;                                // of the bars against the vertical [degrees]
constexpr double kDepth = 0.05;                             // of pads, along y [m]
constexpr double kLifts = 1.5, kLifted = 2.5, kRise = 0.2;  // [s], [s], [m]
constexpr double kSure = 0.05;                              // share of the limit within which nothing is promised

// A pad, its foot at the block's, and the bridge to both bars. The origin is at the inner bar's end.
Shape pad_shape(double side) {
  const double face = side * -kPadAside;  // towards the block
  const Vec3 pad(kPadThickness, kDepth, kPadHeight), bridge(kOuter - kInner + kPadAside, kDepth, 0.02);
  return make_compound_shape(
      {{make_box_shape(pad), Pose{Vec3(face + side * kPadThickness / 2, 0, -kPadHeight / 2), Quat::Identity()}},
       {make_box_shape(bridge),
        Pose{Vec3(face + side * (kPadThickness + bridge.x() / 2 - kPadThickness), 0, bridge.z() / 2),
             Quat::Identity()}}});
}

void add_finger(Model& model, int palm, double side, int metal, int rubber, const GalleryValues& values) {
  const char* name = side < 0 ? "left" : "right";
  const Vec3 along = kBar * Vec3(side * std::sin(radians(kOpen)), 0, -std::cos(radians(kOpen)));
  const Vec3 inner(side * kInner, 0, kPalm), outer(side * kOuter, 0, kPalm);
  const int first = add_bar(model, fmt::format("{} inner bar", name), metal, inner, inner + along, kBarThickness);
  const int second = add_bar(model, fmt::format("{} outer bar", name), metal, outer, outer + along, kBarThickness);
  add_shape(model, fmt::format("{} pad", name), rubber, pad_shape(side), Pose{inner + along, Quat::Identity()});
  const int pad = last_body(model);
  model.bodies[first].level = model.bodies[second].level = 1;
  // Hinges turn from x towards z: closing is against that on the right.
  add_hinge(model, palm, first, inner).motor = JointMotor{-side * values["speed"], values["torque"]};
  add_hinge(model, palm, second, outer);
  add_hinge(model, first, pad, inner + along);
  add_hinge(model, second, pad, outer + along);
}

void add_lift(Model& model, int palm) {
  Motion& motion = add_velocity(model, palm, Vec3::Zero(), Vec3::Zero());
  motion.kind = MotionKind::kKeyframes;
  const Pose start = model.bodies[palm].start;
  constexpr int kKeys = 500;  // between keys velocities are constant: they must not jump
  motion.keys.push_back({0, start});
  for (int i = 0; i <= kKeys; ++i) {
    const double time = kLifts + (kLifted - kLifts) * i / kKeys;
    const Vec3 way(0, 0, kRise * eased(kLifts, kLifted, time));
    motion.keys.push_back({time, {start.position + way, start.rotation}});
  }
}

// What a pad presses with when the fingers are closed and at rest [N]: the motor's torque, and the weights that hang on
// the bars.
double pressing_force(const Model& model, const GalleryValues& values) {
  const double sine = (kBlock / 2 + kPadAside - kInner) / kBar, cosine = std::sqrt(1 - sine * sine);
  double weight = 0;  // as if at the bars' ends [N]
  for (const Body& body : model.bodies) {
    if (body.name == "right pad") weight += body.mass.mass * kGravity;
    if (body.name == "right inner bar" || body.name == "right outer bar") weight += body.mass.mass * kGravity / 2;
  }
  return values["torque"] / (kBar * cosine) + weight * sine / cosine;
}

void add_expectations(Scene& scene, const GalleryValues& values) {
  const Body& block = scene.model.bodies[scene.model.body_index("block")];
  // While it is lifted the block weighs more.
  const double fastest = kEasedPeak * kRise / ((kLifted - kLifts) * (kLifted - kLifts));
  const double share = 2 * values["mu"] * pressing_force(scene.model, values) / (block.mass.mass * kGravity);
  if (share > (1 + fastest / kGravity) * (1 + kSure)) {
    scene.expectations.push_back(
        expect_position("block", 2, kBlock / 2 + kRise - 1e-3, kBlock / 2 + kRise + 1e-3, kLifted + 0.5));
    for (const char* pad : {"left pad", "right pad"}) {
      scene.expectations.push_back(expect_no_slip("block", pad, 1e-6, kLifts));
    }
  } else if (share < 1 - kSure) {
    scene.expectations.push_back(expect_position("block", 2, kBlock / 2 - 1e-4, kBlock / 2 + 1e-4));
  }
}

Scene build(const GalleryValues& values) {
  Scene scene;
  scene.step = 0.005;
  Model& model = scene.model;
  const int metal = add_material(model, "metal", 2700, 0.3), rubber = add_material(model, "rubber", 1100, 0.8);
  const int wood = add_material(model, "wood", values["mass"] / std::pow(kBlock, 3), 0.3);
  model.pairs.push_back({rubber, wood, values["mu"], 0});
  add_plane(model, "floor", metal, Vec3::UnitZ(), 0);
  add_box(model, "palm", metal, {2 * kOuter + 0.04, kDepth, 0.03}, {0, 0, kPalm});
  const int palm = last_body(model);
  for (const double side : {-1, 1}) add_finger(model, palm, side, metal, rubber, values);
  add_box(model, "block", wood, {kBlock, kBlock, kBlock}, {0, 0, kBlock / 2});
  add_lift(model, palm);
  compute_masses(model);
  add_expectations(scene, values);
  scene.expectations.push_back(expect_joints_held(1e-9));
  scene.expectations.push_back(expect_penetration(1e-4));
  scene.expectations.push_back(expect_converged(0.999));
  return scene;
}

}  // namespace

GalleryEntry gripper_entry() {
  return {.name = "gripper",
          .summary =
              "Fingers of parallel bars, driven by motors of limited torque, pick up a block by friction and hold it",
          .claims = "SP-9",
          .parameters = {{"mu", 0.5, "", kChosen, "friction of pads and block", 0, 2},
                         {"mass", 2, "kg", kChosen, "mass of the block", 0.01, 100},
                         {"torque", 5, "N m", kChosen, "largest torque of each motor", 0.1, 1000},
                         {"speed", 0.6, "rad/s", kChosen, "speed of the motors", 0.1, 3}},
          .check_duration = 5,
          .soak_duration = 600,
          .build = build};
}

}  // namespace stiction

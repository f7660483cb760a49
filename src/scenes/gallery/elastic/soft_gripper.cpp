// Two grippers with soft fingers close on a block each, go up, carry it aside and hold it, by friction alone. The
// fingers of one of them are too slick for that.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "elastic/elastic_spec.h"
#include "scenes/gallery/building.h"
#include "scenes/gallery/eased.h"
#include "scenes/gallery/elastic/grip.h"
#include "scenes/gallery/elastic/lasting.h"
#include "scenes/gallery/elastic/soft_finger.h"
#include "scenes/gallery/elastic/stvk_spec.h"
#include "scenes/gallery/elastic/volume_ratio.h"
#include "scenes/gallery/entries.h"

namespace stiction {
namespace {

using namespace building;

constexpr double kRubber = 1100, kPoisson = 0.4;        // density [kg/m^3]
constexpr double kSoftBlock = 5e5, kBlockCell = 0.025;  // Young's modulus [Pa], edges of tetrahedra [m]
constexpr double kOtherFriction = 0.5;                  // of feet in their sockets and blocks on the ground
constexpr double kClearance = 2.5e-4;                   // of a foot in its socket [m]
const Vec3 kBlock(0.09, 0.05, 0.08);                    // size [m]
constexpr double kTouchHeight = 0.04;                   // of the fingers' inner edges above the ground [m]
constexpr double kOpen = 0.015;                         // from there to the block at the start [m]
constexpr double kApart = 0.16;                         // of each gripper from the middle [m]

// Phases of the motion [s].
constexpr double kCloses = 0.3, kClosed = 1.3, kLifts = 1.8, kLifted = 3.8, kCarries = 4, kCarried = 5, kHeld = 5.2;

double rise_at(double time, const GalleryValues& values) {
  return eased(kLifts, kLifted, time) * values["lift"];
}

// What friction must give beyond the weight, over the mass [m/s^2]. Sideways, the fingers also turn about their length:
// they press more at one end of their edge, and friction that must stay in the middle has less to live on.
double needed_acceleration(const GalleryValues& values) {
  const double lifting = kLifted - kLifts, carrying = kCarried - kCarries;
  return kEasedPeak * (values["lift"] / (lifting * lifting) + 1.5 * std::abs(values["carry"]) / (carrying * carrying));
}

// When the sockets have gone up by so much [s].
double time_of_rise(double rise, const GalleryValues& values) {
  double low = kLifts, high = kLifted;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (rise_at(middle, values) < rise ? low : high) = middle;
  }
  return high;
}

void add_socket_motion(Model& model, int socket, const Vec3& inward, const GalleryValues& values) {
  Motion& motion = add_velocity(model, socket, Vec3::Zero(), Vec3::Zero());
  motion.kind = MotionKind::kKeyframes;
  const Pose start = model.bodies[socket].start;
  constexpr double kBetween = 0.02;  // [s]
  for (int i = 0; i * kBetween <= kHeld; ++i) {
    const double t = i * kBetween;
    const Vec3 way = eased(kCloses, kClosed, t) * (kOpen + values["squeeze"]) * inward +
                     Vec3(0, eased(kCarries, kCarried, t) * values["carry"], rise_at(t, values));
    motion.keys.push_back({t, {start.position + way, start.rotation}});
  }
}

// What both grippers are made of.
struct Parts {
  SoftFinger finger;
  int rubber, metal;  // materials
  std::shared_ptr<ElasticSpec> soft_finger, soft_block;
};

Parts make_parts(Model& model, const GalleryValues& values) {
  Parts parts{.finger = {},
              .rubber = add_material(model, "rubber", kRubber, kOtherFriction),
              .metal = add_material(model, "metal", 1000, kOtherFriction),
              .soft_finger = stvk_spec(values["young"], kPoisson, 0, values),
              .soft_block = stvk_spec(kSoftBlock, kPoisson, kBlockCell, values)};
  parts.soft_finger->mesh = std::make_shared<TetMesh>(finger_mesh(parts.finger));
  return parts;
}

void add_block(Model& model, const Grip& grip, double x, const Parts& parts, const GalleryValues& values) {
  const int material = add_material(model, grip.name + "-block", values["mass"] / kBlock.prod(), kOtherFriction);
  model.pairs.push_back({parts.rubber, material, grip.mu, 0});
  Body& block = add_box(model, grip.name + "-block", material, kBlock, Vec3(x, 0, kBlock.z() / 2));
  if (values.whole("soft") != 0) block.elastic = parts.soft_block;
}

void add_finger(Model& model, const Grip& grip, int number, double x, const Parts& parts, const GalleryValues& values) {
  const double side = number == 0 ? -1 : 1;
  const Quat facing(Eigen::AngleAxisd(number == 0 ? 0 : radians(180), Vec3::UnitZ()));
  const Vec3 edge(x + side * (kBlock.x() / 2 + kOpen), 0, kTouchHeight);
  const Pose place{edge - facing * grip.inner_edge, facing};
  const int socket = static_cast<int>(model.bodies.size());
  add_shape(model, fmt::format("{}-socket{}", grip.name, number), parts.metal, socket_shape(parts.finger, kClearance),
            place);
  add_socket_motion(model, socket, -side * Vec3::UnitX(), values);
  add_shape(model, fmt::format("{}-finger{}", grip.name, number), parts.rubber, SphereShape{}, place).elastic =
      parts.soft_finger;
}

void add_gripper(Scene& scene, const Grip& grip, double x, const Parts& parts, const GalleryValues& values) {
  add_block(scene.model, grip, x, parts, values);
  for (int i = 0; i < grip.fingers; ++i) add_finger(scene.model, grip, i, x, parts, values);
  const double squeeze = values["squeeze"];
  scene.expectations.push_back(expect_grip_by_statics(grip, 1e-3));
  // The sides of a soft block do not stay upright: what presses on them lifts it as well.
  if (values.whole("soft") == 0) scene.expectations.push_back(expect_coulombs_pull(grip, 0.02));
  // The end of a slender beam that is pushed by d turns by 1.5 d / length.
  scene.expectations.push_back(expect_fingers_bent(grip, 0.9 * squeeze, squeeze / parts.finger.length));
}

Scene build(const GalleryValues& values) {
  Scene scene;
  scene.step = values["step"];
  const Parts parts = make_parts(scene.model, values);
  add_plane(scene.model, "ground", parts.metal, Vec3::UnitZ(), 0);
  Grip grip;
  grip.lift = values["lift"];
  grip.inner_edge = parts.finger.inner_edge();
  grip.outer_edge = parts.finger.outer_edge();
  grip.acceleration = needed_acceleration(values);
  grip.lifts = kLifts;
  grip.under_way = time_of_rise(0.25 * (kBlock.z() - kTouchHeight), values);
  grip.still_there = time_of_rise(0.6 * (kBlock.z() - kTouchHeight), values);
  grip.held = kHeld;
  for (const auto& [name, mu, x] : {std::tuple("firm", values["mu"], -kApart), {"slick", values["slick"], kApart}}) {
    grip.name = name;
    grip.mu = mu;
    add_gripper(scene, grip, x, parts, values);
  }
  scene.expectations.push_back(expect_at_rest("*", 1e-4, 1e-4, kHeld + 0.8));
  scene.expectations.push_back(expect_energy_falls(1e-4, kHeld));
  scene.expectations.push_back(expect_not_inside_out(values.whole("soft") == 0 ? "*-finger*" : "*"));
  scene.expectations.push_back(expect_penetration(0.01 * parts.finger.thickness));
  scene.expectations.push_back(expect_converged(0.999));
  return scene;
}

}  // namespace

GalleryEntry soft_gripper_entry() {
  return {
      .name = "soft-gripper",
      .summary = "Soft fingers grasp, lift, carry and hold a block by friction; slick ones leave theirs behind",
      .claims = "SP-9",
      .parameters = {{"mu", 0.6, "", kChosen, "friction of the firm fingers on their block", 0, 10},
                     {"slick", 0.3, "", kChosen, "friction of the slick ones on theirs", 0, 10},
                     {"squeeze", 0.03, "m", kChosen, "distance by which each finger closes beyond touching", 0, 0.04},
                     {"mass", 0.2, "kg", kChosen, "mass of a block", 1e-3, 10},
                     {"lift", 0.1, "m", kChosen, "distance by which the grippers rise", 0.03, 0.3},
                     {"carry", 0.1, "m", kChosen, "distance by which they then move aside", -0.5, 0.5},
                     {"young", 3e6, "Pa", kChosen, "Young's modulus of the fingers", 1e5, 1e9},
                     {"damping", 5e-3, "s", kChosen, "stiffness-proportional damping", 0, 1},
                     {"modes", 10, "", kChosen, "modes whose derivatives are taken", 2, 40, true},
                     {"dofs", 26, "", kChosen, "shapes in all, of each soft body", 4, 100, true},
                     {"soft", 0, "", kChosen, "1: the blocks are soft as well", 0, 1, true},
                     {"step", 0.005, "s", kChosen, "time step", 1e-5, 0.1}},
      .check_duration = 8,
      .soak_duration = 600,
      .build = build};
}

}  // namespace stiction

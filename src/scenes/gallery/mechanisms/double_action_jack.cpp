// A jack that lifts its load with both strokes of its lever: two pawls take turns at the teeth of a rack.
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "scenes/gallery/entries.h"
#include "scenes/gallery/mechanisms/links.h"

namespace stiction {
namespace {

using namespace building;

constexpr double kDepth = 0.04;                                // of everything, along y [m]
constexpr double kRack = 0.03;                                 // half the rack's width without teeth [m]
constexpr double kPitch = 0.06, kTooth = 0.03, kSlope = 0.05;  // of the teeth: distance, width, height [m]
constexpr int kTeeth = 13;
constexpr double kPivot = 0.3, kArm = 0.14;                 // height of the lever's pivot; where pawls hang [m]
constexpr double kLever = 0.45, kCrank = 0.17, kRod = 0.5;  // [m]
constexpr double kTipAside = 0.045, kTipAbove = 0.14;       // of a pawl's tip, from the middle, above its pin [m]
constexpr double kPawl = 0.02;                              // thickness [m]
constexpr double kDrop = 0.004;                             // onto the pawls at the start [m]
constexpr double kStop = 0.45;                              // how far the rack can rise [m]
constexpr double kPlate = 0.02, kPlateWidth = 0.2;          // below the load [m]
constexpr double kLoad = 0.2;                               // edge [m]

CompoundPart prism(const std::vector<Vec3>& outline) {
  std::vector<Vec3> vertices;
  for (const Vec3& point : outline) {
    for (const double y : {-kDepth / 2, kDepth / 2}) vertices.emplace_back(point.x(), y, point.z());
  }
  return {make_convex_shape(vertices), Pose{}};
}

// Teeth are flat below, where pawls push, and slope above. The underside of the first is at height 0.
Shape rack_shape() {
  const double bottom = -0.02, top = kPitch * kTeeth + 0.04;
  std::vector<CompoundPart> parts = {
      prism({{-kRack, 0, bottom}, {kRack, 0, bottom}, {kRack, 0, top}, {-kRack, 0, top}}),
      prism({{-kPlateWidth / 2, 0, top},
             {kPlateWidth / 2, 0, top},
             {kPlateWidth / 2, 0, top + kPlate},
             {-kPlateWidth / 2, 0, top + kPlate}})};
  for (int i = 0; i < kTeeth; ++i) {
    const double z = i * kPitch;
    for (const double side : {-1, 1}) {
      parts.push_back(prism({{side * kRack, 0, z}, {side * (kRack + kTooth), 0, z}, {side * kRack, 0, z + kSlope}}));
    }
  }
  return make_compound_shape(std::move(parts));
}

// The height of the highest point of a pawl's tip while the lever is level [m].
double tip_height() {
  const Vec3 along = Vec3(-(kArm - kTipAside), 0, kTipAbove).normalized();
  return kPivot + kTipAbove + kPawl / 2 * std::abs(along.x());
}

// How high the rack has come, and how far it fell back on the way.
class RiseMonitor : public ExpectationMonitor {
 public:
  RiseMonitor(int rack, int crank, double least, double most_back)
      : rack_(rack), crank_(crank), least_(least), most_back_(most_back) {}
  void start(const Moment& moment) override { start_ = highest_ = height(moment); }
  void observe(const Moment& moment) override {
    rise_ = height(moment) - start_;
    highest_ = std::max(highest_, height(moment));
    back_ = std::max(back_, highest_ - height(moment));
    turned_ += std::abs(moment.state.bodies[crank_].angular_velocity.y()) * moment.step;
  }
  ExpectationResult result() const override {
    const double half_turns = std::floor(turned_ / std::numbers::pi);
    const double wanted = std::min(least_, kPitch * (half_turns - 1));
    return {
        fmt::format("the rack rises by a tooth with every half turn: by {:.3g} m or more, up to its stop, and never "
                    "falls back by more than {:.3g} m (measured {:.4g} m in {} half turns, back by {:.3g} m)",
                    wanted, most_back_, rise_, half_turns, back_),
        rise_, half_turns > 1 && rise_ >= wanted && back_ <= most_back_};
  }
  void save(ByteWriter& to) const override { put_each(to, start_, rise_, highest_, back_, turned_); }
  void load(ByteReader& from) override { get_each(from, start_, rise_, highest_, back_, turned_); }

 private:
  double height(const Moment& moment) const { return moment.state.bodies[rack_].center.z(); }
  int rack_, crank_;
  double least_, most_back_;
  double start_ = 0, rise_ = 0, highest_ = 0, back_ = 0, turned_ = 0;
};

// Returns the crank.
int add_drive(Model& model, int material, int lever, const GalleryValues& values) {
  const Vec3 end(kLever, 0, kPivot), wrist = end - Vec3(0, 0, kRod), shaft = wrist - Vec3(kCrank, 0, 0);
  const int crank = add_bar(model, "crank", material, shaft, wrist, 0.03);
  const int rod = add_bar(model, "rod", material, wrist, end, 0.02);
  model.bodies[crank].level = 3;
  model.bodies[rod].level = 2;
  for (const int body : {crank, rod}) keep_in_plane(model.bodies[body]);
  add_hinge(model, kWorld, crank, shaft).motor = JointMotor{values["speed"], values["torque"]};
  add_hinge(model, crank, rod, wrist);
  add_hinge(model, rod, lever, end);
  return crank;
}

int add_lever(Model& model, int material) {
  const int lever = add_bar(model, "lever", material, {-kArm, 0, kPivot}, {kLever, 0, kPivot}, 0.03);
  model.bodies[lever].level = 1;
  keep_in_plane(model.bodies[lever]);
  add_hinge(model, kWorld, lever, {0, 0, kPivot});
  for (const double side : {-1, 1}) {
    const Vec3 pin(side * kArm, 0, kPivot), tip(side * kTipAside, 0, kPivot + kTipAbove);
    const int pawl = add_bar(model, side < 0 ? "left pawl" : "right pawl", material, pin, tip, kPawl);
    keep_in_plane(model.bodies[pawl]);
    add_hinge(model, lever, pawl, pin);
  }
  return lever;
}

int add_rack_and_load(Model& model, int steel, const GalleryValues& values) {
  // The fourth tooth from below rests on the pawls.
  const Vec3 foot(0, 0, tip_height() + kDrop - (kTeeth - 4) * kPitch);
  add_shape(model, "rack", steel, rack_shape(), Pose{foot, Quat::Identity()});
  const int rack = last_body(model);
  keep_in_plane(model.bodies[rack]);
  add_slider(model, kWorld, rack, foot, Vec3::UnitZ()).limits = JointLimits{-1, kStop};
  const double top = foot.z() + kPitch * kTeeth + 0.04 + kPlate;
  const int stone = add_material(model, "load", values["load"] / (kLoad * kLoad * kDepth), values["mu"]);
  add_box(model, "load", stone, {kLoad, kDepth, kLoad}, {0, 0, top + kLoad / 2});
  keep_in_plane(model.bodies.back());
  return rack;
}

Scene build(const GalleryValues& values) {
  Scene scene;
  scene.step = 0.005;
  Model& model = scene.model;
  const int steel = add_material(model, "steel", 7800, values["mu"]);
  const int lever = add_lever(model, steel);
  const int crank = add_drive(model, steel, lever, values);
  const int rack = add_rack_and_load(model, steel, values);
  compute_masses(model);
  scene.expectations.push_back(expect_custom(
      fmt::format(
          "the rack rises by a tooth ({:g} m) with every half turn up to its stop, and falls back by at most {:.3g} m",
          kPitch, kPitch),
      [=](const Model&) { return std::make_unique<RiseMonitor>(rack, crank, kStop - kPitch, kPitch); }));
  scene.expectations.push_back(expect_joints_held(1e-9));
  scene.expectations.push_back(expect_penetration(2e-3));
  scene.expectations.push_back(expect_converged(0.99));
  return scene;
}

}  // namespace

GalleryEntry double_action_jack_entry() {
  return {
      .name = "double-action-jack",
      .summary = "A jack that lifts its load with both strokes of its lever: two pawls take turns at a toothed rack",
      .claims = "BA-8",
      .parameters = {{"load", 20, "kg", kChosen, "on the rack", 0.1, 1000},
                     {"speed", 2, "rad/s", kChosen, "speed of the motor", 0.1, 10},
                     {"torque", 60, "N m", kChosen, "largest torque of the motor", 1, 1e4},
                     {"mu", 0.2, "", kChosen, "friction of everything", 0, 0.5}},
      .check_duration = 10,
      .soak_duration = 600,
      .build = build};
}

}  // namespace stiction

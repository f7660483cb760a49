// A crank pushes blocks out of a magazine, one with every turn: joints, contacts and friction of planar bodies.
#include <fmt/format.h>

#include <algorithm>

#include "scenes/gallery/entries.h"
#include "scenes/gallery/mechanisms/links.h"

namespace stiction {
namespace {

using namespace building;

constexpr double kDepth = 0.1;                         // of everything, along y [m]
constexpr double kWidth = 0.2, kHeight = 0.1;          // of a block [m]
constexpr double kPlay = 0.003, kSlot = 0.015;         // beside blocks in the magazine, above one that leaves it [m]
constexpr double kWall = 0.03, kTable = 0.05;          // thickness [m]
constexpr double kTableEnd = 0.45, kFloor = -0.6;      // [m]
constexpr double kCrank = 0.12, kRod = 0.5;            // [m]
constexpr double kPusher = 0.4, kPusherHeight = 0.08;  // [m]
constexpr double kClear = 0.001;                       // below the pusher [m]
constexpr double kBack = -kWidth / 2 - 0.02;           // the pusher's face when it is farthest back [m]
constexpr double kFed = kWidth / 2 + kPlay;            // a block whose middle is beyond has been fed [m]

int fed_count(const Moment& moment, const std::vector<int>& blocks) {
  return static_cast<int>(std::count_if(blocks.begin(), blocks.end(),
                                        [&](int block) { return moment.state.bodies[block].center.x() > kFed; }));
}

// Counts blocks whenever the pusher is back.
class FeedMonitor : public ExpectationMonitor {
 public:
  FeedMonitor(int pusher, std::vector<int> blocks) : pusher_(pusher), blocks_(std::move(blocks)) {}
  void start(const Moment&) override {}
  void observe(const Moment& moment) override {
    const double speed = moment.state.bodies[pusher_].velocity.x();
    if (last_speed_ < 0 && speed >= 0) {
      ++strokes_;
      wrong_ += fed_count(moment, blocks_) != std::min<int>(strokes_, static_cast<int>(blocks_.size())) ? 1 : 0;
    }
    if (speed != 0) last_speed_ = speed;
    fed_ = fed_count(moment, blocks_);
  }
  ExpectationResult result() const override {
    return {
        fmt::format("every stroke feeds one block as long as there are any (measured {} strokes, {} blocks, {} times "
                    "another number)",
                    strokes_, fed_, wrong_),
        static_cast<double>(wrong_), strokes_ > 0 && wrong_ == 0};
  }
  void save(ByteWriter& to) const override { put_each(to, last_speed_, strokes_, fed_, wrong_); }
  void load(ByteReader& from) override { get_each(from, last_speed_, strokes_, fed_, wrong_); }

 private:
  int pusher_;
  std::vector<int> blocks_;
  double last_speed_ = 0;
  int strokes_ = 0, fed_ = 0, wrong_ = 0;
};

void add_magazine(Model& model, int material, int blocks) {
  const double left = -kPusher - 0.3, bottom = kHeight + kSlot, top = kHeight * (blocks + 1);
  add_plane(model, "floor", material, Vec3::UnitZ(), kFloor);
  add_box(model, "table", material, {kTableEnd - left, kDepth, kTable}, {(kTableEnd + left) / 2, 0, -kTable / 2})
      .fixed = true;
  for (const double side : {-1, 1}) {
    const double x = side * (kWidth / 2 + kPlay + kWall / 2);
    add_box(model, side < 0 ? "left wall" : "right wall", material, {kWall, kDepth, top - bottom},
            {x, 0, (top + bottom) / 2})
        .fixed = true;
  }
}

// Returns the pusher.
int add_drive(Model& model, int material, const GalleryValues& values) {
  const double height = kClear + kPusherHeight / 2;
  const Vec3 pin(kBack - kPusher, 0, height), wrist = pin - Vec3(kRod, 0, 0), shaft = wrist + Vec3(kCrank, 0, 0);
  const int crank = add_bar(model, "crank", material, shaft, wrist, 0.04);
  const int rod = add_bar(model, "rod", material, wrist, pin, 0.03);
  add_box(model, "pusher", material, {kPusher, kDepth, kPusherHeight}, pin + Vec3(kPusher / 2, 0, 0));
  const int pusher = last_body(model);
  model.bodies[crank].level = 1;
  model.bodies[rod].level = 2;
  for (const int body : {crank, rod, pusher}) keep_in_plane(model.bodies[body]);
  add_hinge(model, kWorld, crank, shaft).motor = JointMotor{values["speed"], values["torque"]};
  add_hinge(model, crank, rod, wrist);
  add_hinge(model, rod, pusher, pin);
  add_slider(model, kWorld, pusher, pin, Vec3::UnitX());
  return pusher;
}

Scene build(const GalleryValues& values) {
  Scene scene;
  Model& model = scene.model;
  const int wood = add_material(model, "wood", 700, values["mu"]),
            steel = add_material(model, "steel", 7800, values["mu"]);
  const int count = values.whole("blocks");
  add_magazine(model, wood, count);
  const int pusher = add_drive(model, steel, values);
  std::vector<int> blocks;
  for (int i = 0; i < count; ++i) {
    add_box(model, fmt::format("block{}", i), wood, {kWidth, kDepth, kHeight}, {0, 0, (i + 0.5) * kHeight});
    keep_in_plane(model.bodies.back());
    blocks.push_back(last_body(model));
  }
  compute_masses(model);
  scene.expectations.push_back(
      expect_custom("every stroke feeds one block as long as there are any",
                    [=](const Model&) { return std::make_unique<FeedMonitor>(pusher, blocks); }));
  scene.expectations.push_back(expect_joints_held(1e-9));
  scene.expectations.push_back(expect_penetration(2e-3));
  scene.expectations.push_back(expect_converged(0.99));
  return scene;
}

}  // namespace

GalleryEntry block_feeder_entry() {
  return {.name = "block-feeder",
          .summary = "A crank pushes wooden blocks out of a magazine, one with every turn, in the plane",
          .claims = "BA-8",
          .parameters = {{"blocks", 8, "", kChosen, "blocks in the magazine", 1, 40, true},
                         {"speed", 4, "rad/s", kChosen, "speed of the motor", 0.1, 10},
                         {"torque", 30, "N m", kChosen, "largest torque of the motor", 1, 1e4},
                         {"mu", 0.3, "", kChosen, "friction of everything", 0, 0.5}},
          .check_duration = 10,
          .soak_duration = 600,
          .build = build};
}

}  // namespace stiction

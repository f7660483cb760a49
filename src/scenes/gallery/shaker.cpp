// Shaken floors: a block sticks while amplitude (2 pi f)^2 < mu g and slides beyond; loose things stay in a shaken
// tray.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "scenes/gallery/building.h"
#include "scenes/gallery/entries.h"

namespace stiction {
namespace {

using namespace building;

constexpr double kBlock = 0.1;  // edge length [m]
constexpr double kTray = 0.6;   // inner width [m]
constexpr double kWall = 0.05;  // thickness of floor and walls [m]
constexpr double kRim = 0.3;    // height of the walls [m]

// Slip over amplitude of a block on a floor A sin(phi) whose largest acceleration is `ratio` times mu g. It starts at
// sin(phi_0) = 1 / ratio and ends when both have the same velocity again:
//   u / (A omega) = cos(phi_0) - (phi - phi_0) / ratio - cos(phi)
double slip_share(double ratio) {
  const double start = std::asin(1 / ratio);
  const auto velocity = [&](double phi) { return std::cos(start) - (phi - start) / ratio - std::cos(phi); };
  double low = start + 1e-3 * std::acos(1 / ratio), high = start + std::numbers::pi;
  for (int i = 0; i < 100; ++i) (velocity((low + high) / 2) > 0 ? low : high) = (low + high) / 2;
  const double length = low - start;
  return length * std::cos(start) - length * length / (2 * ratio) - std::sin(low) + std::sin(start);
}

// The largest distance a block gets from its place on a floor.
class SlipMonitor : public ExpectationMonitor {
 public:
  SlipMonitor(const Model& model, const std::string& floor, double min, double max)
      : floor_(floor),
        min_(min),
        max_(max),
        ground_(model.body_index(floor)),
        block_(model.body_index(floor + "-block")) {}
  void start(const Moment& moment) override { opening_ = place(moment); }
  void observe(const Moment& moment) override { slip_ = std::max(slip_, (place(moment) - opening_).norm()); }
  void save(ByteWriter& to) const override {
    to.put(opening_);
    put_each(to, slip_);
  }
  void load(ByteReader& from) override {
    opening_ = from.get_vec3();
    get_each(from, slip_);
  }
  ExpectationResult result() const override {
    return {
        fmt::format("the block on the {} slips by {:.3g} to {:.3g} m (measured {:.3g} m)", floor_, min_, max_, slip_),
        slip_, slip_ >= min_ && slip_ <= max_, slip_ > max_};
  }

 private:
  Vec3 place(const Moment& moment) const {
    return moment.state.bodies[block_].center - moment.state.bodies[ground_].center;
  }
  std::string floor_;
  double min_, max_;  // [m]
  int ground_, block_;
  Vec3 opening_ = Vec3::Zero();
  double slip_ = 0;  // [m]
};

void add_shaken_block(Scene& scene, const std::string& name, int material, double amplitude, double frequency,
                      double least_slip, double most_slip) {
  Model& model = scene.model;
  const int level = static_cast<int>(model.bodies.size()) + 1;
  add_plane(model, name, material, Vec3::UnitZ(), 0).level = level;
  add_oscillation(model, static_cast<int>(model.bodies.size()) - 1, Vec3::UnitX(), amplitude, frequency);
  Body& block = add_box(model, name + "-block", material, Vec3::Constant(kBlock), Vec3(0, 0, kBlock / 2));
  block.level = level;
  block.start_velocity = Vec3(2 * std::numbers::pi * frequency * amplitude, 0, 0);
  scene.expectations.push_back(expect_custom(
      fmt::format("the block on the {} slips by {:.3g} to {:.3g} m", name, least_slip, most_slip),
      [=](const Model& made) { return std::make_unique<SlipMonitor>(made, name, least_slip, most_slip); }));
}

Shape tray_shape() {
  const double outer = kTray + 2 * kWall;
  const auto part = [](const Vec3& size, const Vec3& position) {
    return CompoundPart{make_box_shape(size), {position, Quat::Identity()}};
  };
  std::vector<CompoundPart> parts = {part(Vec3(outer, outer, kWall), Vec3(0, 0, -kWall / 2))};
  for (double side : {-1.0, 1.0}) {
    const double middle = side * (kTray + kWall) / 2;
    parts.push_back(part(Vec3(kWall, outer, kRim), Vec3(middle, 0, kRim / 2)));
    parts.push_back(part(Vec3(kTray, kWall, kRim), Vec3(0, middle, kRim / 2)));
  }
  return make_compound_shape(parts);
}

Shape loose_shape(int index) {
  switch (index % 4) {
    case 0:
      return make_box_shape(Vec3(0.08, 0.06, 0.05));
    case 1:
      return SphereShape{0.035};
    case 2:
      return make_capsule_shape(0.025, 0.05);
    default:
      return make_cylinder_shape(0.03, 0.06);
  }
}

void add_tray(Scene& scene, int material, const GalleryValues& values, double amplitude) {
  Model& model = scene.model;
  add_shape(model, "tray", material, tray_shape(), {});
  add_oscillation(model, static_cast<int>(model.bodies.size()) - 1, Vec3::UnitX(), amplitude, values["frequency"]);
  const int count = values.whole("count");
  if (count == 0) return;
  constexpr double kPitch = 0.12;  // [m]
  constexpr int kRow = 4;
  for (int i = 0; i < count; ++i) {
    const int layer = i / (kRow * kRow);
    const Vec3 cell(i % kRow, i / kRow % kRow, layer);
    const Vec3 place = kPitch * (cell - Vec3(1.5, 1.5, -0.5));
    const Quat turn(Eigen::AngleAxisd(0.7 * i, Vec3(1, 0.3 * i, 0.5).normalized()));
    add_shape(model, fmt::format("loose{}", i), material, loose_shape(i), {place, turn});
  }
  const double reach = kTray / 2 + amplitude;
  scene.expectations.push_back(expect_position("loose*", 0, -reach, reach));
  scene.expectations.push_back(expect_position("loose*", 1, -kTray / 2, kTray / 2));
  scene.expectations.push_back(expect_position("loose*", 2, 0, Expectation::kUnlimited));
}

Scene build(const GalleryValues& values) {
  const double mu = values["mu"], frequency = values["frequency"];
  const double omega = 2 * std::numbers::pi * frequency;
  const double critical = mu * kGravity / (omega * omega);  // amplitude [m]
  const double below = values["below"], above = values["above"];
  Scene scene;
  scene.step = std::min(0.002, 0.02 / omega);
  scene.model.recovery = 0.2;
  const int material = add_material(scene.model, "wood", 600, mu);
  add_shaken_block(scene, "calm-floor", material, below * critical, frequency, 0, 1e-3 * critical);
  const double slip = slip_share(above) * above * critical;
  add_shaken_block(scene, "wild-floor", material, above * critical, frequency, 0.9 * slip, 1.1 * slip);
  add_tray(scene, material, values, above * critical);
  scene.expectations.push_back(expect_penetration(5e-4));
  scene.expectations.push_back(expect_converged(0.99));
  return scene;
}

}  // namespace

GalleryEntry shaker_entry() {
  return {.name = "shaker",
          .summary =
              "Blocks on shaken floors stick while amplitude (2 pi f)^2 < mu g and slide beyond; loose bodies stay in "
              "a shaken tray",
          .claims = "",
          .parameters = {{"frequency", 3, "Hz", kChosen, "frequency of the shaking", 0.2, 20},
                         {"mu", 0.3, "", kChosen, "friction coefficient", 0.05, 2},
                         {"below", 0.99, "", kChosen, "amplitude of the calm floor over the critical one", 0.01, 1},
                         {"above", 1.1, "", kChosen, "amplitude of the wild floor and the tray over the critical one",
                          1.02, 1.6},
                         {"count", 16, "", kChosen, "loose bodies in the tray", 0, 200, true}},
          .check_duration = 4,
          .soak_duration = 60,
          .build = build};
}

}  // namespace stiction

// A row of dominoes: each falls after its predecessor.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scenes/gallery/building.h"
#include "scenes/gallery/entries.h"

namespace stiction {
namespace {

using namespace building;

constexpr double kThickness = 0.0075;  // [m]
constexpr double kWidth = 0.024;       // [m]
constexpr double kHeight = 0.048;      // [m]

// Cosine of the angle between a domino's long axis and the vertical.
double uprightness(const BodyState& state) {
  return (state.rotation * Vec3::UnitZ()).z();
}

// Notes when each domino passes 30 degrees.
class WaveMonitor : public ExpectationMonitor {
 public:
  WaveMonitor(const Model& model, double pitch, double slowest, double fastest)
      : pitch_(pitch), slowest_(slowest), fastest_(fastest) {
    for (int i = 0; model.body_index(fmt::format("domino{}", i)) >= 0; ++i) {
      bodies_.push_back(model.body_index(fmt::format("domino{}", i)));
    }
    fell_at_.assign(bodies_.size(), -1);
  }
  void start(const Moment&) override {}
  void observe(const Moment& moment) override {
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      const bool tilted = uprightness(moment.state.bodies[bodies_[i]]) < std::cos(radians(30));
      if (tilted && fell_at_[i] < 0) fell_at_[i] = moment.state.time;
    }
  }
  void save(ByteWriter& to) const override {
    for (double time : fell_at_) put_each(to, time);
  }
  void load(ByteReader& from) override {
    for (double& time : fell_at_) get_each(from, time);
  }
  ExpectationResult result() const override {
    const auto standing = std::count_if(fell_at_.begin(), fell_at_.end(), [](double t) { return t < 0; });
    const bool in_order = std::is_sorted(fell_at_.begin(), fell_at_.end());
    // Over the second half, where the wave is steady.
    const std::size_t middle = bodies_.size() / 2, last = bodies_.size() - 1;
    const double speed =
        standing > 0 ? 0 : static_cast<double>(last - middle) * pitch_ / (fell_at_[last] - fell_at_[middle]);
    return {fmt::format(
                "all dominoes fall, one after the other, in a wave of {:.3g} to {:.3g} m/s (measured: {} stand, {}, "
                "{:.3g} m/s)",
                slowest_, fastest_, standing, in_order ? "in order" : "out of order", speed),
            speed, standing == 0 && in_order && speed >= slowest_ && speed <= fastest_, standing == 0};
  }

 private:
  double pitch_;              // [m]
  double slowest_, fastest_;  // [m/s]
  std::vector<int> bodies_;
  std::vector<double> fell_at_;  // [s]; -1: stands
};

Scene build(const GalleryValues& values) {
  const int count = values.whole("count");
  const double pitch = values["pitch"];
  Scene scene;
  scene.step = 0.002;
  scene.model.recovery = 0.2;  // what corners that slide on turning faces sink in, at second order in the step
  const int wood = add_material(scene.model, "wood", 700, values["mu"]);
  const int ground = add_material(scene.model, "table", 1000, values["mu"]);
  add_plane(scene.model, "table", ground, Vec3::UnitZ(), 0);
  for (int i = 0; i < count; ++i) {
    add_box(scene.model, fmt::format("domino{}", i), wood, Vec3(kThickness, kWidth, kHeight),
            Vec3(i * pitch, 0, kHeight / 2));
  }
  // Pushed over: more than enough to lift the first one onto its front edge.
  Body& first = scene.model.bodies[1];
  first.start_angular_velocity = Vec3(0, values["push"], 0);
  first.start_velocity = first.start_angular_velocity.cross(Vec3(-kThickness / 2, 0, kHeight / 2));

  // Waves are a few times as fast as sqrt(g H), the more friction and the closer the dominoes the faster.
  const double unit = std::sqrt(kGravity * kHeight);
  scene.expectations.push_back(expect_custom(
      fmt::format("all dominoes fall, one after the other, in a wave of {:.3g} to {:.3g} m/s", 0.5 * unit, 4 * unit),
      [=](const Model& model) { return std::make_unique<WaveMonitor>(model, pitch, 0.5 * unit, 4 * unit); }));
  scene.expectations.push_back(expect_at_rest("domino*", Expectation::kUnlimited, 1e-3));
  scene.expectations.push_back(expect_penetration(0.02 * kThickness));
  scene.expectations.push_back(expect_converged(0.99));
  return scene;
}

}  // namespace

GalleryEntry domino_entry() {
  return {.name = "domino",
          .summary = "A row of dominoes: the first is pushed, and all fall one after the other",
          .claims = "",
          .parameters = {{"count", 20, "", kChosen, "dominoes", 2, 1000, true},
                         {"pitch", 0.02, "m", kChosen, "distance from one domino to the next", 0.009, 0.045},
                         {"mu", 0.4, "", kChosen, "friction coefficient; wood on wood", 0.05, 2},
                         {"push", 6, "rad/s", kChosen, "turn of the first domino at the start", 0, 50}},
          .check_duration = 3,
          .soak_duration = 20,
          .build = build};
}

}  // namespace stiction

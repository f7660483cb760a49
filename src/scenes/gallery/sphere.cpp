// A sphere that bounces, and one that slides until it rolls: both have closed forms.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scenes/gallery/building.h"
#include "scenes/gallery/entries.h"

namespace stiction {
namespace {

using namespace building;

constexpr double kRadius = 0.5;  // [m]

double gap_below(const Moment& moment, int sphere) {
  return moment.state.bodies[sphere].center.z() - kRadius;
}

// The first rebound: from the lowest point of the fall to the peak that follows.
class ReboundMonitor : public ExpectationMonitor {
 public:
  ReboundMonitor(const Model& model, double expected, double tolerance)
      : sphere_(model.body_index("sphere")), expected_(expected), tolerance_(tolerance) {}

  void start(const Moment& moment) override { lowest_ = peak_ = gap_below(moment, sphere_); }
  void observe(const Moment& moment) override {
    const bool rises = moment.state.bodies[sphere_].velocity.z() > 0;
    const double gap = gap_below(moment, sphere_);
    if (phase_ == Phase::kFall && !rises) lowest_ = peak_ = gap;
    if (phase_ == Phase::kFall && rises) phase_ = Phase::kRebound;
    if (phase_ == Phase::kRebound && !rises) phase_ = Phase::kDone;
    if (phase_ == Phase::kRebound) peak_ = std::max(peak_, gap);
  }
  ExpectationResult result() const override {
    const double height = peak_ - lowest_;
    const bool complete = phase_ == Phase::kDone || expected_ == 0;
    return {fmt::format("rebound height e^2 H = {:.6g} m within {:.3g} m (measured {:.6g} m)", expected_, tolerance_,
                        height),
            height, complete && std::abs(height - expected_) <= tolerance_, phase_ == Phase::kDone};
  }
  void save(ByteWriter& to) const override { put_each(to, phase_, lowest_, peak_); }
  void load(ByteReader& from) override { get_each(from, phase_, lowest_, peak_); }

 private:
  enum class Phase { kFall, kRebound, kDone };
  int sphere_;
  double expected_;   // [m]
  double tolerance_;  // [m]
  Phase phase_ = Phase::kFall;
  double lowest_ = 0;  // gap at the end of the fall [m]
  double peak_ = 0;    // largest gap of the rebound [m]
};

// The velocity may turn upward only when the gap left is no more than one step's travel.
class EarlyBounceMonitor : public ExpectationMonitor {
 public:
  explicit EarlyBounceMonitor(const Model& model) : sphere_(model.body_index("sphere")) {}

  void start(const Moment& moment) override { remember(moment); }
  void observe(const Moment& moment) override {
    const bool turned = velocity_ <= 0 && moment.state.bodies[sphere_].velocity.z() > 0;
    // The travel of a free step from the remembered instant, with a little for rounding.
    const double travel = (std::abs(velocity_) + kGravity * moment.step) * moment.step * (1 + 1e-9);
    if (turned) excess_ = std::max(excess_, gap_ - travel);
    remember(moment);
  }
  ExpectationResult result() const override {
    return {fmt::format("no bounce before touching: the gap left at a bounce exceeds one step's travel by at most 0 m "
                        "(measured {:.3g} m)",
                        excess_),
            excess_, excess_ <= 0, excess_ > 0};
  }
  void save(ByteWriter& to) const override { put_each(to, gap_, velocity_, excess_); }
  void load(ByteReader& from) override { get_each(from, gap_, velocity_, excess_); }

 private:
  void remember(const Moment& moment) {
    gap_ = gap_below(moment, sphere_);
    velocity_ = moment.state.bodies[sphere_].velocity.z();
  }
  int sphere_;
  double gap_ = 0;       // at the last instant [m]
  double velocity_ = 0;  // the same [m/s]
  double excess_ = -Expectation::kUnlimited;
};

Scene build_bounce(const GalleryValues& values) {
  const double height = values["height"];
  const double e = values["e"];
  Scene scene;
  scene.step = values["h"];
  const int material = add_material(scene.model, "rubber", 1000, 0.5, e);
  add_plane(scene.model, "ground", material, Vec3::UnitZ(), 0);
  add_sphere(scene.model, "sphere", material, kRadius, Vec3(0, 0, kRadius + height));
  const double expected = e * e * height;
  // First order in the step: one percent, or one step's travel after the bounce where that is more.
  const double tolerance = std::max(0.01 * expected, e * std::sqrt(2 * kGravity * height) * scene.step) + 1e-9;
  scene.expectations.push_back(
      expect_custom(fmt::format("the rebound height is e^2 H = {:.6g} m within {:.3g} m", expected, tolerance),
                    [=](const Model& model) { return std::make_unique<ReboundMonitor>(model, expected, tolerance); }));
  scene.expectations.push_back(
      expect_custom("the velocity turns upward only when the gap left is at most one step's travel",
                    [](const Model& model) { return std::make_unique<EarlyBounceMonitor>(model); }));
  scene.expectations.push_back(expect_penetration(1e-6));
  scene.expectations.push_back(expect_converged(0.999));
  return scene;
}

// Slip speed of the contact point at the end of the run.
class RollingMonitor : public ExpectationMonitor {
 public:
  RollingMonitor(const Model& model, double limit) : sphere_(model.body_index("sphere")), limit_(limit) {}
  void start(const Moment& moment) override { observe(moment); }
  void observe(const Moment& moment) override {
    const BodyState& state = moment.state.bodies[sphere_];
    slip_ = (state.velocity + state.angular_velocity.cross(Vec3(0, 0, -kRadius))).norm();
  }
  ExpectationResult result() const override {
    return {fmt::format("the sphere ends rolling: slip at most {:g} m/s (measured {:.3g} m/s)", limit_, slip_), slip_,
            slip_ <= limit_};
  }
  void save(ByteWriter& to) const override { put_each(to, slip_); }
  void load(ByteReader& from) override { get_each(from, slip_); }

 private:
  int sphere_;
  double limit_;     // [m/s]
  double slip_ = 0;  // [m/s]
};

Scene build_slide_to_roll(const GalleryValues& values) {
  const double speed = values["speed"];
  const double mu = values["mu"];
  Scene scene;
  scene.step = 1e-3;
  const int material = add_material(scene.model, "ivory", 1000, mu);
  add_plane(scene.model, "ground", material, Vec3::UnitZ(), 0);
  add_sphere(scene.model, "sphere", material, kRadius, Vec3(0, 0, kRadius)).start_velocity = Vec3(speed, 0, 0);

  const double rolls_at = 2 * speed / (7 * mu * kGravity);  // [s]
  const double middle = speed - mu * kGravity * rolls_at / 2;
  const double within = 1e-3 * speed + 3 * mu * kGravity * scene.step;
  const double rolling = 5.0 / 7 * speed;
  scene.expectations.push_back(
      expect_speed("sphere", middle - within, middle + within, rolls_at / 2, rolls_at / 2 + 2 * scene.step));
  scene.expectations.push_back(
      expect_speed("sphere", 0.999 * rolling, 1.001 * rolling, rolls_at + 3 * scene.step, Expectation::kUnlimited));
  scene.expectations.push_back(expect_custom(
      fmt::format("the sphere ends rolling, with a slip of at most {:g} m/s", 1e-3 * speed),
      [limit = 1e-3 * speed](const Model& model) { return std::make_unique<RollingMonitor>(model, limit); }));
  scene.expectations.push_back(expect_converged(0.999));
  return scene;
}

}  // namespace

GalleryEntry bounce_entry() {
  return {.name = "bounce",
          .summary = "A dropped sphere rebounds to e^2 of its height, and not before it touches",
          .claims = "SP-5",
          .parameters = {{"height", 1, "m", kChosen, "gap below the sphere at the start", 0.01, 3},
                         {"e", 0.5, "", kChosen, "coefficient of restitution", 0, 1},
                         {"h", 1e-3, "s", kStated, "step", 1e-6, 0.05}},
          .check_duration = 2,
          .soak_duration = 10,
          .build = build_bounce};
}

GalleryEntry slide_to_roll_entry() {
  return {.name = "slide-to-roll",
          .summary = "A sliding sphere starts to roll at 5/7 of its speed, after 2 v / (7 mu g)",
          .claims = "SP-7",
          .parameters = {{"speed", 5, "m/s", kChosen, "speed at the start", 0.1, 20},
                         {"mu", 0.3, "", kChosen, "friction coefficient", 0.3, 100}},
          .check_duration = 2.5,
          .soak_duration = 30,
          .build = build_slide_to_roll};
}

}  // namespace stiction

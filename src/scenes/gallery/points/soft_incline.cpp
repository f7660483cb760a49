// A soft box on a slope that inclines slowly: it sticks below the critical angle and slides above it, whether its
// contacts are one region or many, one area or four.
//
// Slowly, and strongly damped, because what shakes slides at less than the critical angle (see walking_table.cpp): a
// soft box that is set down on a steep slope does, and one with little damping begins to as soon as it slides.
#include <fmt/format.h>

#include <cmath>

#include "scenes/gallery/building.h"
#include "scenes/gallery/eased.h"
#include "scenes/gallery/elastic/volume_ratio.h"
#include "scenes/gallery/entries.h"
#include "scenes/gallery/points/soft_points.h"

namespace stiction {
namespace {

using namespace building;

constexpr double kWidth = 0.3, kHeight = 0.15;     // of the box [m]
constexpr double kFoot = 0.1, kFootHeight = 0.05;  // [m]
constexpr double kBefore = 3;                      // how far below its last angle the slope starts [degrees]
constexpr double kSettled = 1, kInclined = 5, kJudged = 7, kCheckDuration = 9;  // [s]
constexpr int kKeys = 1000;  // of the slope's way: many, since the box feels every change of speed

Quat tilted(double degrees) {
  return Quat(Eigen::AngleAxisd(radians(degrees), Vec3::UnitY()));
}

double first_angle(double last) {
  return std::max(last - kBefore, 0.0);
}

// The slope at a time [degrees], without a jerk at either end.
double angle_at(double time, double last) {
  return first_angle(last) + (last - first_angle(last)) * eased(kSettled, kInclined, time);
}

void add_slope(Model& model, int material, double angle) {
  add_plane(model, "ground", material, Vec3::UnitZ(), 0).start.rotation = tilted(first_angle(angle));
  Motion& motion = add_velocity(model, model.body_index("ground"), Vec3::Zero(), Vec3::Zero());
  motion.kind = MotionKind::kKeyframes;
  for (int k = 0; k <= kKeys; ++k) {
    const double time = kSettled + (kInclined - kSettled) * k / kKeys;
    motion.keys.push_back({time, {Vec3::Zero(), tilted(angle_at(time, angle))}});
  }
}

Shape box_shape(bool feet, double cell) {
  if (!feet) return make_box_shape({kWidth, kWidth, kHeight});
  Solid table("table");
  table.set("width", kWidth).set("depth", kWidth).set("height", kHeight).set("leg", kFoot);
  table.set("board", kHeight - kFootHeight);
  MeshOptions options;
  options.cache = default_cache_folder();
  return make_solid_shape(table, cell, options);
}

constexpr double kShare = 0.01;  // of the acceleration

// How it gains speed while it slides, against that of a rigid block.
class SlidingMonitor : public ExpectationMonitor {
 public:
  SlidingMonitor(double wanted, const Model& model)
      : wanted_(wanted), box_(model.body_index("box")), ground_(model.body_index("ground")) {}
  void start(const Moment&) override {}
  void observe(const Moment& moment) override {
    if (moment.state.time < kJudged) return;
    const Quat slope = moment.state.bodies[ground_].rotation;
    speed_ = (slope.conjugate() * moment.state.bodies[box_].velocity).x();
    if (since_ < 0) since_ = moment.state.time, first_speed_ = speed_;
    time_ = moment.state.time;
  }
  ExpectationResult result() const override {
    const double measured = since_ >= 0 && time_ > since_ ? (speed_ - first_speed_) / (time_ - since_) : 0;
    const bool holds = std::abs(measured - wanted_) <= kShare * wanted_ && first_speed_ > 0;
    return {
        fmt::format("the box slides, and faster by {:.4g} m/s^2 within {:g} % (measured {:.4g} m/s^2, from {:.4g} to "
                    "{:.4g} m/s)",
                    wanted_, 100 * kShare, measured, first_speed_, speed_),
        measured, holds, time_ > since_};
  }
  void save(ByteWriter& to) const override { put_each(to, since_, first_speed_, time_, speed_); }
  void load(ByteReader& from) override { get_each(from, since_, first_speed_, time_, speed_); }

 private:
  double wanted_;  // [m/s^2]
  int box_, ground_;
  double since_ = -1, first_speed_ = 0;  // [s], [m/s] down the slope
  double time_ = 0, speed_ = 0;
};

void add_expectations(Scene& scene, double angle, double mu) {
  if (radians(angle) <= std::atan(mu)) {
    scene.expectations.push_back(expect_at_rest("box", 1e-5, 1e-5, kJudged));
  } else {
    const double wanted = kGravity * (std::sin(radians(angle)) - mu * std::cos(radians(angle)));
    scene.expectations.push_back(
        expect_custom(fmt::format("the box slides, and faster by {:.4g} m/s^2 within {:g} %", wanted, 100 * kShare),
                      [wanted](const Model& model) { return std::make_unique<SlidingMonitor>(wanted, model); }));
  }
  scene.expectations.push_back(expect_penetration(2e-4));
  scene.expectations.push_back(expect_not_inside_out("*"));
  scene.expectations.push_back(expect_converged(0.99));
}

Scene build(const GalleryValues& values) {
  const double mu = values["mu"], angle = values["angle"], cell = values["cell"];
  const bool feet = values.whole("feet") == 1;
  Scene scene;
  scene.step = values["step"];
  const int rubber = add_material(scene.model, "rubber", 1000, mu);
  add_slope(scene.model, rubber, angle);
  const Quat slope = tilted(first_angle(angle));
  const double height = feet ? 0 : kHeight / 2;  // of the origin of its shape [m]
  Body& box = add_shape(scene.model, "box", rubber, box_shape(feet, cell), {slope * Vec3(0, 0, height), slope});
  box.elastic = soft_points(cell, values["young"], values["damping"], integrator_of(values));
  add_expectations(scene, angle, mu);
  return scene;
}

}  // namespace

GalleryEntry soft_incline_entry() {
  return {
      .name = "soft-incline",
      .summary =
          "A soft box on a slope sticks below the critical angle atan(mu) and slides above it, by one region or many",
      .claims = "RG-7",
      .parameters = {{"angle", 26.515, "degrees", kChosen, "slope; the critical angle of mu 0.5 is 26.565", 0, 89},
                     {"mu", 0.5, "", kChosen, "friction coefficient", 0, 100},
                     {"feet", 0, "", kChosen, "1: the box stands on four feet", 0, 1, true},
                     {"young", 1e5, "Pa", kChosen, "Young's modulus", 1e3, 1e9},
                     {"damping", 5e-3, "s", kChosen, "stiffness-proportional damping", 0, 1},
                     {"cell", 0.05, "m", kChosen, "edge length of the tetrahedra", 0.01, 0.2},
                     implicit_parameter(0),
                     {"step", 4e-4, "s", kChosen, "time step", 1e-6, 0.1}},
      .check_duration = kCheckDuration,
      .soak_duration = 60,
      .build = build};
}

}  // namespace stiction

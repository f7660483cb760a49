// A soft box on a slope that inclines slowly: it sticks below the critical angle and slides above it, whether its
// contacts are one region or many.
//
// Slowly, because a soft box that is set down on a steep slope shakes, and what shakes slides at less than the critical
// angle (see walking_table.cpp).
#include <cmath>

#include "scenes/gallery/building.h"
#include "scenes/gallery/eased.h"
#include "scenes/gallery/elastic/leg_tips.h"
#include "scenes/gallery/elastic/volume_ratio.h"
#include "scenes/gallery/entries.h"
#include "scenes/gallery/points/soft_points.h"

namespace stiction {
namespace {

using namespace building;

const Vec3 kBox(0.3, 0.3, 0.15);   // size [m]
const Vec3 kMat(0.9, 0.45, 0.05);  // size [m]
constexpr double kBefore = 6;      // how far below its last angle the slope starts [degrees]
constexpr double kSettled = 1, kInclined = 7, kCheckDuration = 11;  // [s]
constexpr int kKeys = 60;                                           // of the slope's way

Quat tilted(double degrees) {
  return Quat(Eigen::AngleAxisd(radians(degrees), Vec3::UnitY()));
}

// Without a jerk at either end.
void add_slope(Model& model, int material, double angle) {
  const double start = std::max(angle - kBefore, 0.0);
  add_plane(model, "ground", material, Vec3::UnitZ(), 0).start.rotation = tilted(start);
  Motion& motion = add_velocity(model, model.body_index("ground"), Vec3::Zero(), Vec3::Zero());
  motion.kind = MotionKind::kKeyframes;
  for (int k = 0; k <= kKeys; ++k) {
    const double time = kSettled + (kInclined - kSettled) * k / kKeys;
    const double now = start + (angle - start) * eased(kSettled, kInclined, time);
    motion.keys.push_back({time, {Vec3::Zero(), tilted(now)}});
  }
}

// Down the slope [m].
double way(const Moment& moment) {
  const int box = moment.model.body_index("box"), ground = moment.model.body_index("ground");
  return on_ground(moment.model, moment.state, ground, moment.state.bodies[box].center).x();
}

void add_expectations(Scene& scene, double angle, double mu) {
  if (angle <= std::atan(mu)) {
    scene.expectations.push_back(expect_at_rest("box", 1e-5, 1e-5, kInclined));
  } else {
    const double acceleration = kGravity * (std::sin(angle) - mu * std::cos(angle));
    const double time = kCheckDuration - kInclined;
    scene.expectations.push_back(expect_figure("the box has slid down the slope by", "m", way,
                                               0.9 * 0.5 * acceleration * time * time, Expectation::kUnlimited));
  }
  scene.expectations.push_back(expect_penetration(2e-4));
  scene.expectations.push_back(expect_not_inside_out("*"));
  scene.expectations.push_back(expect_converged(0.99));
}

Scene build(const GalleryValues& values) {
  const double mu = values["mu"], angle = values["angle"];
  Scene scene;
  scene.step = values["step"];
  const int rubber = add_material(scene.model, "rubber", 1000, mu);
  const int rough = add_material(scene.model, "rough", 1000, mu);
  scene.model.pairs.push_back({.material_a = rough, .material_b = rough, .friction = 4 * mu, .restitution = 0});
  add_slope(scene.model, rough, angle);
  const Quat slope = tilted(std::max(angle - kBefore, 0.0));
  double height = 0;
  const auto add = [&](const char* name, int material, const Vec3& size) {
    Body& body = add_box(scene.model, name, material, size, slope * Vec3(0, 0, height + size.z() / 2), slope);
    body.elastic = soft_points(values["cell"], values["young"], values["damping"], integrator_of(values));
    height += size.z();
  };
  if (values.whole("mat") == 1) add("mat", rough, kMat);
  add("box", rubber, kBox);
  add_expectations(scene, radians(angle), mu);
  return scene;
}

}  // namespace

GalleryEntry soft_incline_entry() {
  return {.name = "soft-incline",
          .summary = "A soft box sticks below the critical angle atan(mu) and slides above it, by one region or many",
          .claims = "RG-7",
          .parameters = {{"angle", 26.515, "degrees", kChosen, "slope; the critical angle of mu 0.5 is 26.565", 0, 89},
                         {"mu", 0.5, "", kChosen, "friction coefficient", 0, 100},
                         {"mat", 0, "", kChosen, "1: on a soft mat, which joins all contacts in one region", 0, 1, true},
                         {"young", 1e5, "Pa", kChosen, "Young's modulus", 1e3, 1e9},
                         {"damping", 1e-3, "s", kChosen, "stiffness-proportional damping", 0, 1},
                         {"cell", 0.05, "m", kChosen, "edge length of the tetrahedra", 0.01, 0.2},
                         implicit_parameter(0),
                         {"step", 5e-4, "s", kChosen, "time step", 1e-6, 0.1}},
          .check_duration = kCheckDuration,
          .soak_duration = 60,
          .build = build};
}

}  // namespace stiction

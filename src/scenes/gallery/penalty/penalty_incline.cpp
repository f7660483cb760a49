// A soft box on an incline, a plane or a slab of mass points: it sticks below the critical angle, and what is left of
// its motion along the incline dies out.
#include <cmath>

#include "scenes/gallery/building.h"
#include "scenes/gallery/elastic/volume_ratio.h"
#include "scenes/gallery/entries.h"
#include "scenes/gallery/penalty/penalty_solver.h"
#include "scenes/gallery/penalty/slab.h"
#include "scenes/gallery/penalty/slipping.h"
#include "scenes/gallery/points/soft_points.h"

namespace stiction {
namespace {

using namespace building;

constexpr double kWidth = 0.3, kHeight = 0.15;  // of the box [m]
constexpr double kSlid = 0.2;                   // way after which the speed is looked at [m]
constexpr double kSettled = 2;                  // [s]
constexpr double kStep = 4e-4;                  // [s]
constexpr int kShortSteps = 10000, kLongSteps = 40000;

void add_expectations(Scene& scene, double angle, double mu, bool baseline) {
  if (radians(angle) <= std::atan(mu)) {
    scene.expectations = {expect_at_rest("box", 1e-4, 1e-4, kSettled)};
    if (!baseline) scene.expectations.push_back(expect_sticks("box", 1e-4, kSettled));  // by it nothing ever sticks
  } else {
    // As a rigid block, while it is on the slab.
    const double faster = kGravity * (std::sin(radians(angle)) - mu * std::cos(radians(angle)));  // [m/s^2]
    const double time = std::sqrt(2 * kSlid / faster), speed = faster * time;
    scene.expectations = {expect_speed("box", 0.75 * speed, 1.25 * speed, time, time + 10 * scene.step)};
  }
  scene.expectations.push_back(expect_penetration(2e-3));
  scene.expectations.push_back(expect_not_inside_out("*"));
}

Scene build(const GalleryValues& values) {
  const double angle = values["angle"], mu = values["mu"];
  Scene scene;
  scene.step = values["step"];
  set_penalty_solver(scene, values);
  const int rubber = add_material(scene.model, "rubber", 1000, mu);
  const Quat slope(Eigen::AngleAxisd(radians(angle), Vec3::UnitY()));
  Slab slab{.material = rubber, .rotation = slope, .length = 0.8, .width = 0.6};
  slab.integrator = integrator_of(values);
  slab.soft = values.whole("slab") == 1;
  add_slab(scene.model, slab);
  Body& box = add_box(scene.model, "box", rubber, {kWidth, kWidth, kHeight},
                      slope * Vec3(0, 0, kHeight / 2 + values["drop"]), slope);
  box.elastic = soft_points(values["cell"], values["young"], values["damping"], integrator_of(values));
  add_expectations(scene, angle, mu, is_baseline(values));
  return scene;
}

}  // namespace

GalleryEntry penalty_incline_entry() {
  return {.name = "penalty-incline",
          .summary = "A soft box on a slab of mass points sticks below the critical angle: slip dies out",
          .claims = "PF-1, PF-3",
          .parameters = {{"angle", 24, "degrees", kChosen, "slope; the critical angle of mu 0.5 is 26.565", 0, 89},
                         {"mu", 0.5, "", kChosen, "friction coefficient", 0, 100},
                         {"slab", 1, "", kChosen, "1: a slab of mass points, held from below; 0: a plane", 0, 1, true},
                         {"drop", 0, "m", kChosen, "height from which the box falls", 0, 1},
                         {"young", 1e5, "Pa", kChosen, "Young's modulus", 1e3, 1e9},
                         {"damping", 5e-3, "s", kChosen, "stiffness-proportional damping", 0, 1},
                         {"cell", 0.075, "m", kChosen, "edge length of the box's tetrahedra", 0.01, 0.2},
                         baseline_parameter(),
                         implicit_parameter(0),
                         {"step", kStep, "s", kChosen, "time step", 1e-6, 0.1}},
          .check_duration = kShortSteps * kStep,
          .soak_duration = kLongSteps * kStep,
          .build = build};
}

}  // namespace stiction

// A soft box that two stiff bars press between them: friction alone holds it up.
//
// Each bar is held at its ends and pushed towards the box all along, so that nothing but the two contacts decides what
// the box does. Forces that contacts exert on one side only turn it, and it slips out.
#include <cmath>

#include "scenes/gallery/building.h"
#include "scenes/gallery/eased.h"
#include "scenes/gallery/elastic/volume_ratio.h"
#include "scenes/gallery/entries.h"
#include "scenes/gallery/penalty/penalty_solver.h"
#include "scenes/gallery/penalty/turning.h"
#include "scenes/gallery/points/soft_points.h"

namespace stiction {
namespace {

using namespace building;

constexpr double kBox = 0.2;                                                // edge length [m]
constexpr double kBarThickness = 0.06, kBarHeight = 0.48, kBarCell = 0.06;  // [m]
constexpr double kPressed = 0.5;                                            // by then all has settled [s]
constexpr int kShortSteps = 10000, kLongSteps = 40000;
constexpr double kStep = 2e-4;  // [s]

// side: -1 left, 1 right.
Vec3 bar_place(double side) {
  return {side * (kBox + kBarThickness) / 2, 0, 0};
}

void add_soft_bars(Model& model, int material, const GalleryValues& values) {
  const auto spec = soft_points(kBarCell, values["bar_young"], values["bar_damping"], integrator_of(values));
  spec->points.mass_damping = values["mass_damping"];
  for (const double end : {-1.0, 1.0}) {
    const Vec3 reach(1, 1, 1e-3), middle(0, 0, end * kBarHeight / 2);
    spec->points.held.push_back({middle - reach, middle + reach});
  }
  for (const double side : {-1.0, 1.0}) {
    Body& bar = add_box(model, side < 0 ? "left bar" : "right bar", material, {kBarThickness, kBox, kBarHeight},
                        bar_place(side));
    bar.elastic = spec;
    bar.force = {-side * values["press"], 0, 0};
  }
}

// They come together as far as the box gives way to the same force.
void add_rigid_bars(Model& model, int material, const GalleryValues& values) {
  constexpr double kFrom = 0.0, kTo = 0.1;  // [s]
  constexpr int kKeys = 100;
  const double way = 0.5 * values["press"] / (values["young"] * kBox);
  for (const double side : {-1.0, 1.0}) {
    const char* name = side < 0 ? "left bar" : "right bar";
    add_box(model, name, material, {kBarThickness, kBox, kBarHeight}, bar_place(side));
    Motion& motion = add_velocity(model, model.body_index(name), Vec3::Zero(), Vec3::Zero());
    motion.kind = MotionKind::kKeyframes;
    for (int k = 0; k <= kKeys; ++k) {
      const double time = kFrom + (kTo - kFrom) * k / kKeys;
      const Vec3 moved(-side * way * eased(kFrom, kTo, time), 0, 0);
      motion.keys.push_back({time, {bar_place(side) + moved, Quat::Identity()}});
    }
  }
}

Scene build(const GalleryValues& values) {
  Scene scene;
  scene.step = values["step"];
  set_penalty_solver(scene, values);
  const int rubber = add_material(scene.model, "rubber", 1000, values["mu"]);
  const int bars = add_material(scene.model, "plastic", 1000, values["mu"]);
  if (values.whole("rigid") == 1) {
    add_rigid_bars(scene.model, bars, values);
  } else {
    add_soft_bars(scene.model, bars, values);
  }
  Body& box = add_box(scene.model, "box", rubber, Vec3::Constant(kBox), Vec3::Zero());
  box.elastic = soft_points(values["cell"], values["young"], values["damping"], integrator_of(values));
  if (is_baseline(values)) {
    scene.expectations = {expect_turned("box", radians(10), radians(180)), expect_moved("box", 0.5 * kBox)};
  } else {
    scene.expectations = {expect_at_rest("box", 0.01 * kBox, 1e-3, kPressed), expect_turned("box", 0, radians(1)),
                          expect_position("box", 2, -0.1 * kBox, 0.1 * kBox), expect_penetration(0.02 * kBox),
                          expect_not_inside_out("*")};
  }
  return scene;
}

}  // namespace

GalleryEntry clamped_box_entry() {
  return {
      .name = "clamped-box",
      .summary = "A soft box pressed between stiff bars is held by friction; by the baseline it slips out",
      .claims = "PF-4",
      .parameters = {{"mu", 0.5, "", kChosen, "friction coefficient", 0, 10},
                     {"press", 400, "N", kChosen, "force on each bar; part of it bends the bar", 0, 1e5},
                     {"rigid", 0, "", kChosen, "1: rigid bars, moved together until they press as much", 0, 1, true},
                     {"young", 1e5, "Pa", kChosen, "Young's modulus of the box", 1e3, 1e9},
                     {"bar_young", 2e6, "Pa", kChosen, "Young's modulus of the bars", 1e3, 1e9},
                     {"damping", 2e-3, "s", kChosen, "stiffness-proportional damping of the box", 0, 1},
                     {"bar_damping", 5e-5, "s", kChosen, "stiffness-proportional damping of the bars", 0, 1},
                     {"mass_damping", 20, "1/s", kChosen, "mass-proportional damping of the bars", 0, 1000},
                     {"cell", 0.05, "m", kChosen, "edge length of the box's tetrahedra", 0.01, 0.2},
                     baseline_parameter(),
                     implicit_parameter(0),
                     {"step", kStep, "s", kChosen, "time step", 1e-6, 0.1}},
      .check_duration = kShortSteps * kStep,
      .soak_duration = kLongSteps * kStep,
      .build = build};
}

}  // namespace stiction

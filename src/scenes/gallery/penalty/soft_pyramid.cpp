// A pyramid of soft boxes on an incline that friction holds.
#include <fmt/format.h>

#include <cmath>

#include "scenes/gallery/building.h"
#include "scenes/gallery/elastic/volume_ratio.h"
#include "scenes/gallery/entries.h"
#include "scenes/gallery/penalty/growing_weight.h"
#include "scenes/gallery/penalty/kinetic_energy.h"
#include "scenes/gallery/penalty/penalty_solver.h"
#include "scenes/gallery/penalty/slab.h"
#include "scenes/gallery/points/soft_points.h"

namespace stiction {
namespace {

using namespace building;

constexpr double kBox = 0.2;       // edge length [m]
constexpr double kSpacing = 0.24;  // of boxes side by side [m]
constexpr double kLoading = 0.5;   // until boxes on a plane have all their weight [s]
constexpr double kSettled = 2;     // by then nothing moves [s]
constexpr int kShortSteps = 10000, kLongSteps = 40000;
constexpr double kStep = 4e-4;  // [s]

Scene build(const GalleryValues& values) {
  const int rows = values.whole("rows");
  Scene scene;
  scene.step = values["step"];
  set_penalty_solver(scene, values);
  const int rubber = add_material(scene.model, "rubber", 1000, values["mu"]);
  const int ground = add_material(scene.model, "stone", 2000, values["mu"]);
  const Quat slope(Eigen::AngleAxisd(std::atan(values["tangent"]), Vec3::UnitY()));
  Slab slab{.material = ground, .rotation = slope, .length = kSpacing * (rows + 2), .width = 2 * kBox};
  slab.integrator = integrator_of(values);
  slab.soft = values.whole("slab") == 1;
  add_slab(scene.model, slab);
  const auto spec = soft_points(kBox / values["cells"], values["young"], values["damping"], integrator_of(values));
  spec->points.mass_damping = values["mass_damping"];
  for (int row = 0, count = 0; row < rows; ++row) {
    for (int i = 0; i < rows - row; ++i, ++count) {
      const Vec3 place(kSpacing * (i - 0.5 * (rows - row - 1)), 0, (row + 0.5) * kBox);
      add_box(scene.model, fmt::format("box{}", count), rubber, Vec3::Constant(kBox), slope * place, slope).elastic =
          spec;
    }
  }
  if (!slab.soft) let_weight_grow(scene.model, kLoading, scene.step);
  if (is_baseline(values)) {
    scene.expectations = {expect_moved("box*", 0.2 * kBox)};
  } else {
    scene.expectations = {expect_at_rest("box*", 0.02 * kBox, 0.02, kSettled), expect_penetration(0.03 * kBox),
                          expect_not_inside_out("*"),
                          expect_mean_kinetic_energy("box*", kSettled, 0, 1e-3 * rows * (rows + 1) / 2)};
  }
  return scene;
}

}  // namespace

GalleryEntry soft_pyramid_entry() {
  return {
      .name = "soft-pyramid",
      .summary = "A pyramid of soft boxes stands on an incline; by the baseline it breaks up",
      .claims = "PF-6",
      .parameters = {{"rows", 4, "", kInferred, "rows; four are ten boxes", 1, 20, true},
                     {"mu", 0.3, "", kStated, "friction coefficient", 0, 10},
                     {"tangent", 0.2, "", kStated, "tangent of the incline's angle", 0, 2},
                     {"slab", 0, "", kChosen, "1: the incline is a slab of mass points, held from below", 0, 1, true},
                     {"young", 1e6, "Pa", kChosen, "Young's modulus", 1e3, 1e9},
                     {"damping", 1e-3, "s", kChosen, "stiffness-proportional damping", 0, 1},
                     {"mass_damping", 50, "1/s", kChosen, "mass-proportional damping of what deforms", 0, 1000},
                     {"cells", 2, "", kChosen, "elements along an edge of a box", 1, 20, true},
                     baseline_parameter(),
                     implicit_parameter(0),
                     {"step", kStep, "s", kChosen, "time step", 1e-6, 0.1}},
      .check_duration = kShortSteps * kStep,
      .soak_duration = kLongSteps * kStep,
      .build = build};
}

}  // namespace stiction

// A soft box on a slope: it sticks below the critical angle and slides above it, whether its contacts are one region or
// many. Gravity is inclined, the ground is level.
#include <cmath>

#include "scenes/gallery/building.h"
#include "scenes/gallery/elastic/lasting.h"
#include "scenes/gallery/elastic/volume_ratio.h"
#include "scenes/gallery/entries.h"
#include "scenes/gallery/points/soft_points.h"

namespace stiction {
namespace {

using namespace building;

const Vec3 kBox(0.3, 0.3, 0.15);   // size [m]
const Vec3 kSlab(1.6, 0.5, 0.05);  // of the soft ground [m]
constexpr double kSettled = 2;     // by then the box has taken its shape [s]
constexpr double kCheckDuration = 5;

// How far the box has slid in the last seconds of the check, by Coulomb's law [m].
double way_by_law(double acceleration, double from, double to) {
  return 0.5 * acceleration * (to * to - from * from);
}

// Its underside is held: all its contacts hang together by the points of its upper side.
void add_soft_ground(Model& model, int material, const GalleryValues& values) {
  const auto spec = soft_points(values["cell"], values["young"], values["damping"], integrator_of(values));
  spec->points.held = {Aabb{-kSlab, Vec3(kSlab.x(), kSlab.y(), -0.49 * kSlab.z())}};
  add_box(model, "slab", material, kSlab, Vec3(0.4, 0, -kSlab.z() / 2)).elastic = spec;
}

Scene build(const GalleryValues& values) {
  const double mu = values["mu"], angle = radians(values["angle"]);
  Scene scene;
  scene.step = values["step"];
  scene.model.gravity = kGravity * Vec3(std::sin(angle), 0, -std::cos(angle));
  const int material = add_material(scene.model, "rubber", 1000, mu);
  if (values.whole("slab") == 1) {
    add_soft_ground(scene.model, material, values);
  } else {
    add_plane(scene.model, "ground", material, Vec3::UnitZ(), 0);
  }
  const auto spec = soft_points(values["cell"], values["young"], values["damping"], integrator_of(values));
  add_box(scene.model, "box", material, kBox, Vec3(0, 0, kBox.z() / 2)).elastic = spec;
  if (angle <= std::atan(mu)) {
    scene.expectations.push_back(expect_at_rest("box", 1e-5, 1e-5, kSettled));
  } else {
    const double acceleration = kGravity * (std::sin(angle) - mu * std::cos(angle));
    scene.expectations.push_back(expect_moved("box", 0.9 * way_by_law(acceleration, 0, kCheckDuration)));
  }
  scene.expectations.push_back(expect_penetration(1e-4));
  scene.expectations.push_back(expect_not_inside_out("*"));
  scene.expectations.push_back(expect_converged(0.99));
  return scene;
}

}  // namespace

GalleryEntry soft_incline_entry() {
  return {
      .name = "soft-incline",
      .summary = "A soft box sticks below the critical angle atan(mu) and slides above it, by one region or many",
      .claims = "RG-7",
      .parameters = {{"angle", 26.515, "degrees", kChosen, "slope; the critical angle of mu 0.5 is 26.565", 0, 89},
                     {"mu", 0.5, "", kChosen, "friction coefficient", 0, 100},
                     {"slab", 0, "", kChosen, "1: on soft ground, which joins all contacts in one region", 0, 1, true},
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

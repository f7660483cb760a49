// A box on an inclined plane: the sharpest test of Coulomb's law there is.
#include <cmath>

#include "scenes/gallery/building.h"
#include "scenes/gallery/entries.h"

namespace stiction {
namespace {

constexpr double kCheckDuration = 10;  // [s]

Scene build(const GalleryValues& values) {
  using namespace building;
  const double angle = radians(values["angle"]);
  const double mu = values["mu"];
  const Quat heading(Eigen::AngleAxisd(radians(values["heading"]), Vec3::UnitZ()));
  const Quat slope = heading * Quat(Eigen::AngleAxisd(angle, Vec3::UnitY()));

  Scene scene;
  const int material = add_material(scene.model, "stone", 1000, mu);
  add_plane(scene.model, "slope", material, (slope * Vec3::UnitZ()).normalized(), 0);
  Body& box = add_box(scene.model, "box", material, Vec3::Ones(), slope * Vec3(0, 0, 0.5), slope);
  box.samples = values.whole("samples");
  if (values.whole("mesh") == 1) turn_into_mesh(box);

  if (angle <= std::atan(mu)) {
    scene.expectations.push_back(expect_at_rest("box", 1e-6, 1e-6));
  } else {
    const double acceleration = kGravity * (std::sin(angle) - mu * std::cos(angle));
    scene.expectations.push_back(expect_moved("box", 0.9 * 0.5 * acceleration * kCheckDuration * kCheckDuration));
  }
  scene.expectations.push_back(expect_penetration(1e-6));
  scene.expectations.push_back(expect_converged(0.999));
  return scene;
}

}  // namespace

GalleryEntry incline_entry() {
  return {
      .name = "incline",
      .summary = "A unit cube on a slope sticks below the critical angle atan(mu) and slides above it, in any heading",
      .claims = "SP-4",
      .parameters = {{"angle", 26, "degrees", kChosen, "slope; the critical angle of mu 0.5 is 26.565", 0, 89},
                     {"mu", 0.5, "", kChosen, "friction coefficient", 0, 100},
                     {"heading", 0, "degrees", kChosen, "direction of the slope, turned about the vertical", -360, 360},
                     {"samples", 0, "", kChosen, "extra contact samples per face side", 0, 64, true},
                     building::mesh_parameter()},
      .check_duration = kCheckDuration,
      .soak_duration = 60,
      .build = build};
}

}  // namespace stiction

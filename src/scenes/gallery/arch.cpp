// The catenary arch of Staggered Projections, standing and under fire; and a semicircular one.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scenes/gallery/arch_geometry.h"
#include "scenes/gallery/building.h"
#include "scenes/gallery/entries.h"

namespace stiction {
namespace {

using namespace building;

constexpr double kDensity = 2000;  // [kg/m^3]
constexpr double kRing = 0.6;      // [m]

std::vector<GalleryParameter> arch_parameters(const std::vector<GalleryParameter>& more = {}) {
  std::vector<GalleryParameter> all = {
      {"blocks", 27, "", kInferred, "free blocks; the paper's 162 degrees of freedom make 27", 3, 1001, true},
      {"mu", 0.6, "", kStated, "friction coefficient", 0, 100},
      {"samples", 0, "", kChosen, "extra contact samples per face side (8: about the paper's contacts)", 0, 64, true}};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

struct Arch {
  Scene scene;
  std::vector<ArchJoint> joints;
  int material = 0;
};

Arch catenary(const GalleryValues& values) {
  Arch arch;
  arch.material = add_material(arch.scene.model, "stone", kDensity, values["mu"]);
  arch.joints = catenary_joints(values.whole("blocks"), 3, 5, kRing);
  add_arch(arch.scene.model, arch.joints, {.material = arch.material, .samples = values.whole("samples")});
  return arch;
}

void expect_arch_stands(Scene& scene) {
  scene.expectations.push_back(expect_at_rest("block*", 1e-5, 1e-6, 1));
  scene.expectations.push_back(expect_penetration(1e-6));
  scene.expectations.push_back(expect_converged(0.999));
}

// The ground under the springers, on which fallen blocks land.
void add_ground(Arch& arch) {
  add_plane(arch.scene.model, "ground", arch.material, Vec3::UnitZ(), -1.5);
}

Scene build_arch(const GalleryValues& values) {
  Arch arch = catenary(values);
  if (values.whole("mesh") == 1) {
    for (Body& body : arch.scene.model.bodies) turn_into_mesh(body);
  }
  expect_arch_stands(arch.scene);
  return arch.scene;
}

Scene build_keystone(const GalleryValues& values) {
  Arch arch = catenary(values);
  add_ground(arch);
  const int count = values.whole("count");
  const int keystone = values.whole("blocks") / 2;
  const double size = values["size"];
  const Vec2 top = extrados(arch.joints, keystone);
  for (int i = 0; i < count; ++i) {
    const double y = count > 1 ? 0.6 * i / (count - 1) - 0.3 : 0;  // side by side over the keystone's depth
    Body& shot = add_box(arch.scene.model, fmt::format("shot{}", i), arch.material, Vec3::Constant(size),
                         Vec3(top.x(), y, top.y() + size / 2 + values["drop"]));
    shot.appears_at = 1 + 0.5 * i;
  }
  const double last_shot = 1 + 0.5 * (count - 1);
  arch.scene.expectations.push_back(expect_at_rest("block*", 0.05, 1e-3));
  arch.scene.expectations.push_back(expect_at_rest("block*", 1e-3, 1e-3, last_shot + 3));
  arch.scene.expectations.push_back(expect_moved(fmt::format("block{}", keystone), 1e-4));
  arch.scene.expectations.push_back(expect_converged(0.99));
  return arch.scene;
}

Scene build_leg(const GalleryValues& values) {
  Arch arch = catenary(values);
  add_ground(arch);
  const int blocks = values.whole("blocks");
  const double size = values["size"];
  const Vec2 target = extrados(arch.joints, std::max(1, static_cast<int>(values["target"] * blocks)));
  for (int i = 0; i < values.whole("count"); ++i) {
    Body& shot = add_box(arch.scene.model, fmt::format("shot{}", i), arch.material, Vec3::Constant(size),
                         Vec3(target.x() - size - 0.5, 0, target.y()));
    shot.start_velocity = Vec3(values["speed"], 0, 0);
    shot.appears_at = 1 + 0.4 * i;
  }
  const double keystone_height = extrados(arch.joints, blocks / 2).y();
  Expectation falls = expect_position(fmt::format("block{}", blocks / 2), 2, -Expectation::kUnlimited,
                                      keystone_height - kRing / 2 - 1, 5);
  arch.scene.expectations.push_back(falls);
  arch.scene.expectations.push_back(expect_converged(0.99));
  return arch.scene;
}

Scene build_semicircle(const GalleryValues& values) {
  Scene scene;
  const int material = add_material(scene.model, "stone", kDensity, values["mu"]);
  const double radius = values["radius"];
  const auto joints = semicircle_joints(values.whole("blocks"), radius, values["thickness"] * radius);
  add_arch(scene.model, joints, {.material = material, .samples = values.whole("samples")});
  expect_arch_stands(scene);
  return scene;
}

}  // namespace

GalleryEntry arch_entry() {
  return {.name = "arch",
          .summary = "A catenary arch of rigid blocks stands by friction and thrust alone",
          .claims = "SP-15",
          .parameters = arch_parameters({mesh_parameter()}),
          .check_duration = 10,
          .soak_duration = 600,
          .build = build_arch};
}

GalleryEntry arch_keystone_entry() {
  return {.name = "arch-keystone",
          .summary = "Blocks dropped on the arch's keystone shake it; it settles into a new equilibrium",
          .claims = "SP-15",
          .parameters = arch_parameters({{"count", 3, "", kChosen, "blocks dropped", 0, 20, true},
                                         {"size", 0.6, "m", kChosen, "edge length of the dropped blocks", 0.01, 1},
                                         {"drop", 5, "m", kChosen, "height of the drop", 0.01, 100}}),
          .check_duration = 6,
          .soak_duration = 60,
          .build = build_keystone};
}

GalleryEntry arch_leg_entry() {
  return {.name = "arch-leg",
          .summary = "Blocks thrown at a leg of the arch bring it down",
          .claims = "SP-15",
          .parameters =
              arch_parameters({{"count", 3, "", kChosen, "blocks thrown", 0, 20, true},
                               {"size", 0.8, "m", kChosen, "edge length of the thrown blocks", 0.01, 2},
                               {"speed", 25, "m/s", kChosen, "speed of the thrown blocks", 0, 100},
                               {"target", 0.15, "", kChosen, "block aimed at, as a share of all blocks", 0, 0.5}}),
          .check_duration = 6,
          .soak_duration = 20,
          .build = build_leg};
}

GalleryEntry semicircular_arch_entry() {
  return {.name = "semicircular-arch",
          .summary = "A semicircular arch thicker than the least possible (thickness / radius 0.107) stands",
          .claims = "",
          .parameters = {{"blocks", 27, "", kChosen, "free blocks", 3, 1001, true},
                         {"mu", 0.5, "", kChosen, "friction coefficient", 0, 100},
                         {"thickness", 0.15, "", kChosen, "ring thickness over the centreline's radius", 0.01, 1},
                         {"radius", 5, "m", kChosen, "radius of the centreline", 0.1, 15},
                         {"samples", 0, "", kChosen, "extra contact samples per face side", 0, 64, true}},
          .check_duration = 10,
          .soak_duration = 600,
          .build = build_semicircle};
}

}  // namespace stiction

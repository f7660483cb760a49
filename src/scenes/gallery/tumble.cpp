// A body of every kind tumbles down a stair into a tray.
#include <fmt/format.h>

#include "scenes/gallery/building.h"
#include "scenes/gallery/entries.h"
#include "scenes/gallery/scatter.h"

namespace stiction {
namespace {

using namespace building;

constexpr double kSize = 0.1;  // of the bodies, about [m]
constexpr double kStep = 0.2;  // of the stair: rise and tread [m]
constexpr int kStairs = 3;
constexpr double kWidth = 0.8;  // of stair and tray [m]
constexpr double kTray = 0.8;   // length of the tray [m]
constexpr double kWall = 0.1;   // thickness [m]
constexpr double kSettled = 5;  // [s]

struct Kind {
  const char* name;
  Shape shape;
};

Shape dumbbell() {
  return make_compound_shape(
      {{make_capsule_shape(0.15 * kSize, 0.8 * kSize), {}},
       {make_box_shape(Vec3::Constant(0.5 * kSize)), {Vec3(0, 0, 0.5 * kSize), Quat::Identity()}},
       {make_box_shape(Vec3::Constant(0.5 * kSize)), {Vec3(0, 0, -0.5 * kSize), Quat::Identity()}}});
}

Shape solid_shape(const Solid& solid) {
  MeshOptions options;
  options.spacing = kSize / 4;
  options.cache = default_cache_folder();
  return make_solid_shape(solid, kSize / 8, options);
}

std::vector<Kind> all_kinds() {
  const std::vector<Vec3> octahedron = {Vec3(1, 0, 0),  Vec3(-1, 0, 0), Vec3(0, 1, 0),
                                        Vec3(0, -1, 0), Vec3(0, 0, 1),  Vec3(0, 0, -1)};
  std::vector<Vec3> corners;
  corners.reserve(octahedron.size());
  for (const Vec3& corner : octahedron) corners.emplace_back(0.6 * kSize * corner);
  return {{"box", make_box_shape(kSize * Vec3(1, 0.8, 0.6))},
          {"sphere", SphereShape{kSize / 2}},
          {"capsule", make_capsule_shape(0.3 * kSize, 0.7 * kSize)},
          {"cylinder", make_cylinder_shape(0.4 * kSize, 0.8 * kSize)},
          {"octahedron", make_convex_shape(corners)},
          {"rock", solid_shape(Solid("rock").set("radius", 0.6 * kSize))},
          {"ring", solid_shape(Solid("torus").set("radius", 0.5 * kSize).set("thickness", 0.2 * kSize))},
          {"dumbbell", dumbbell()}};
}

// Round bodies may roll for ever: nothing but slip and impact takes energy.
bool may_roll(const Shape& shape) {
  return std::holds_alternative<SphereShape>(shape) || std::holds_alternative<CapsuleShape>(shape) ||
         std::holds_alternative<CylinderShape>(shape);
}

void add_fixed_box(Model& model, const std::string& name, int material, const Vec3& low, const Vec3& high) {
  add_box(model, name, material, high - low, (low + high) / 2).fixed = true;
}

// The stair goes down along +x and ends at x = 0, where the tray begins; its floor is at z = 0.
void add_stair_and_tray(Model& model, int material) {
  add_plane(model, "floor", material, Vec3::UnitZ(), 0);
  for (int i = 0; i < kStairs; ++i) {
    add_fixed_box(model, fmt::format("stair{}", i), material, Vec3(-(i + 1) * kStep, -kWidth / 2, 0),
                  Vec3(-i * kStep, kWidth / 2, (i + 1) * kStep));
  }
  const double back = -kStairs * kStep, top = (kStairs + 4) * kStep;
  add_fixed_box(model, "back", material, Vec3(back - kWall, -kWidth / 2 - kWall, 0),
                Vec3(back, kWidth / 2 + kWall, top));
  add_fixed_box(model, "front", material, Vec3(kTray, -kWidth / 2 - kWall, 0),
                Vec3(kTray + kWall, kWidth / 2 + kWall, top));
  for (double side : {-1.0, 1.0}) {
    const double inner = side * kWidth / 2, outer = side * (kWidth / 2 + kWall);
    add_fixed_box(model, side < 0 ? "left" : "right", material, Vec3(back, std::min(inner, outer), 0),
                  Vec3(kTray, std::max(inner, outer), top));
  }
}

Scene build(const GalleryValues& values) {
  Scene scene;
  scene.step = 0.005;
  scene.model.recovery = 0.2;
  const int wood = add_material(scene.model, "wood", 600, values["mu"]);
  add_stair_and_tray(scene.model, wood);
  const std::vector<Kind> kinds = all_kinds();
  Scatter scatter(values.whole("seed"));
  const double top = kStairs * kStep;
  for (int round = 0; round < values.whole("rounds"); ++round) {
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      const std::size_t layer = i / 4;
      const Vec3 place(-(kStairs - 0.5) * kStep, kWidth / 4 * (static_cast<double>(i % 4) - 1.5),
                       top + kSize + 2 * kSize * static_cast<double>(layer));
      Body& body = add_shape(scene.model, fmt::format("{}{}", kinds[i].name, round), wood, kinds[i].shape,
                             {place, scatter.rotation()});
      body.start_velocity = Vec3(scatter.between(0.8, 1.4), 0, 0);
      body.appears_at = 0.6 * round;
    }
  }
  for (const Kind& kind : kinds) {
    const std::string pattern = std::string(kind.name) + "*";
    if (may_roll(kind.shape)) continue;
    scene.expectations.push_back(expect_at_rest(pattern, 1e-3, 1e-3, kSettled));
  }
  scene.expectations.push_back(expect_position("*", 0, -kStairs * kStep, kTray));
  scene.expectations.push_back(expect_position("*", 2, 0, Expectation::kUnlimited));
  scene.expectations.push_back(expect_penetration(0.02 * kSize));
  scene.expectations.push_back(expect_penetration(1e-4 * kSize, kSettled));
  scene.expectations.push_back(expect_converged(0.99));
  return scene;
}

}  // namespace

GalleryEntry tumble_entry() {
  return {
      .name = "tumble",
      .summary = "Bodies of every kind tumble down a stair into a tray and come to rest",
      .claims = "SP-10",
      .parameters = {{"rounds", 1, "", kChosen, "number of times that one body of every type is dropped", 1, 50, true},
                     {"mu", 0.4, "", kChosen, "friction coefficient; wood on wood", 0, 2},
                     {"seed", 1, "", kChosen, "seed of the orientations and speeds", 0, 1e6, true}},
      .check_duration = 7,
      .soak_duration = 60,
      .build = build};
}

}  // namespace stiction

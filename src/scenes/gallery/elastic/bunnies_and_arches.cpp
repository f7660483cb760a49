// Two groups of soft bunnies, red and rough, blue and slippery, are dropped on a ramp and come down to arches of rigid
// blocks.
//
// The slope is between the angles of friction of both groups, so that red ones slow down and stick where blue ones
// speed up, each as ramp_slide.h says.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "scenes/gallery/arch_geometry.h"
#include "scenes/gallery/building.h"
#include "scenes/gallery/elastic/lasting.h"
#include "scenes/gallery/elastic/ramp_slide.h"
#include "scenes/gallery/elastic/stands_until_hit.h"
#include "scenes/gallery/elastic/stvk_spec.h"
#include "scenes/gallery/elastic/volume_ratio.h"
#include "scenes/gallery/entries.h"
#include "scenes/gallery/scatter.h"

namespace stiction {
namespace {

using namespace building;

constexpr double kPoisson = 0.4;
constexpr double kBunny = 0.1;                                 // radius [m]
constexpr double kFeet = 0.756;                                // below its origin, in radii
constexpr double kColumn = 0.28, kRow = 0.6;                   // from bunny to bunny, across the ramp and along it [m]
constexpr double kLane = 0.32;                                 // of each group, from the middle of the ramp [m]
constexpr double kRampWidth = 1.5, kRampBelow = 0.15;          // the latter goes on below the ground [m]
constexpr double kArch = 0.17, kRing = 0.2, kArchDepth = 0.1;  // radius [m], thickness over it, [m]
constexpr double kRests = 3.5;                                 // when all has come to rest [s]

int rows(const GalleryValues& values) {
  return (values.whole("count") + 1) / 2;
}

Quat sloping(double degrees) {
  return Quat(Eigen::AngleAxisd(radians(degrees), Vec3::UnitY()));
}

void add_ramp(Model& model, int stone, const GalleryValues& values) {
  const Quat slope = sloping(values["slope"]);
  add_plane(model, "ground", stone, Vec3::UnitZ(), 0);
  const double thickness = 0.05, length = values["start"] + kRow * rows(values) + kRampBelow;
  const Vec3 middle(kRampBelow - length / 2, 0, -thickness / 2);
  add_box(model, "ramp", stone, Vec3(length, kRampWidth, thickness), slope * middle, slope).fixed = true;
}

void add_arches(Model& model, int stone, const GalleryValues& values) {
  const auto joints = semicircle_joints(values.whole("blocks"), kArch, kRing * kArch);
  for (const int side : {-1, 1}) {
    add_arch(model, joints,
             {.depth = kArchDepth,
              .springer = 0,
              .material = stone,
              .name = side < 0 ? "arch-left-" : "arch-right-",
              .place = Vec3(values["gap"] + kArchDepth / 2, side * kLane, 0),
              .along_y = true});
  }
}

struct Group {
  std::string name;
  int material;
  int side;  // of the ramp, -1 or 1
  RampSlide slide;
};

Group make_group(Model& model, const std::string& name, int stone, int side, const GalleryValues& values) {
  const int material = add_material(model, name + " rubber", 1000, values["mu_" + name]);
  const double mu = model.surface(material, stone).friction;
  return {name, material, side, {radians(values["slope"]), mu, values["speed"], values["drop"]}};
}

void add_bunnies(Model& model, const Group& group, const GalleryValues& values) {
  MeshOptions options;
  options.cache = default_cache_folder();
  const Shape shape = make_solid_shape(Solid("bunny").set("radius", kBunny), values["cell"], options);
  const auto spec = stvk_spec(values["young"], kPoisson, values["cell"], values);
  const Quat slope = sloping(values["slope"]);
  Scatter scatter(values.whole("seed") + (group.side > 0 ? 0 : 500009));
  for (int i = 0; i < values.whole("count"); ++i) {
    const int rows_before = i / 2;
    const double row = values["start"] + kRow * rows_before + scatter.between(-0.02, 0.02);
    const double across = group.side * kLane + (i % 2 - 0.5) * kColumn + scatter.between(-0.01, 0.01);
    const Vec3 place = slope * Vec3(-row, across, kFeet * kBunny + values["drop"]);
    const Quat turn(Eigen::AngleAxisd(scatter.between(-0.3, 0.3), Vec3::UnitZ()));
    Body& bunny = add_shape(model, group.name + std::to_string(i), group.material, shape, {place, slope * turn});
    bunny.start_velocity = slope * Vec3(values["speed"], 0, 0);
    bunny.elastic = spec;
  }
}

// Before the first of either group is at the end of the ramp both have slid as far as the law says.
void expect_slides(Scene& scene, const Group& red, const Group& blue, const GalleryValues& values) {
  const double way = values["start"] - kBunny;
  const double time = std::min(red.slide.time_of(way, 1), blue.slide.time_of(way, 1));
  scene.expectations.push_back(expect_way_by_law("red*", red.slide, time, 0.02));
  scene.expectations.push_back(expect_way_by_law("blue*", blue.slide, time, 0.02));
}

// Of the one that starts farthest up.
double last_way(const Moment& moment, const Group& group, int count) {
  return way_down(moment, moment.model.body_index(group.name + std::to_string(count - 1)), group.slide);
}

double height(const Moment& moment, const std::string& body) {
  return moment.state.bodies[moment.model.body_index(body)].center.z();
}

// Red ones stick where blue ones slide: those of the last row, which have nothing in their way for long enough.
void expect_groups_differ(Scene& scene, const Group& red, const Group& blue, const GalleryValues& values) {
  const double slope = std::tan(red.slide.slope);
  const int count = values.whole("count");
  if (rows(values) < 2 || !(blue.slide.mu < slope && slope < red.slide.mu)) return;
  const double stops = red.slide.way(1e3);
  scene.expectations.push_back(expect_figure(
      "the last red bunny sticks after", "m", [=](const Moment& m) { return last_way(m, red, count); }, 0.95 * stops,
      1.05 * stops));
  scene.expectations.push_back(expect_figure(
      "the last blue one gets farther by", "m",
      [=](const Moment& m) { return last_way(m, blue, count) - last_way(m, red, count); }, kBunny,
      Expectation::kUnlimited));
  const std::string keystone = fmt::format("arch-right-block{}", values.whole("blocks") / 2);
  scene.expectations.push_back(expect_figure(
      "the keystone of the arch that blue ones run into ends at a height of", "m",
      [=](const Moment& m) { return height(m, keystone); }, 0, 0.5 * kArch));
}

void add_expectations(Scene& scene, const Group& red, const Group& blue, const GalleryValues& values) {
  scene.expectations = {expect_stands_until_hit("arch-left-*", 1e-5), expect_stands_until_hit("arch-right-*", 1e-5)};
  if (values.whole("count") > 0) {
    expect_slides(scene, red, blue, values);
    scene.expectations.push_back(expect_not_inside_out("*"));
  }
  expect_groups_differ(scene, red, blue, values);
  scene.expectations.push_back(expect_at_rest("*", 1e-3, 1e-3, kRests));
  const Rest rest{.bodies = "*", .speed = 1e-3, .calm = 0.2, .by = kRests};
  // How deep edges get that meet in an impact hangs on the last bits of the run: 0.7 to 2.1 mm have been seen, and up
  // to 1.3 mm of it stay, since nothing pushes them out.
  scene.expectations.push_back(expect_penetration_until_rest(rest, 0.03 * kBunny, 0.02 * kBunny));
  // To push a bunny out of something by 0.2 mm takes the first.
  scene.expectations.push_back(expect_energy_falls(values["recovery"] > 0 ? 1e-3 : 1e-6));
  scene.expectations.push_back(expect_converged(0.99));
}

Scene build(const GalleryValues& values) {
  Scene scene;
  scene.step = values["step"];
  scene.model.recovery = values["recovery"];
  const int stone = add_material(scene.model, "stone", 2000, values["mu_stone"]);
  const Group red = make_group(scene.model, "red", stone, -1, values);
  const Group blue = make_group(scene.model, "blue", stone, 1, values);
  add_ramp(scene.model, stone, values);
  add_arches(scene.model, stone, values);
  add_bunnies(scene.model, red, values);
  add_bunnies(scene.model, blue, values);
  add_expectations(scene, red, blue, values);
  return scene;
}

}  // namespace

GalleryEntry bunnies_and_arches_entry() {
  return {.name = "bunnies-and-arches",
          .summary = "Soft bunnies, rough red and slippery blue ones, come down a ramp into arches of rigid blocks",
          .claims = "SP-18, SP-9",
          .parameters = {{"count", 4, "", kChosen, "bunnies of each group", 0, 40, true},
                         {"mu_red", 0.4, "", kStated, "friction coefficient of red bunnies", 0, 2},
                         {"mu_blue", 0.1, "", kStated, "friction coefficient of blue bunnies", 0, 2},
                         {"mu_stone", 0.5, "", kStated, "friction coefficient of blocks, ramp and ground", 0, 2},
                         {"slope", 20, "degrees", kChosen, "slope of the ramp", 0, 45},
                         {"speed", 1.1, "m/s", kChosen, "speed of the bunnies at the start, downhill", 0, 10},
                         {"start", 0.55, "m", kChosen, "distance from the lower end of the ramp to the first bunnies",
                          0.2, 2},
                         {"drop", 0.02, "m", kChosen, "height of the bunnies above the ramp at the start", 0.001, 1},
                         {"gap", 0.08, "m", kChosen, "distance from the lower end of the ramp to the arches", 0.05, 1},
                         {"blocks", 9, "", kChosen, "blocks of an arch", 5, 101, true},
                         {"young", 3e5, "Pa", kChosen, "Young's modulus", 1e4, 1e10},
                         {"damping", 5e-3, "s", kChosen, "stiffness-proportional damping", 0, 1},
                         {"modes", 6, "", kChosen, "modes whose derivatives are taken", 1, 40, true},
                         {"dofs", 14, "", kChosen, "shapes in all", 1, 100, true},
                         {"cell", 0.0125, "m", kChosen, "edge length of the tetrahedra", 0.005, 0.015},
                         {"recovery", 0, "", kChosen, "share of a penetration that is pushed out per step", 0, 1},
                         {"seed", 1, "", kChosen, "seed of places and orientations", 0, 1e6, true},
                         {"step", 0.0025, "s", kChosen, "time step", 1e-5, 0.1}},
          .check_duration = 4,
          .soak_duration = 600,
          .build = build};
}

}  // namespace stiction

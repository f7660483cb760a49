// A soft table that is set down on a slope walks down it, its fore and hind legs sliding in turns, though friction
// would hold it if it stood still.
//
// Why: the table sways on its legs, so that fore and hind ones carry its weight in turns. The pair that carries little
// has little friction and is pushed on by its bent legs; the other pair sticks and bends. Whoever slides loses, since
// mu exceeds the slope: the swaying dies out, and the table stands.
#include <cmath>

#include "scenes/gallery/building.h"
#include "scenes/gallery/elastic/lasting.h"
#include "scenes/gallery/elastic/volume_ratio.h"
#include "scenes/gallery/entries.h"
#include "scenes/gallery/points/leg_turns.h"
#include "scenes/gallery/points/soft_points.h"

namespace stiction {
namespace {

using namespace building;

constexpr double kWidth = 0.6, kDepth = 0.4, kHeight = 0.42, kLeg = 0.05, kBoard = 0.05;  // [m]
constexpr double kStands = 2;  // by then it has come to rest [s]

Shape table_shape(double cell) {
  Solid table("table");
  table.set("width", kWidth).set("depth", kDepth).set("height", kHeight).set("leg", kLeg).set("board", kBoard);
  MeshOptions options;
  options.cache = default_cache_folder();
  return make_solid_shape(table, cell, options);
}

Scene build(const GalleryValues& values) {
  const double mu = values["mu"], angle = std::atan(mu) - radians(values["below"]);
  Scene scene;
  scene.step = values["step"];
  const int plastic = add_material(scene.model, "plastic", 900, mu);
  const Quat slope(Eigen::AngleAxisd(angle, Vec3::UnitY()));
  add_plane(scene.model, "ground", plastic, Vec3::UnitZ(), 0).start.rotation = slope;
  Body& table = add_shape(scene.model, "table", plastic, table_shape(values["cell"]),
                          {slope * Vec3(0, 0, values["drop"]), slope});
  table.start_velocity = slope * Vec3(values["speed"], 0, 0);
  table.elastic = soft_points(values["cell"], values["young"], values["damping"], integrator_of(values));
  scene.expectations = {expect_legs_take_turns("table", {.times = 8, .slide = 0.03, .halt = 0.01, .carried = 1}),
                        expect_moved("table", 0.2),
                        expect_at_rest("table", 2e-3, 0.01, kStands),
                        expect_penetration(2e-3),
                        expect_not_inside_out("table"),
                        expect_energy_falls(1e-2),
                        expect_converged(0.99)};
  return scene;
}

}  // namespace

GalleryEntry walking_table_entry() {
  return {.name = "walking-table",
          .summary = "A soft table walks down a slope, its legs sliding in turns, though friction exceeds the slope",
          .claims = "RG-8",
          .parameters = {{"mu", 0.5, "", kChosen, "friction coefficient", 0.15, 2},
                         {"below", 6, "degrees", kChosen, "angle of the slope below atan(mu)", 0, 20},
                         {"drop", 0.02, "m", kChosen, "height at which it is let go", 0, 1},
                         {"speed", 0, "m/s", kChosen, "downhill speed at which it is let go", 0, 10},
                         {"young", 3e7, "Pa", kChosen, "Young's modulus", 1e4, 1e10},
                         {"damping", 1e-4, "s", kChosen, "stiffness-proportional damping", 0, 1},
                         {"cell", 0.025, "m", kChosen, "edge length of the tetrahedra", 0.0125, 0.05},
                         implicit_parameter(1),
                         {"step", 1e-3, "s", kChosen, "time step", 1e-6, 0.1}},
          .check_duration = 3,
          .soak_duration = 60,
          .build = build};
}

}  // namespace stiction

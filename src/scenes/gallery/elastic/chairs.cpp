// Plastic chairs on a plane that inclines: they stick, then slide, and their legs chatter while they slide.
//
// Why they chatter: friction drags a foot back, its leg bends, and the foot's leading edge turns down by 3 d / (2 L)
// for a tip that has been dragged by d, L the length of the leg. So a foot of width w that gives way by d lifts the
// chair by 3 w d / (4 L), as if it leaned by that angle against the way it goes, and where mu exceeds its tangent the
// leg digs in: it is pressed down the more, the more it is dragged. The chair pitches, the other legs carry less and
// slip forward, and so on in turns. With one coefficient of friction for rest and motion, and with chairs that do not
// bend, nothing of this can happen.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "elastic/elastic_spec.h"
#include "scenes/gallery/building.h"
#include "scenes/gallery/elastic/lasting.h"
#include "scenes/gallery/elastic/sliding_chairs.h"
#include "scenes/gallery/entries.h"

namespace stiction {
namespace {

using namespace building;

constexpr double kDensity = 920;  // of soft polyethylene [kg/m^3]
constexpr double kSettled = 0.5;  // until then the plane rests [s]
constexpr double kSure = 0.5;     // so far below atan(mu) no chair may slide [degrees]
constexpr double kSlides = 3;     // how long the plane stays steep [s]
constexpr double kBack = 5;       // how far below atan(mu) it goes back [degrees]
constexpr double kStops = 3;      // how long chairs may take to stop after that [s]
constexpr double kSpacing = 1.2;  // from chair to chair [m]

// What the plane does; angles [degrees], times [s].
struct Timetable {
  double start, steep, back;  // angles
  double sure;                // when it is kSure below atan(mu)
  double is_steep, turns_back, is_back;
};

Timetable timetable_of(const GalleryValues& values) {
  const double critical = std::atan(values["mu"]) / radians(1), rate = values["rate"];
  Timetable table{};
  table.start = critical - values["below"];
  table.steep = critical + values["past"];
  table.back = critical - kBack;
  table.sure = kSettled + (critical - kSure - table.start) / rate;
  table.is_steep = kSettled + (table.steep - table.start) / rate;
  table.turns_back = table.is_steep + kSlides;
  table.is_back = table.turns_back + (table.steep - table.back) / rate;
  return table;
}

Quat tilted(double degrees) {
  return Quat(Eigen::AngleAxisd(radians(degrees), Vec3::UnitY()));
}

void add_plane_that_turns(Model& model, int material, const Timetable& table) {
  add_plane(model, "ground", material, Vec3::UnitZ(), 0).start.rotation = tilted(table.start);
  Motion& motion = add_velocity(model, model.body_index("ground"), Vec3::Zero(), Vec3::Zero());
  motion.kind = MotionKind::kKeyframes;
  const auto be = [&](double time, double angle) { motion.keys.push_back({time, {Vec3::Zero(), tilted(angle)}}); };
  be(0, table.start);
  be(kSettled, table.start);
  be(table.is_steep, table.steep);
  be(table.turns_back, table.steep);
  be(table.is_back, table.back);
}

Shape chair_shape(double cell) {
  Solid chair("chair");
  chair.set("width", 0.4).set("depth", 0.4).set("height", 0.8).set("seat", 0.45).set("leg", 0.04).set("board", 0.04);
  MeshOptions options;
  options.cache = default_cache_folder();
  return make_solid_shape(chair, cell, options);
}

void add_chairs(Model& model, int plastic, double angle, const GalleryValues& values) {
  const Shape shape = chair_shape(values["cell"]);
  auto spec = std::make_shared<ElasticSpec>();
  spec->cell = values["cell"];
  spec->modal = {.material = {.young = values["young"], .poisson = 0.4},
                 .modes = values.whole("modes"),
                 .stiffness_damping = values["damping"]};
  const int count = values.whole("count"), columns = static_cast<int>(std::ceil(std::sqrt(4.0 * count)));
  const Quat slope = tilted(angle), heading(Eigen::AngleAxisd(radians(values["heading"]), Vec3::UnitZ()));
  for (int i = 0; i < count; ++i) {
    const int row = i / columns;
    const double across = i % columns - 0.5 * (std::min(count, columns) - 1);
    const Vec3 place(-kSpacing * row, kSpacing * across, 0);
    Body& chair = add_shape(model, fmt::format("chair{}", i), plastic, shape, {slope * place, slope * heading});
    if (values.whole("rigid") == 0) chair.elastic = spec;
  }
}

void add_expectations(Scene& scene, const Timetable& table, bool elastic) {
  const double unlimited = Expectation::kUnlimited, at_rest = table.is_back + kStops;
  const ChairWindow sliding{table.is_steep, table.turns_back};
  scene.expectations = {expect_chairs_stick({kSettled, table.sure}, 5e-4), expect_chairs_slide(sliding, 0.2)};
  if (elastic) {
    scene.expectations.push_back(expect_legs_swing(sliding, 0.1, unlimited));
    scene.expectations.push_back(expect_legs_stick_and_slip(sliding, 20, 0.01, 0.1));
  } else {
    scene.expectations.push_back(expect_legs_swing(sliding, 0, 1e-3));
  }
  scene.expectations.push_back(expect_chairs_stick({at_rest, unlimited}, 1e-4));
  scene.expectations.push_back(expect_energy_falls(1e-3, at_rest));
  scene.expectations.push_back(expect_penetration(1e-3));
  scene.expectations.push_back(expect_converged(0.99));
}

Scene build(const GalleryValues& values) {
  const Timetable table = timetable_of(values);
  Scene scene;
  scene.step = values["step"];
  const int plastic = add_material(scene.model, "plastic", kDensity, values["mu"]);
  add_plane_that_turns(scene.model, plastic, table);
  add_chairs(scene.model, plastic, table.start, values);
  add_expectations(scene, table, values.whole("rigid") == 0);
  return scene;
}

}  // namespace

GalleryEntry chairs_entry() {
  return {
      .name = "chairs",
      .summary = "Plastic chairs on a plane that inclines stick, then slide, and their legs chatter",
      .claims = "SP-13",
      .parameters = {{"count", 2, "", kChosen, "chairs; 55 have the paper's numbers of DoFs and contacts", 1, 1000,
                      true},
                     {"mu", 0.25, "", kChosen, "friction coefficient", 0.15, 1},
                     {"young", 1e8, "Pa", kChosen, "Young's modulus", 1e6, 1e12},
                     {"damping", 2.5e-3, "s", kChosen, "stiffness-proportional damping", 0, 1},
                     {"modes", 26, "", kChosen, "number of modes", 1, 200, true},
                     {"cell", 0.02, "m", kChosen, "edge length of the tetrahedra", 0.01, 0.04},
                     {"below", 7, "degrees", kChosen, "angle of the plane at the start, below atan(mu)", 1, 8},
                     {"past", 0.5, "degrees", kChosen, "largest angle of the plane, above atan(mu)", 0.1, 30},
                     {"rate", 3, "degrees/s", kChosen, "angular speed of the plane", 0.01, 10},
                     {"heading", 0, "degrees", kChosen, "direction in which the chairs look; 0: downhill", -180, 180},
                     {"rigid", 0, "", kChosen, "1: rigid chairs", 0, 1, true},
                     {"step", 0.01, "s", kStated, "time step", 1e-5, 0.1}},
      .check_duration = 12,
      .soak_duration = 600,
      .build = build};
}

}  // namespace stiction

// Soft plugs and rigid brackets in tight tubes: friction jams them or lets them through.
#include <fmt/format.h>

#include <cmath>

#include "elastic/elastic_spec.h"
#include "scenes/gallery/building.h"
#include "scenes/gallery/entries.h"

namespace stiction {
namespace {

using namespace building;

constexpr double kRatios[] = {0.5, 0.8, 0.9, 1.1, 1.25, 2};  // mu over the least that jams
constexpr double kDensity = 1100;                            // of plugs, loads and brackets [kg/m^3]
constexpr double kPoisson = 0.3;
constexpr double kBore = 0.1;     // inner width of the tubes [m]
constexpr double kTube = 0.3;     // their length [m]
constexpr double kWall = 0.01;    // their thickness [m]
constexpr double kAbove = 0.15;   // from the ground to the tubes [m]
constexpr double kHeight = 0.1;   // of a plug at rest [m]
constexpr double kSpacing = 0.2;  // from tube to tube [m]
constexpr double kLoad = 0.08;    // edge length of the cube on a loaded plug [m]

// Rigid bracket: a collar between two rails and a weight off its axis, carried by arms in front and behind.
constexpr double kCollar = 0.06;  // its height [m]
constexpr double kPlay = 1e-4;    // between collar and rail [m]

// A plug squeezed by the strain e on four sides presses on them with E e / (1 - nu) [Pa].
double wall_pressure(const GalleryValues& values) {
  return values["young"] * values["squeeze"] / (1 - kPoisson);
}

// Pressure within a plug that slides everywhere at its walls, at its lower end, if `top` presses on its upper end
// (Janssen): ds/dz = rho g - 4 mu (p + K s) / bore, K = nu / (1 - nu) [Pa].
double pressure_below(double mu, double pressure, double top) {
  const double k = 4 * mu / kBore * kPoisson / (1 - kPoisson), gain = kDensity * kGravity - 4 * mu * pressure / kBore;
  const double share = std::exp(-k * kHeight);
  return top * share + gain * (1 - share) / k;
}

// The least friction that jams a plug with this pressure on its upper end: nothing is left to carry at the lower end.
double plug_limit(double pressure, double top) {
  double low = 1e-6, high = 1e3;
  for (int i = 0; i < 100; ++i) {
    const double middle = std::sqrt(low * high);
    (pressure_below(middle, pressure, top) > 0 ? low : high) = middle;
  }
  return low;
}

struct Row {
  Scene& scene;
  const GalleryValues& values;
  double y;  // [m]
};

Vec3 tube_foot(const Row& row, int column) {
  return {(column - 2.5) * kSpacing, row.y, kAbove};
}

void add_tube(Model& model, const std::string& name, int material, const Vec3& foot) {
  const double middle = (kBore + kWall) / 2;
  std::vector<CompoundPart> walls;
  for (const int side : {-1, 1}) {
    walls.push_back(
        {make_box_shape(Vec3(kWall, kBore + 2 * kWall, kTube)), {Vec3(side * middle, 0, 0), Quat::Identity()}});
    walls.push_back({make_box_shape(Vec3(kBore, kWall, kTube)), {Vec3(0, side * middle, 0), Quat::Identity()}});
  }
  const Pose place{foot + Vec3(0, 0, kTube / 2), Quat::Identity()};
  add_shape(model, name + "-tube", material, make_compound_shape(std::move(walls)), place).fixed = true;
}

std::shared_ptr<const ElasticSpec> plug_spec(const GalleryValues& values) {
  auto spec = std::make_shared<ElasticSpec>();
  spec->cell = kBore / values["cells"];
  spec->modal = {.material = {.young = values["young"], .poisson = kPoisson},
                 .modes = values.whole("modes"),
                 .stiffness_damping = values["damping"]};
  const double e = values["squeeze"], rise = 2 * kPoisson / (1 - kPoisson) * e;
  spec->bend = [=](const Vec3& p) { return Vec3(-e * p.x(), -e * p.y(), rise * p.z()); };
  return spec;
}

// What is thrown into a tube passes through it if friction is below the limit, else it stays in it.
void expect_outcome(Scene& scene, const std::string& name, double ratio, double length) {
  if (ratio > 1) {
    scene.expectations.push_back(expect_at_rest(name, 1e-4, 1e-3, 0.6));
    scene.expectations.push_back(expect_position(name, 2, kAbove, 10));
  } else {
    const auto height = [name](const Moment& m) { return m.state.bodies[m.model.body_index(name)].center.z(); };
    scene.expectations.push_back(expect_figure(fmt::format("{} has left its tube: height", name), "m", height,
                                               -Expectation::kUnlimited, kAbove - length / 2));
  }
}

// With a rigid cube on each plug, or without.
void add_plugs(const Row& row, const std::string& kind, bool loaded) {
  const std::shared_ptr<const ElasticSpec> spec = plug_spec(row.values);
  Model& model = row.scene.model;
  const double side = kBore / (1 - row.values["squeeze"]),
               top = kDensity * kGravity * std::pow(kLoad, 3) / (kBore * kBore);
  const double limit = plug_limit(wall_pressure(row.values), loaded ? top : 0);
  for (int i = 0; i < 6; ++i) {
    const std::string name = fmt::format("{}-{:g}", kind, kRatios[i]);
    const int material = add_material(model, name, kDensity, kRatios[i] * limit);
    const Vec3 foot = tube_foot(row, i);
    add_tube(model, name, material, foot);
    const double middle = kTube - 0.6 * kHeight;
    Body& plug = add_box(model, name, material, Vec3(side, side, kHeight), foot + Vec3(0, 0, middle));
    plug.elastic = spec;
    plug.start_velocity = Vec3(0, 0, -row.values["speed"]);
    if (loaded) {
      const Vec3 place = foot + Vec3(0, 0, middle + 0.51 * kHeight + kLoad / 2);
      add_box(model, name + "-load", material, Vec3::Constant(kLoad), place).start_velocity =
          Vec3(0, 0, -row.values["speed"]);
    }
    expect_outcome(row.scene, name, kRatios[i], kHeight);
  }
}

Shape bracket_shape() {
  const double width = kBore - 2 * kPlay;
  const auto box = [](const Vec3& size, const Vec3& place) {
    return CompoundPart{make_box_shape(size), {place, Quat::Identity()}};
  };
  std::vector<CompoundPart> parts = {box(Vec3(width, 0.04, kCollar), Vec3::Zero())};
  for (const int side : {-1, 1}) {
    parts.push_back(box(Vec3(width + 0.14, 0.01, 0.02), Vec3(0.07, side * 0.025, 0)));
    parts.push_back(box(Vec3(0.04, 0.03, 0.06), Vec3(0.17, side * 0.045, 0)));
  }
  return make_compound_shape(std::move(parts));
}

// Its weight, off the rails' middle by e, makes two opposite pressures N = m g e / c: it jams if 2 mu N exceeds m g.
void add_brackets(const Row& row) {
  Model& model = row.scene.model;
  const Shape shape = bracket_shape();
  const double limit = kCollar / (2 * mass_properties(shape, kDensity).center.x());
  for (int i = 0; i < 6; ++i) {
    const std::string name = fmt::format("bracket-{:g}", kRatios[i]);
    const int material = add_material(model, name, kDensity, kRatios[i] * limit);
    const Vec3 foot = tube_foot(row, i);
    for (const int side : {-1, 1}) {
      const Vec3 place = foot + Vec3(side * (kBore + kWall) / 2, 0, kTube / 2);
      add_box(model, fmt::format("{}-rail{}", name, side < 0 ? 0 : 1), material, Vec3(kWall, 0.036, kTube), place)
          .fixed = true;
    }
    const Pose place{foot + Vec3(0, 0, kTube - 0.6 * kCollar), Quat::Identity()};
    add_shape(model, name, material, shape, place).start_velocity = Vec3(0, 0, -row.values["speed"]);
    expect_outcome(row.scene, name, kRatios[i], kCollar);
  }
}

Scene build(const GalleryValues& values) {
  Scene scene;
  scene.step = values["step"];
  const int floor = add_material(scene.model, "floor", 1000, 0.5);
  add_plane(scene.model, "ground", floor, Vec3::UnitZ(), 0);
  add_plugs({scene, values, 0}, "plug", false);
  add_plugs({scene, values, 0.35}, "loaded", true);
  add_brackets({scene, values, -0.35});
  scene.expectations.push_back(expect_converged(0.99));
  return scene;
}

}  // namespace

GalleryEntry jam_tubes_entry() {
  return {.name = "jam-tubes",
          .summary =
              "Soft plugs and rigid brackets in tight tubes jam above a friction that statics gives and slide "
              "through below it",
          .claims = "SP-14",
          .parameters = {{"young", 1e5, "Pa", kChosen, "Young's modulus of the plugs", 1e3, 1e12},
                         {"squeeze", 0.01, "", kChosen, "strain of the plugs in their tubes", 1e-4, 0.1},
                         {"damping", 2e-3, "s", kChosen, "stiffness-proportional damping", 0, 1},
                         {"modes", 60, "", kChosen, "modes of a plug", 6, 300, true},
                         {"cells", 3, "", kChosen, "elements along an edge of a plug", 1, 10, true},
                         {"speed", 0.2, "m/s", kChosen, "at which everything enters its tube", 0, 1},
                         {"step", 2e-3, "s", kChosen, "time step", 1e-5, 0.1}},
          .check_duration = 2,
          .soak_duration = 600,
          .build = build};
}

}  // namespace stiction

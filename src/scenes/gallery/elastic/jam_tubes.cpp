// Elastic bars squeezed between two walls, alone and with rigid blocks, and elastic plugs squeezed by four: friction
// jams them or lets them through.
#include <fmt/format.h>

#include <cmath>

#include "elastic/elastic_spec.h"
#include "scenes/gallery/building.h"
#include "scenes/gallery/elastic/lasting.h"
#include "scenes/gallery/entries.h"

namespace stiction {
namespace {

using namespace building;

constexpr double kRatios[] = {0.5, 0.8, 0.95, 1.05, 1.25, 2};  // mu over the least that jams
constexpr double kDensity = 1100;                              // of bars and blocks [kg/m^3]
constexpr double kPoisson = 0.3;
constexpr double kBar = 0.1;      // length of a bar between its walls [m]
constexpr double kSide = 0.04;    // of its square section, and of the rigid cubes [m]
constexpr double kPlug = 0.06;    // length of a plug along its tube; its section is that of a bar [m]
constexpr double kWall = 0.01;    // thickness of the walls [m]
constexpr double kTube = 0.25;    // their height [m]
constexpr double kAbove = 0.1;    // from the ground to the walls [m]
constexpr double kSpacing = 0.2;  // from tube to tube [m]

enum class Company { kNone, kOnTop, kBeside };  // where the rigid cube is

struct Tube {
  std::string name;
  Company company;
  double ratio;  // of the friction coefficient to the limit
  Vec3 foot;     // the middle of its lower end [m]
  double width() const { return company == Company::kBeside ? kBar + kSide : kBar; }
};

// A bar that is shortened by the strain e presses on its walls with E A e. At the limit both carry mu times that.
double friction_limit(const GalleryValues& values, Company company) {
  const double pressing = values["young"] * kSide * kSide * values["squeeze"];
  const double bar = kDensity * kSide * kSide * kBar / (1 - values["squeeze"]);
  const double cube = company == Company::kNone ? 0 : kDensity * std::pow(kSide, 3);
  return (bar + cube) * kGravity / (2 * pressing);
}

std::shared_ptr<const ElasticSpec> bar_spec(const GalleryValues& values) {
  auto spec = std::make_shared<ElasticSpec>();
  spec->cell = values["cell"];
  spec->modal = {.material = {.young = values["young"], .poisson = kPoisson},
                 .modes = values.whole("modes"),
                 .strains = true,
                 .stiffness_damping = values["damping"]};
  spec->bend = [e = values["squeeze"]](const Vec3& p) {
    return Vec3(-e * p.x(), kPoisson * e * p.y(), kPoisson * e * p.z());
  };
  return spec;
}

// The same strain across the plug from four sides, free along it: plane stress, E e / (1 - nu) on four walls.
double plug_friction_limit(const GalleryValues& values) {
  const double side = kSide / (1 - values["squeeze"]);
  const double pressing = values["young"] * values["squeeze"] / (1 - kPoisson) * side * kPlug;
  return kDensity * side * side * kPlug * kGravity / (4 * pressing);
}

std::shared_ptr<const ElasticSpec> plug_spec(const GalleryValues& values) {
  auto spec = std::make_shared<ElasticSpec>(*bar_spec(values));
  spec->bend = [e = values["squeeze"]](const Vec3& p) {
    return Vec3(-e * p.x(), -e * p.y(), 2 * kPoisson / (1 - kPoisson) * e * p.z());
  };
  return spec;
}

// What slides through leaves the tube; what jams comes to rest in it.
void expect_outcome(Scene& scene, const Tube& tube) {
  if (tube.ratio > 1) {
    scene.expectations.push_back(expect_at_rest(tube.name, 1e-5, 1e-4, 0.7));
    scene.expectations.push_back(expect_position(tube.name, 2, kAbove, 10));
    return;
  }
  const auto height = [name = tube.name](const Moment& m) {
    return m.state.bodies[m.model.body_index(name)].center.z();
  };
  scene.expectations.push_back(expect_figure(fmt::format("{} has left its tube: height", tube.name), "m", height,
                                             -Expectation::kUnlimited, kAbove - kSide / 2));
}

void add_tube(Scene& scene, const GalleryValues& values, const Tube& tube,
              const std::shared_ptr<const ElasticSpec>& spec) {
  Model& model = scene.model;
  const int material = add_material(model, tube.name, kDensity, tube.ratio * friction_limit(values, tube.company));
  for (const int side : {-1, 1}) {
    const Vec3 place = tube.foot + Vec3(side * (tube.width() + kWall) / 2, 0, kTube / 2);
    add_box(model, fmt::format("{}-wall{}", tube.name, side < 0 ? 0 : 1), material, Vec3(kWall, 2 * kSide, kTube),
            place)
        .fixed = true;
  }
  const Vec3 speed(0, 0, -values["speed"]), inside = tube.foot + Vec3(0, 0, kTube - kSide);
  const Vec3 beside = tube.company == Company::kBeside ? Vec3(kSide / 2, 0, 0) : Vec3::Zero();
  Body& bar = add_box(model, tube.name, material, Vec3(kBar / (1 - values["squeeze"]), kSide, kSide), inside + beside);
  bar.elastic = spec;
  bar.start_velocity = speed;
  if (tube.company == Company::kNone) return;
  const Vec3 place = tube.company == Company::kOnTop ? Vec3(0, 0, 1.01 * kSide) : Vec3(-kBar / 2, 0, 0);
  add_box(model, tube.name + "-cube", material, Vec3::Constant(kSide), inside + place).start_velocity = speed;
}

// In a closed tube of four walls; that of each direction is named after it.
void add_plug(Scene& scene, const GalleryValues& values, const std::string& name, double ratio, const Vec3& foot,
              const std::shared_ptr<const ElasticSpec>& spec) {
  Model& model = scene.model;
  const int material = add_material(model, name, kDensity, ratio * plug_friction_limit(values));
  const double aside = (kSide + kWall) / 2, side = kSide / (1 - values["squeeze"]);
  int walls = 0;
  for (const Vec3& way : {Vec3(-1, 0, 0), Vec3(1, 0, 0), Vec3(0, -1, 0), Vec3(0, 1, 0)}) {
    const Vec3 size = way.x() != 0 ? Vec3(kWall, kSide + 2 * kWall, kTube) : Vec3(kSide + 2 * kWall, kWall, kTube);
    add_box(model, fmt::format("{}-wall{}", name, walls++), material, size, foot + aside * way + Vec3(0, 0, kTube / 2))
        .fixed = true;
  }
  Body& plug = add_box(model, name, material, Vec3(side, side, kPlug), foot + Vec3(0, 0, kTube - kPlug));
  plug.elastic = spec;
  plug.start_velocity = Vec3(0, 0, -values["speed"]);
}

Scene build(const GalleryValues& values) {
  Scene scene;
  scene.step = values["step"];
  scene.model.margin = 1e-4;
  const int floor = add_material(scene.model, "floor", 1000, 0.5);
  add_plane(scene.model, "ground", floor, Vec3::UnitZ(), 0);
  const std::shared_ptr<const ElasticSpec> spec = bar_spec(values);
  const struct {
    const char* name;
    Company company;
    double y;
  } rows[] = {{"bar", Company::kNone, 0}, {"loaded", Company::kOnTop, 0.25}, {"beside", Company::kBeside, -0.25}};
  for (const auto& row : rows) {
    for (int i = 0; i < 6; ++i) {
      const double ratio = std::pow(kRatios[i], values["closeness"]);
      const Tube tube{fmt::format("{}-{}", row.name, i), row.company, ratio, Vec3((i - 2.5) * kSpacing, row.y, kAbove)};
      add_tube(scene, values, tube, spec);
      expect_outcome(scene, tube);
    }
  }
  const std::shared_ptr<const ElasticSpec> plug = plug_spec(values);
  for (int i = 0; i < 6; ++i) {
    const Tube tube{fmt::format("plug-{}", i), Company::kNone, std::pow(kRatios[i], values["closeness"]),
                    Vec3((i - 2.5) * kSpacing, 0.5, kAbove)};
    add_plug(scene, values, tube.name, tube.ratio, tube.foot, plug);
    expect_outcome(scene, tube);
  }
  scene.expectations.push_back(expect_energy_falls(1e-6));
  scene.expectations.push_back(expect_stays_at_rest({}, 1e-4));
  scene.expectations.push_back(expect_penetration_until_rest({}, 0.02 * kSide, 0.01 * kSide));
  scene.expectations.push_back(expect_converged(0.99));
  return scene;
}

}  // namespace

GalleryEntry jam_tubes_entry() {
  return {.name = "jam-tubes",
          .summary =
              "Elastic bars, plugs and rigid blocks in tight tubes jam above a friction that statics gives, and slide "
              "through below it",
          .claims = "SP-14",
          .parameters = {{"young", 2.7e5, "Pa", kChosen, "Young's modulus of the bars", 1e3, 1e12},
                         {"squeeze", 0.01, "", kChosen, "strain of the bars in their tubes", 1e-4, 0.1},
                         {"closeness", 1, "", kChosen,
                          "closeness of the friction coefficients to the limit: a power of their ratio", 0.01, 1},
                         {"damping", 2e-3, "s", kChosen, "stiffness-proportional damping", 0, 1},
                         {"modes", 24, "", kChosen, "modes of a bar", 6, 300, true},
                         {"cell", 0.02, "m", kChosen, "edge length of the tetrahedra", 1e-3, 0.1},
                         {"speed", 0.1, "m/s", kChosen, "speed with which everything enters its tube", 0, 1},
                         {"step", 2e-3, "s", kChosen, "time step", 1e-5, 0.1}},
          .check_duration = 1.5,
          .soak_duration = 600,
          .build = build};
}

}  // namespace stiction

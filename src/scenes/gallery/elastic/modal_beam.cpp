// A beam across two supports sags under its own weight as Timoshenko's theory says.
#include <cmath>

#include "elastic/elastic_spec.h"
#include "scenes/gallery/building.h"
#include "scenes/gallery/elastic/beam_height.h"
#include "scenes/gallery/elastic/lasting.h"
#include "scenes/gallery/entries.h"

namespace stiction {
namespace {

using namespace building;

constexpr double kPoisson = 0.3;
constexpr double kDensity = 1000;  // [kg/m^3]
constexpr double kSupport = 0.02;  // radius of the supports [m]

struct BeamSize {
  double length, height, width, span;  // [m]
};

BeamSize size_of(const GalleryValues& values) {
  const double length = values["length"], height = length / values["slenderness"];
  return {length, height, 1.5 * height, 0.9 * length};
}

// Of the middle below the supports, with overhangs of equal length; bending and shear [m].
double timoshenko_sag(const BeamSize& beam, double young) {
  const double area = beam.width * beam.height, load = kDensity * kGravity * area, l = beam.span;
  const double second_moment = area * beam.height * beam.height / 12, overhang = (beam.length - l) / 2;
  const double bending = load * l * l * (5 * l * l - 24 * overhang * overhang) / (384 * young * second_moment);
  const double shear_factor = 10 * (1 + kPoisson) / (12 + 11 * kPoisson), shear = young / (2 * (1 + kPoisson));
  return bending + load * l * l / (8 * shear_factor * shear * area);
}

Scene build(const GalleryValues& values) {
  const BeamSize beam = size_of(values);
  Scene scene;
  scene.step = values["step"];
  const int material = add_material(scene.model, "beam", kDensity, values["mu"]);
  for (const int side : {-1, 1}) {
    const Pose pose{Vec3(side * beam.span / 2, 0, -kSupport), Quat(Eigen::AngleAxisd(radians(90), Vec3::UnitX()))};
    Shape support = make_cylinder_shape(kSupport, 2 * beam.width);
    add_shape(scene.model, side < 0 ? "left" : "right", material, std::move(support), pose).fixed = true;
  }
  auto spec = std::make_shared<ElasticSpec>();
  spec->cell = beam.height / values["layers"];
  spec->modal = {.material = {.young = values["young"], .poisson = kPoisson},
                 .modes = values.whole("modes"),
                 .stiffness_damping = values["damping"]};
  const Vec3 size(beam.length, beam.width, beam.height);
  add_box(scene.model, "beam", material, size, Vec3(0, 0, beam.height / 2)).elastic = spec;
  const double sag = timoshenko_sag(beam, values["young"]);
  const auto measured = [span = beam.span](const Moment& moment) {
    const int body = moment.model.body_index("beam");
    const double ends = (height_at(moment, body, -span / 2) + height_at(moment, body, span / 2)) / 2;
    return ends - height_at(moment, body, 0);
  };
  scene.expectations = {expect_figure("the middle sags by", "m", measured, 0.98 * sag, 1.02 * sag),
                        expect_at_rest("beam", 0.1, 1e-4), expect_converged(0.999), expect_penetration(1e-4, 1),
                        expect_energy_falls(1e-6)};
  return scene;
}

}  // namespace

GalleryEntry modal_beam_entry() {
  return {.name = "modal-beam",
          .summary = "An elastic beam on two supports sags as Timoshenko's theory says",
          .claims = "SP-8",
          .parameters = {{"length", 2, "m", kChosen, "length of the beam", 0.1, 100},
                         {"slenderness", 40, "", kChosen, "length over height", 10, 100},
                         {"young", 1e9, "Pa", kChosen, "Young's modulus", 1e5, 1e12},
                         {"damping", 5e-3, "s", kChosen, "stiffness-proportional damping", 0, 1},
                         {"modes", 20, "", kChosen, "number of modes", 1, 200, true},
                         {"layers", 1, "", kChosen, "elements through the height", 1, 8, true},
                         {"mu", 0.3, "", kChosen, "friction coefficient", 0, 10},
                         {"step", 0.01, "s", kChosen, "time step", 1e-5, 0.1}},
          .check_duration = 5,
          .soak_duration = 600,
          .build = build};
}

}  // namespace stiction

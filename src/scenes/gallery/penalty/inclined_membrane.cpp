// A box slides down a membrane that is held at its ends, at the critical inclination: where the membrane sags the slope
// is steeper than critical before its middle and less steep behind it, so that the box first speeds up, then slows
// down.
#include <cmath>

#include "elastic/points/sheet_surface.h"
#include "geometry/tetra/structured_tets.h"
#include "scenes/gallery/building.h"
#include "scenes/gallery/elastic/volume_ratio.h"
#include "scenes/gallery/entries.h"
#include "scenes/gallery/penalty/kinetic_energy.h"
#include "scenes/gallery/penalty/penalty_solver.h"
#include "scenes/gallery/points/soft_points.h"

namespace stiction {
namespace {

using namespace building;

constexpr double kLength = 2.4, kWidth = 0.5;    // of the membrane [m]
constexpr double kBox = 0.2, kBoxHeight = 0.15;  // [m]
constexpr double kStart = -0.95, kFirst = -0.7,
                 kLast = 0.7;   // of the box's centre along the slope, and what is watched [m]
constexpr double kStep = 2e-4;  // [s]

// Triangles of about this edge length [m], equilateral ones.
TriangleMesh sheet(double cell) {
  const double height = 0.5 * std::sqrt(3.0) * cell;
  return rectangle_sheet({kLength, kWidth}, static_cast<int>(std::round(kLength / cell)),
                         static_cast<int>(std::round(kWidth / height)));
}

void add_membrane(Model& model, int material, const Quat& slope, const GalleryValues& values) {
  const double cell = values["cell"], thickness = values["thickness"];
  const auto spec = soft_points(cell, values["membrane_young"], values["membrane_damping"], integrator_of(values));
  if (values.whole("solid") == 1) {
    const int along = static_cast<int>(std::round(kLength / cell)),
              across = static_cast<int>(std::round(kWidth / cell));
    spec->mesh = std::make_shared<TetMesh>(box_tet_mesh({kLength, kWidth, thickness}, {along, across, 1}));
  } else {
    spec->sheet = std::make_shared<TriangleMesh>(sheet(cell));
    spec->points.thickness = thickness;
  }
  spec->points.mass_damping = values["membrane_mass_damping"];
  for (const double end : {-1.0, 1.0}) {
    const Vec3 reach(1e-3, 1, 1), middle(end * kLength / 2, 0, 0);
    spec->points.held.push_back({middle - reach, middle + reach});
  }
  add_shape(model, "membrane", material, SphereShape{}, {Vec3::Zero(), slope}).elastic = spec;
}

Scene build(const GalleryValues& values) {
  const double mu = values["mu"];
  Scene scene;
  scene.step = values["step"];
  set_penalty_solver(scene, values);
  const int rubber = add_material(scene.model, "rubber", values["density"], mu);
  const int cloth = add_material(scene.model, "cloth", 1000, mu);
  const Quat slope(Eigen::AngleAxisd(radians(values["angle"]), Vec3::UnitY()));
  add_membrane(scene.model, cloth, slope, values);
  const Vec3 place = slope * Vec3(kStart, 0, (kBoxHeight + values["thickness"]) / 2);
  Body& box = add_box(scene.model, "box", rubber, {kBox, kBox, kBoxHeight}, place, slope);
  box.start_velocity = slope * Vec3(values["speed"], 0, 0);
  box.elastic = soft_points(values["cell"], values["young"], values["damping"], integrator_of(values));
  const Passage passage{.body = "box", .direction = slope * Vec3::UnitX(), .from = kFirst, .to = kLast};
  scene.expectations = {expect_faster_midway(passage, 0.05), expect_not_inside_out("box")};
  return scene;
}

}  // namespace

GalleryEntry inclined_membrane_entry() {
  return {
      .name = "inclined-membrane",
      .summary = "A soft box slides over an inclined membrane that sags: it speeds up, then slows down",
      .claims = "PF-5",
      .parameters = {{"angle", 30.96, "degrees", kStated, "inclination; tan is 0.6", 0, 80},
                     {"mu", 0.6, "", kStated, "friction coefficient", 0, 10},
                     {"speed", 1, "m/s", kChosen, "speed of the box at the start, down the slope", 0, 20},
                     {"density", 300, "kg/m^3", kChosen, "density of the box", 1, 1e5},
                     {"young", 2e5, "Pa", kChosen, "Young's modulus of the box", 1e3, 1e9},
                     {"damping", 1e-3, "s", kChosen, "stiffness-proportional damping of the box", 0, 1},
                     {"membrane_young", 1e7, "Pa", kChosen, "Young's modulus of the membrane", 1e3, 1e10},
                     {"membrane_damping", 5e-5, "s", kChosen, "stiffness-proportional damping of the membrane", 0, 1},
                     {"membrane_mass_damping", 5, "1/s", kChosen, "mass-proportional damping of the membrane", 0, 1e3},
                     {"thickness", 0.02, "m", kChosen, "thickness of the membrane", 1e-3, 0.1},
                     {"cell", 0.1, "m", kChosen, "edge length of tetrahedra and triangles", 0.02, 0.2},
                     {"solid", 0, "", kChosen, "1: the membrane is a layer of tetrahedra; needs implicit=1", 0, 1,
                      true},
                     baseline_parameter(),
                     implicit_parameter(0),
                     {"step", kStep, "s", kChosen, "time step", 1e-6, 0.1}},
      .check_duration = 1.6,
      .soak_duration = 1.6,
      .build = build};
}

}  // namespace stiction

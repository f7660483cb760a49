// Woven pieces thrown at a board of pegs: it depends on the blow whether they hold together.
#include <fmt/format.h>

#include "scenes/gallery/building.h"
#include "scenes/gallery/elastic/lasting.h"
#include "scenes/gallery/elastic/weave_expectations.h"
#include "scenes/gallery/entries.h"

namespace stiction {
namespace {

using namespace building;

constexpr double kDensity = 1100;    // [kg/m^3]
constexpr double kPegRadius = 3e-3;  // [m]
constexpr double kPegLength = 0.03;  // out of the board [m]
constexpr double kPegPitch = 0.03;   // [m]
constexpr double kBoard = 0.02;      // its thickness [m]
constexpr double kStart = 0.02;      // from the pieces to the tips of the pegs [m]
constexpr double kGround = -0.1;     // [m]

Weave weave_of(const GalleryValues& values) {
  Weave weave;
  weave.modal = {.material = {.young = values["young"], .poisson = 0.45},
                 .modes = values.whole("modes"),
                 .stiffness_damping = values["damping"]};
  return weave;
}

// In the xz plane, the pegs towards -y; their tips are at y = 0.
void add_board(Model& model, int material, int columns, int rows) {
  std::vector<CompoundPart> parts;
  const Quat along_y(Eigen::AngleAxisd(radians(90), Vec3::UnitX()));
  const Vec3 size((columns + 1) * kPegPitch, kBoard, (rows + 1) * kPegPitch);
  parts.push_back({make_box_shape(size), {Vec3(0, kPegLength + kBoard / 2, 0), Quat::Identity()}});
  for (int i = 0; i < columns; ++i) {
    for (int j = 0; j < rows; ++j) {
      const Vec3 place((i - (columns - 1) / 2.0) * kPegPitch, kPegLength / 2, (j - (rows - 1) / 2.0) * kPegPitch);
      parts.push_back({make_cylinder_shape(kPegRadius, kPegLength), {place, along_y}});
    }
  }
  add_shape(model, "board", material, make_compound_shape(std::move(parts)), {}).fixed = true;
}

struct Throw {
  const char* name;
  double x;      // of the piece's middle [m]
  bool edge_on;  // its highest strand first, else flat
  double speed;  // [m/s]
  enum { kHolds, kComesApart, kNotJudged } outcome;
};

WovenPiece add_thrown(Scene& scene, int material, const Weave& weave, const Throw& thrown) {
  Pose place{Vec3(thrown.x, -kStart, 0), Quat::Identity()};
  if (thrown.edge_on) {
    place.rotation = Quat(Eigen::AngleAxisd(radians(-90), Vec3::UnitX()));
    place.position.y() -= weave.length() / 2;
  }
  const WovenPiece piece = add_weave(scene.model, thrown.name, material, weave, place);
  for (int i = 0; i < 2 * piece.strands; ++i) {
    scene.model.bodies[piece.first_body + i].start_velocity = Vec3(0, thrown.speed, 0);
  }
  return piece;
}

Scene build(const GalleryValues& values) {
  const Throw throws[] = {{"edge-slow", -0.18, true, values["slow"], Throw::kHolds},
                          {"flat-fast", 0, false, values["flat_fast"], Throw::kNotJudged},  // it depends on the step
                          {"edge-fast", 0.18, true, values["edge_fast"], Throw::kComesApart}};
  Scene scene;
  scene.step = values["step"];
  scene.model.margin = 1e-4;
  const int rubber = add_material(scene.model, "rubber", kDensity, values["mu"]);
  add_plane(scene.model, "ground", rubber, Vec3::UnitZ(), kGround);
  add_board(scene.model, rubber, 17, 6);
  const Weave weave = weave_of(values);
  const int only = values.whole("only");
  for (int i = 0; i < 3; ++i) {
    if (only != 0 && only != i + 1) continue;
    const WovenPiece piece = add_thrown(scene, rubber, weave, throws[i]);
    if (throws[i].outcome == Throw::kHolds) {
      scene.expectations.push_back(
          expect_holds_together(throws[i].name, piece, 0.4 * weave.pitch, 0.1 * weave.pitch, 0.2));
    } else if (throws[i].outcome == Throw::kComesApart) {
      scene.expectations.push_back(expect_comes_apart(throws[i].name, piece, 0, 0.1));
    }
  }
  scene.expectations.push_back(expect_energy_falls(1e-4));
  scene.expectations.push_back(expect_stays_at_rest({.calm = 1}, 1e-4));
  scene.expectations.push_back(expect_penetration_until_rest({.calm = 1}, 1e-3, 1e-4));
  scene.expectations.push_back(expect_converged(0.99));
  return scene;
}

}  // namespace

GalleryEntry pegboard_entry() {
  return {
      .name = "composites-pegboard",
      .summary = "Woven pieces thrown at a board of pegs hold together or come apart, as the blow is",
      .claims = "SP-12",
      .parameters = {{"slow", 1, "m/s", kChosen, "speed of a piece that hits the pegs with its edge", 0, 50},
                     {"flat_fast", 6, "m/s", kChosen, "speed of one that hits the pegs flat", 0, 50},
                     {"edge_fast", 9, "m/s", kChosen, "speed of another that hits them with its edge", 0, 50},
                     {"mu", 0.5, "", kStated, "friction coefficient", 0, 10},
                     {"young", 1.3e8, "Pa", kChosen, "Young's modulus; that of the upper row of composites", 1e3, 1e12},
                     {"damping", 0.1, "s", kChosen, "stiffness-proportional damping", 0, 1},
                     {"modes", 18, "", kInferred, "modes of a strand", 1, 200, true},
                     {"only", 0, "", kChosen, "one piece alone, 1 to 3; 0: all", 0, 3, true},
                     {"step", 3e-3, "s", kInferred, "time step", 1e-5, 0.1}},
      .check_duration = 0.24,
      .soak_duration = 600,
      .build = build};
}

}  // namespace stiction

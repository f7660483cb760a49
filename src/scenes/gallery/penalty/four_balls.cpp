// Three soft balls on the ground, touching, and one on top: statics say which friction holds them together, and that
// the lower ones roll apart rather than slide if it does not.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scenes/gallery/building.h"
#include "scenes/gallery/elastic/volume_ratio.h"
#include "scenes/gallery/entries.h"
#include "scenes/gallery/penalty/four_balls_statics.h"
#include "scenes/gallery/penalty/geodesic_ball.h"
#include "scenes/gallery/penalty/growing_weight.h"
#include "scenes/gallery/penalty/penalty_solver.h"
#include "scenes/gallery/penalty/slipping.h"
#include "scenes/gallery/points/soft_points.h"

namespace stiction {
namespace {

using namespace building;

constexpr double kRadius = 0.1;   // of the lower balls [m]
constexpr double kLoading = 0.5;  // until the balls have all their weight [s]
constexpr double kSettled = 0.7;  // by then they have come to rest on each other [s]
constexpr double kBroken = 1.1;   // by then they have not, if friction is too low [s]
constexpr double kStep = 2.5e-4;  // [s]

// How far a mesh reaches from its origin.
double reach(const TetMesh& mesh, const Vec3& direction) {
  double most = 0;
  for (const Vec3& vertex : mesh.vertices) most = std::max(most, vertex.dot(direction));
  return most;
}

// Where balls start that touch by their faces, which are within their spheres: none falls on another.
struct Places {
  double out = 0;    // of the lower centres from the axis [m]
  double lower = 0;  // height of the lower centres, and of the top one [m]
  double top = 0;

  Places(double ratio, const TetMesh& lower_mesh, const TetMesh& top_mesh) {
    const double theta = four_balls_statics(ratio).theta;
    const Vec3 up(-std::sin(theta), 0, std::cos(theta));  // to the top ball
    const Vec3 aside(-std::cos(M_PI / 6), std::sin(M_PI / 6), 0), mirrored(aside.cwiseProduct(Vec3(1, -1, 1)));
    const double sides = reach(lower_mesh, aside) + reach(lower_mesh, mirrored);  // to the other two
    const double apart = reach(lower_mesh, up) + reach(top_mesh, -up);
    out = sides / std::sqrt(3.0);
    lower = reach(lower_mesh, -Vec3::UnitZ());
    top = lower + std::sqrt(apart * apart - out * out);
  }
};

std::shared_ptr<ElasticSpec> ball_spec(double radius, int level, const GalleryValues& values) {
  auto spec = soft_points(radius, values["young"], values["damping"], integrator_of(values));
  spec->mesh = std::make_shared<TetMesh>(geodesic_ball(radius, level));
  spec->points.mass_damping = values["mass_damping"];
  return spec;
}

Places add_balls(Model& model, int material, const GalleryValues& values) {
  const double ratio = values["ratio"];
  const auto lower = ball_spec(kRadius, values.whole("level"), values);
  const auto top = ball_spec(ratio * kRadius, values.whole("level"), values);
  const Places places(ratio, *lower->mesh, *top->mesh);
  for (int i = 0; i < 3; ++i) {
    const Quat turn(Eigen::AngleAxisd(2 * M_PI * i / 3, Vec3::UnitZ()));
    Body& ball = add_shape(model, fmt::format("ball{}", i), material, SphereShape{},
                           {turn * Vec3(places.out, 0, places.lower), turn});
    ball.elastic = lower;
  }
  add_shape(model, "top", material, SphereShape{}, {Vec3(0, 0, places.top), Quat::Identity()}).elastic = top;
  return places;
}

Scene build(const GalleryValues& values) {
  const double mu = values["mu"];
  const FourBallsStatics statics = four_balls_statics(values["ratio"]);
  Scene scene;
  scene.step = values["step"];
  set_penalty_solver(scene, values);
  const int rubber = add_material(scene.model, "rubber", 1000, mu);
  add_plane(scene.model, "ground", rubber, Vec3::UnitZ(), 0);
  const double top = add_balls(scene.model, rubber, values).top;
  let_weight_grow(scene.model, kLoading, scene.step);
  if (is_baseline(values)) {
    scene.expectations = {expect_position("top", 2, 0, top - 0.3 * kRadius, kBroken)};
  } else if (mu >= statics.balls) {
    scene.expectations = {expect_at_rest("*", 0.05 * kRadius, 0.05, kSettled),
                          expect_position("top", 2, top - 0.3 * kRadius, top, kSettled)};
  } else {
    scene.expectations = {expect_position("top", 2, 0, top - 0.3 * kRadius, kBroken)};
    if (mu >= statics.ground) {
      scene.expectations.push_back(
          expect_rolls({.bodies = "ball*", .ground = "ground", .top = "top", .fall = 0.3 * kRadius, .share = 0.15}));
    }
  }
  scene.expectations.push_back(expect_penetration(0.1 * kRadius));
  scene.expectations.push_back(expect_not_inside_out("*"));
  return scene;
}

}  // namespace

GalleryEntry four_balls_entry() {
  return {.name = "four-balls",
          .summary = "A pyramid of four soft balls stands or breaks as statics say of its friction",
          .claims = "PF-8",
          .parameters = {{"ratio", 1.75, "", kInferred, "radius of the top ball over that of the others", 0.5, 4},
                         {"mu", 0.24, "", kStated, "friction coefficient of all contacts", 0, 10},
                         {"young", 4e5, "Pa", kChosen, "Young's modulus", 1e3, 1e9},
                         {"damping", 1e-4, "s", kChosen, "stiffness-proportional damping", 0, 1},
                         {"mass_damping", 10, "1/s", kChosen, "mass-proportional damping of what deforms", 0, 1000},
                         {"level", 2, "", kChosen, "number of times that the faces of an icosahedron are cut into four",
                          1, 5, true},
                         baseline_parameter(),
                         implicit_parameter(0),
                         {"step", kStep, "s", kChosen, "time step", 1e-6, 0.1}},
          .check_duration = 1.2,
          .soak_duration = 8,
          .build = build};
}

}  // namespace stiction

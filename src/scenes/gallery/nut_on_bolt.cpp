// Nuts on upright bolts: friction holds one where it is, without friction it screws itself down.
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "scenes/gallery/building.h"
#include "scenes/gallery/entries.h"

namespace stiction {
namespace {

using namespace building;

constexpr double kRadius = 0.05;       // of the thread's crest [m]
constexpr double kPitch = 0.03;        // [m]
constexpr double kClearance = 0.0008;  // of either [m]
constexpr double kBoltLength = 0.16;   // [m]
constexpr double kNutLength = 0.045;   // [m]
constexpr double kCell = 0.005;        // of the meshes [m]
constexpr double kSpacing = 0.02;      // of the samples [m]

Shape threaded(const char* kind, double length) {
  Solid solid(kind);
  solid.set("radius", kRadius).set("length", length).set("pitch", kPitch).set("clearance", kClearance);
  MeshOptions options;
  options.spacing = kSpacing;
  options.cache = default_cache_folder();
  return make_solid_shape(solid, kCell, options);
}

// The pair of material and bolt stands at this place; returns the nut.
int add_bolt_and_nut(Model& model, const std::string& name, const Shape& bolt, const Shape& nut, int material,
                     const Vec3& place) {
  add_shape(model, name + "-bolt", material, bolt, {place, Quat::Identity()}).fixed = true;
  // At a whole number of turns the clearance is the same all around.
  add_shape(model, name + "-nut", material, nut, {place + Vec3(0, 0, 3 * kPitch), Quat::Identity()});
  return static_cast<int>(model.bodies.size()) - 1;
}

double descent(const Moment& moment, int nut) {
  return moment.model.bodies[nut].start.to_world(moment.model.bodies[nut].mass.center).z() -
         moment.state.bodies[nut].center.z();
}

// How far the nut is from where its turns put it on the thread, within half a pitch [m].
double off_thread(const Moment& moment, int nut) {
  const Vec3 x = moment.state.bodies[nut].rotation * Vec3::UnitX();
  return std::remainder(descent(moment, nut) + kPitch * std::atan2(x.y(), x.x()) / (2 * std::numbers::pi), kPitch);
}

// Least friction that holds a nut under its weight: tan(lead) cos(flank), at the mean radius of the flanks.
double holding_friction() {
  const double mean_radius = kRadius - kPitch * 0.54126587736527421 / 2;
  return kPitch / (2 * std::numbers::pi * mean_radius) * std::cos(radians(30));
}

// Distance that a frictionless nut screws itself down in this time: g / (1 + I (2 pi / p)^2 / m).
double frictionless_descent(const Body& nut, double time) {
  const double turn = 2 * std::numbers::pi / kPitch;  // per metre [rad/m]
  return kGravity * time * time / 2 / (1 + nut.mass.inertia(2, 2) * turn * turn / nut.mass.mass);
}

Scene build(const GalleryValues& values) {
  Scene scene;
  scene.step = 0.004;
  scene.model.margin = 1e-4;  // well below the clearance: flanks that do not touch make no contacts
  scene.model.recovery = 0.2;
  const Shape bolt = threaded("bolt", kBoltLength), nut = threaded("nut", kNutLength);
  const int rough = add_material(scene.model, "rough steel", 7850, values["mu"]);
  const int slick = add_material(scene.model, "slick steel", 7850, 0);
  const int held = add_bolt_and_nut(scene.model, "rough", bolt, nut, rough, Vec3(-0.2, 0, 0));
  const int free = add_bolt_and_nut(scene.model, "slick", bolt, nut, slick, Vec3(0.2, 0, 0));
  if (values["mu"] > 1.2 * holding_friction()) {
    scene.expectations.push_back(expect_at_rest("rough-nut", 1e-4, 1e-3, 0.5));
    scene.expectations.push_back(expect_figure(
        "the rough nut has gone down by", "m", [=](const Moment& m) { return descent(m, held); }, -1e-4,
        4 * kClearance));
  }
  scene.expectations.push_back(expect_figure(
      "the slick nut follows the thread to within the clearance:", "m",
      [=](const Moment& m) { return off_thread(m, free); }, -4 * kClearance, 4 * kClearance));
  // While it is on the thread. The facets of the meshes are hit without restitution and take a part of the energy.
  scene.expectations.push_back(expect_figure(
      "the slick nut has gone down by this share of the closed form:", "",
      [=](const Moment& m) {
        const double expected = frictionless_descent(m.model.bodies[free], m.state.time);
        return (descent(m, free)) / std::min(expected, 2 * kPitch);
      },
      0.5, Expectation::kUnlimited));
  scene.expectations.push_back(expect_penetration(2e-3 * kRadius));
  scene.expectations.push_back(expect_converged(0.99));
  return scene;
}

}  // namespace

GalleryEntry nut_on_bolt_entry() {
  return {
      .name = "nut-on-bolt",
      .summary = "Friction holds a nut on an upright bolt; without friction it screws itself down by its weight",
      .claims = "SP-10",
      .parameters = {{"mu", 0.3, "", kChosen, "friction coefficient of the rough pair; the slick one has none", 0, 2}},
      .check_duration = 1,
      .soak_duration = 10,
      .build = build};
}

}  // namespace stiction

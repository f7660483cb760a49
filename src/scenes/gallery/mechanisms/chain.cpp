// A chain that hangs between two points rests in the catenary of its links.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scenes/gallery/entries.h"
#include "scenes/gallery/mechanisms/links.h"

namespace stiction {
namespace {

using namespace building;

constexpr double kLink = 0.1, kThickness = 0.02;  // [m]

// Link i of n pulls its neighbours apart by the same horizontal force; its slope is that of the forces at its middle:
// (weight of the links between it and the lowest point) / pull.
std::vector<Vec3> knots_at_rest(int links, double pull_in_weights, double height) {
  std::vector<Vec3> knots = {Vec3::Zero()};
  for (int i = 0; i < links; ++i) {
    const double slope = (i + 0.5 - links / 2.0) / pull_in_weights;
    knots.emplace_back(knots.back() + kLink * Vec3(1, 0, slope).normalized());
  }
  const Vec3 shift(-knots.back().x() / 2, 0, height - knots[links / 2].z());
  for (Vec3& knot : knots) knot += shift;
  return knots;
}

// Steps are explicit in the pull of the chain: links that turn against their neighbours, all in zigzag, swing with
// sqrt(12 tension / (mass x length)) at most, and no step can be longer than two over that. Half of it is taken.
double stable_step(int links, double pull_in_weights) {
  const double tension = std::hypot(pull_in_weights, links / 2.0);
  return std::min(0.01, 1 / std::sqrt(12 * tension * kGravity / kLink));
}

Scene build(const GalleryValues& values) {
  Scene scene;
  scene.step = stable_step(values.whole("links"), values["pull"]);
  Model& model = scene.model;
  const int iron = add_material(model, "iron", 7800, 0.3);
  const int links = values.whole("links");
  const std::vector<Vec3> knots = knots_at_rest(links, values["pull"], 0.3);
  add_plane(model, "ground", iron, Vec3::UnitZ(), 0);
  for (int i = 0; i < links; ++i) add_bar(model, fmt::format("link{}", i), iron, knots[i], knots[i + 1], kThickness);
  for (int i = 0; i <= links; ++i) {
    Joint& joint = model.joints.emplace_back();
    joint.bodies = {i == 0 ? kWorld : i, i == links ? kWorld : i + 1};
    joint.anchor = knots[i];
  }
  compute_masses(model);
  scene.expectations.push_back(expect_at_rest("link*", 1e-6, 1e-6));
  scene.expectations.push_back(expect_joints_held(1e-9));
  scene.expectations.push_back(expect_converged(1));
  return scene;
}

}  // namespace

GalleryEntry chain_entry() {
  return {.name = "chain",
          .summary = "A chain of rigid links on ball joints hangs between two points and stays in its catenary",
          .claims = "SP-9",
          .parameters = {{"links", 24, "", kChosen, "links of 0.1 m", 2, 200, true},
                         {"pull", 8, "", kChosen, "horizontal pull, in weights of a link", 0.5, 100}},
          .check_duration = 5,
          .soak_duration = 600,
          .build = build};
}

}  // namespace stiction

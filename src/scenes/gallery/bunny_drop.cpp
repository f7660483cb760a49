// Rigid bunnies dropped into a bin, layer by layer, where they end in a heap.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scenes/gallery/building.h"
#include "scenes/gallery/elastic/lasting.h"
#include "scenes/gallery/entries.h"
#include "scenes/gallery/scatter.h"

namespace stiction {
namespace {

using namespace building;

constexpr double kRadius = 0.1;           // of a bunny; the tips of its ears are about that far from its origin [m]
constexpr double kPitch = 2.2 * kRadius;  // of the lattice that is dropped: bunnies do not touch, however turned [m]
constexpr double kRise = 0.4 * kRadius;   // what a layer adds to the heap, generously [m]
constexpr double kDrop = 5 * kRadius;     // from a layer to the heap below, on which some stand for a while [m]
constexpr double kSpeed = 1;              // downward, of a layer at the start [m/s]
constexpr double kBetweenLayers = 0.2;    // [s]; long enough to fall clear of the next one
constexpr double kCalm = 2.5;             // from the last layer to rest [s],
constexpr double kCalmMany = 3.5;         // and of many: some on top lean for a while before they roll over
constexpr double kJudged = 1;             // at rest [s]
constexpr int kMost = 60;                 // bunnies; heaps of more, of many, are solved to a looser tolerance,
constexpr double kTolerance = 1e-3;       // what thousands in motion can afford

// Bunnies along one side of a layer. The lattice is loose: four times as many layers make a heap half as high as wide.
int side_of(const GalleryValues& values) {
  return std::max(2, static_cast<int>(std::lround(std::cbrt(values.whole("count") / 4.0))));
}

bool are_many(const GalleryValues& values) {
  return values.whole("count") > kMost;
}

// When all has come to rest [s].
double settled(const GalleryValues& values) {
  const int a_layer = side_of(values) * side_of(values);
  return (values.whole("count") - 1) / a_layer * kBetweenLayers + (are_many(values) ? kCalmMany : kCalm);
}

double least_duration(const GalleryValues& values) {
  return settled(values) + kJudged;
}

void add_bin(Model& model, int material, double half) {
  add_plane(model, "floor", material, Vec3::UnitZ(), 0);
  add_plane(model, "wall-left", material, Vec3::UnitX(), -half);
  add_plane(model, "wall-right", material, -Vec3::UnitX(), -half);
  add_plane(model, "wall-front", material, Vec3::UnitY(), -half);
  add_plane(model, "wall-back", material, -Vec3::UnitY(), -half);
}

void add_bunnies(Model& model, int material, const GalleryValues& values) {
  MeshOptions options;
  options.cache = default_cache_folder();
  options.spacing = values["spacing"];
  MeshShape bunny = make_solid_shape(Solid("bunny").set("radius", kRadius), values["cell"], options);
  if (values["spacing"] > 0) bunny.contacts = MeshContactKind::kSamples;
  const int side = side_of(values);
  Scatter scatter(values.whole("seed"));
  for (int i = 0; i < values.whole("count"); ++i) {
    const int layer = i / (side * side);
    const Vec3 cell(i % side + 0.5 - side / 2.0, i / side % side + 0.5 - side / 2.0, 0);
    const Vec3 place = kPitch * cell + Vec3(0, 0, layer * kRise + kDrop);
    Body& body = add_shape(model, fmt::format("bunny{}", i), material, bunny, {place, scatter.rotation()});
    body.start_velocity = {0, 0, -kSpeed};
    body.appears_at = layer * kBetweenLayers;
  }
}

// Loose solves leave overlaps, and those at rest are not taken back within what they leave in gaps.
void add_expectations(Scene& scene, double half, const GalleryValues& values) {
  const double from = settled(values), at_rest = are_many(values) ? 1e-3 : 1e-4;
  scene.expectations = {expect_position("bunny*", 0, -half, half),
                        expect_position("bunny*", 1, -half, half),
                        expect_position("bunny*", 2, 0, Expectation::kUnlimited),
                        expect_at_rest("bunny*", 0.01 * kRadius, 1e-3, from),
                        expect_penetration(0.05 * kRadius),
                        expect_penetration(at_rest * kRadius, from),
                        expect_penetration_falls(at_rest * 0.1 * kRadius, from),
                        expect_converged(0.95)};
}

Scene build(const GalleryValues& values) {
  Scene scene;
  scene.step = values["step"];
  scene.model.recovery = 0.2;
  if (are_many(values)) scene.solver.tolerance = kTolerance;
  const int plaster = add_material(scene.model, "plaster", 1000, values["mu"]);
  const double half = side_of(values) * kPitch / 2;
  add_bin(scene.model, plaster, half);
  add_bunnies(scene.model, plaster, values);
  add_expectations(scene, half, values);
  return scene;
}

}  // namespace

GalleryEntry bunny_drop_entry() {
  return {.name = "bunny-drop",
          .summary = "Rigid bunnies dropped into a bin come to rest in a heap",
          .claims = "SP-24",
          .parameters = {{"count", 24, "", kChosen, "bunnies; 2,046 for the paper's 12,276 degrees of freedom", 1,
                          10000, true},
                         {"mu", 0.5, "", kChosen, "friction coefficient", 0, 2},
                         {"cell", 0.0125, "m", kChosen, "edge length of the bunnies' triangles", 0.005, 0.02},
                         {"spacing", 0.0125, "m", kChosen,
                          "distance of the surface samples that touch other bunnies; 0: exact contacts", 0, 0.05},
                         {"seed", 1, "", kChosen, "seed of the bunnies' orientations", 0, 1e6, true},
                         {"step", 0.005, "s", kChosen, "time step", 1e-5, 0.02}},
          .check_duration = 5,
          .soak_duration = 60,
          .least_duration = least_duration,
          .build = build};
}

}  // namespace stiction

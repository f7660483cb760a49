// A log is a trunk with bark of noise that is stretched along the grain, sawn off flat at both ends, and stubs of
// branches. The distance is a lower bound.
#include <algorithm>
#include <cmath>

#include "geometry/solids/blend.h"
#include "geometry/solids/noise.h"
#include "geometry/solids/primitives.h"
#include "geometry/solids/solid_kind.h"

namespace stiction::solid_kinds {
namespace {

enum Field { kRadius, kLength, kRoughness };

constexpr double kStubReach = 1.55;  // from the axis, in radii

int stub_count(const Solid& log) {
  return 3 + static_cast<int>(3 * hashed_unit(log.seed, 50));
}

// Branches follow each other at the golden angle around the trunk.
double stubs_distance(const Solid& log, const Vec3& p) {
  const double cosine = -0.73736887807831985, sine = 0.67549029426152364;  // of 137.5 degrees
  const int count = stub_count(log);
  Vec3 outward(1, 0, 0);
  double nearest = std::numeric_limits<double>::infinity();
  for (int k = 0; k < count; ++k) {
    outward = Vec3(cosine * outward.x() - sine * outward.y(), sine * outward.x() + cosine * outward.y(), 0);
    const double slot = (k + hashed_between(log.seed, 60 + k, 0.25, 0.75)) / count - 0.5;  // along the trunk
    const Vec3 root(0, 0, 0.8 * slot * log.number(kLength));
    const double thickness = hashed_between(log.seed, 70 + k, 0.24, 0.38) * log.number(kRadius);
    const double reach = hashed_between(log.seed, 80 + k, 1.25, kStubReach) * log.number(kRadius);
    const Vec3 axis = (outward + Vec3(0, 0, 0.45)).normalized();
    const Vec3 tip = root + (reach + thickness) / axis.dot(outward) * axis;
    const double branch = tapered_capsule_distance(p, root, 1.2 * thickness, tip, thickness);
    const double sawn = axis.dot(p - root) - reach;  // the branch is sawn off across its axis
    nearest = std::min(nearest, smooth_max(branch, sawn, 0.1 * log.number(kRadius)));
  }
  return nearest;
}

NoiseSum knobs(const Solid& log) {
  NoiseSum noise;
  noise.seed = log.seed;
  noise.amplitude = 0.22 * log.number(kRoughness) * log.number(kRadius);
  noise.frequency = 0.9 / log.number(kRadius);
  return noise;
}

NoiseSum bark(const Solid& log) {
  NoiseSum noise;
  noise.seed = log.seed + 1;
  noise.amplitude = 0.1 * log.number(kRoughness) * log.number(kRadius);
  noise.frequency = 2.6 / log.number(kRadius);
  noise.gain = 0.45;
  noise.octaves = 2;
  return noise;
}

double distance(const Solid& log, const Vec3& p) {
  const double trunk = Vec2(p.x(), p.y()).norm() - log.number(kRadius);
  const NoiseSum coarse = knobs(log), fine = bark(log);
  double body = smooth_min(trunk, stubs_distance(log, p), 0.35 * log.number(kRadius));
  body -= coarse.at(p) + fine.at(Vec3(p.x(), p.y(), 0.2 * p.z()));
  return std::max(body / (1 + coarse.slope() + fine.slope()), std::abs(p.z()) - log.number(kLength) / 2);
}

Aabb bounds(const Solid& log, double level) {
  const NoiseSum coarse = knobs(log), fine = bark(log);
  // A point with this much of trunk or stubs: within (reach + outward, thickness + outward) along and across a stub.
  const double outward =
      (1 + coarse.slope() + fine.slope()) * level + coarse.max() + fine.max() + 0.09 * log.number(kRadius);
  const double half = (kStubReach + 0.46) * log.number(kRadius) + 1.42 * outward;
  return centred_box({half, half, log.number(kLength) / 2 + level});
}

}  // namespace

SolidKind log() {
  return {.name = "log",
          .fields = {size_field("radius", 0.5), size_field("length", 1), share_field("roughness", 0.3)},
          .has_seed = true,
          .distance = distance,
          .bounds = bounds};
}

}  // namespace stiction::solid_kinds

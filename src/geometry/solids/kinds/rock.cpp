// A rock is an ellipsoid that planes have cut, with a rough skin of noise. The distance is a lower bound.
#include <cmath>

#include "geometry/solids/blend.h"
#include "geometry/solids/noise.h"
#include "geometry/solids/primitives.h"
#include "geometry/solids/solid_kind.h"

namespace stiction::solid_kinds {
namespace {

enum Field { kRadius, kRoughness };

constexpr int kCuts = 9;

Vec3 semi_axes(const Solid& rock) {
  return rock.number(kRadius) *
         Vec3(1, hashed_between(rock.seed, 1, 0.78, 0.95), hashed_between(rock.seed, 2, 0.6, 0.8));
}

NoiseSum skin(const Solid& rock) {
  NoiseSum noise;
  noise.seed = rock.seed;
  noise.amplitude = 0.13 * rock.number(kRoughness) * rock.number(kRadius);
  noise.frequency = 1.7 / rock.number(kRadius);
  noise.gain = 0.42;
  noise.octaves = 4;
  return noise;
}

double distance(const Solid& rock, const Vec3& p) {
  const Vec3 axes = semi_axes(rock);
  double body = ellipsoid_distance(p, axes);
  const double rounding = (0.34 - 0.26 * rock.number(kRoughness)) * rock.number(kRadius);
  for (int k = 0; k < kCuts; ++k) {
    const Vec3 normal = hashed_direction(rock.seed, 100 + k);
    // The ellipsoid reaches |axes * normal| along the normal; the cut takes a part of that away.
    const double reach = axes.cwiseProduct(normal).norm();
    const double depth = hashed_between(rock.seed, 200 + k, 0.72, 0.9);
    body = smooth_max(body, normal.dot(p) - depth * reach, rounding);
  }
  const NoiseSum noise = skin(rock);
  return (body - noise.at(p)) / (1 + noise.slope());
}

Aabb bounds(const Solid& rock, double level) {
  const NoiseSum noise = skin(rock);
  const Vec3 axes = semi_axes(rock);
  const double outward = (1 + noise.slope()) * level + noise.max();
  return centred_box(axes * (1 + outward / axes.minCoeff()));
}

}  // namespace

SolidKind rock() {
  return {.name = "rock",
          .fields = {size_field("radius", 0.5), share_field("roughness", 0.3)},
          .has_seed = true,
          .distance = distance,
          .bounds = bounds};
}

}  // namespace stiction::solid_kinds

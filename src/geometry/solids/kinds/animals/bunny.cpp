// A sitting bunny that looks along +x, z up, within about `radius` of the origin. The distance is a lower bound.
#include <algorithm>

#include "geometry/solids/blend.h"
#include "geometry/solids/kinds/animals/body_parts.h"
#include "geometry/solids/solid_kind.h"

namespace stiction::solid_kinds {
namespace {

enum Field { kRadius };

// An ear: a flat leaf with a groove in front.
double ear(const Vec3& p) {
  const double leaf = limb(p, {0.24, 0.11, 0.42}, 0.08, {0.06, 0.22, 0.84}, 0.12);
  const double groove = limb(p, {0.32, 0.14, 0.58}, 0.04, {0.165, 0.235, 0.83}, 0.08);
  return smooth_max(leaf, -groove, 0.05);
}

double head(const Vec3& p) {
  double d = egg(p, {0.3, 0, 0.3}, {0.25, 0.21, 0.21});
  d = smooth_min(d, limb(p, {0.42, 0, 0.26}, 0.14, {0.52, 0, 0.23}, 0.085), 0.08);  // muzzle
  d = smooth_min(d, ball(p, {0.4, 0.11, 0.22}, 0.1), 0.08);                         // cheek
  d = smooth_min(d, ear(p), 0.06);
  return smooth_min(d, ball(p, {0.43, 0.165, 0.345}, 0.05), 0.015);  // eye
}

double trunk(const Vec3& p) {
  double d = egg(p, {-0.2, 0, -0.3}, {0.45, 0.38, 0.4});
  d = smooth_min(d, limb(p, {-0.1, 0, -0.2}, 0.33, {0.2, 0, 0.02}, 0.2), 0.15);  // chest and neck
  d = smooth_min(d, egg(p, {-0.22, 0.28, -0.42}, {0.3, 0.18, 0.27}), 0.06);      // thigh
  return smooth_min(d, ball(p, {-0.66, 0, -0.45}, 0.15), 0.05);                  // tail
}

double paws(const Vec3& p) {
  const double hind = limb(p, {-0.15, 0.33, -0.65}, 0.1, {0.13, 0.37, -0.67}, 0.08);
  const double fore = limb(p, {0.12, 0.11, -0.2}, 0.12, {0.22, 0.13, -0.66}, 0.075);
  const double toes = limb(p, {0.22, 0.13, -0.67}, 0.075, {0.32, 0.135, -0.68}, 0.068);
  return std::min(hind, smooth_min(fore, toes, 0.05));
}

double distance(const Solid& bunny, const Vec3& p) {
  const double radius = bunny.number(kRadius);
  const Vec3 q = on_the_left(p) / radius;
  const double upper = smooth_min(trunk(q), head(q), 0.1);
  return radius * smooth_min(upper, paws(q), 0.07);
}

Aabb bounds(const Solid& bunny, double level) {
  const double radius = bunny.number(kRadius);
  // The parts lie within these limits; blends reach at most a quarter of their widths farther.
  const double outward = level + 0.1 * radius;
  return {radius * Vec3(-0.82, -0.5, -0.78) - Vec3::Constant(outward),
          radius * Vec3(0.63, 0.5, 0.97) + Vec3::Constant(outward)};
}

}  // namespace

SolidKind bunny() {
  return {.name = "bunny", .fields = {size_field("radius", 0.5)}, .distance = distance, .bounds = bounds};
}

}  // namespace stiction::solid_kinds

// A triceratops that stands on z = 0 and looks along +x: three horns, a frill, a tail and four flat feet. `length` from
// beak to tail. The distance is a lower bound.
#include <algorithm>
#include <cmath>

#include "geometry/solids/blend.h"
#include "geometry/solids/kinds/animals/body_parts.h"
#include "geometry/solids/solid_kind.h"

namespace stiction::solid_kinds {
namespace {

enum Field { kLength };

// Below, lengths are in units in which it is this long.
constexpr double kSpan = 1.038;

// A round plate of `thickness` with a round rim.
double plate(const Vec3& p, const Vec3& centre, const Vec3& normal, double radius, double thickness) {
  const double up = normal.dot(p - centre), out = std::sqrt(std::max((p - centre).squaredNorm() - up * up, 0.0));
  return std::hypot(std::max(out - (radius - thickness / 2), 0.0), up) - thickness / 2;
}

double head(const Vec3& p) {
  double d = limb(p, {0.2, 0, 0.27}, 0.088, {0.35, 0, 0.2}, 0.062);
  d = smooth_min(d, limb(p, {0.36, 0, 0.195}, 0.052, {0.455, 0, 0.15}, 0.035), 0.03);        // beak
  d = smooth_min(d, plate(p, {0.165, 0, 0.36}, {0.8, 0, 0.6}, 0.175, 0.06), 0.03);           // frill
  d = smooth_min(d, limb(p, {0.25, 0.055, 0.31}, 0.048, {0.4, 0.092, 0.427}, 0.032), 0.02);  // horn of the brow
  d = smooth_min(d, limb(p, {0.355, 0, 0.225}, 0.046, {0.41, 0, 0.315}, 0.031), 0.02);       // horn of the nose
  return smooth_min(d, ball(p, {0.315, 0.055, 0.25}, 0.023), 0.005);                         // eye
}

double trunk(const Vec3& p) {
  double d = egg(p, {-0.04, 0, 0.26}, {0.23, 0.13, 0.14});
  d = smooth_min(d, limb(p, {0.08, 0, 0.25}, 0.1, {0.2, 0, 0.27}, 0.08), 0.06);     // shoulders and neck
  d = smooth_min(d, limb(p, {-0.2, 0, 0.27}, 0.1, {-0.35, 0, 0.19}, 0.058), 0.06);  // tail
  return smooth_min(d, limb(p, {-0.35, 0, 0.19}, 0.058, {-0.518, 0, 0.165}, 0.03), 0.03);
}

double legs(const Vec3& p) {
  double hind = limb(p, {-0.15, 0.085, 0.24}, 0.085, {-0.13, 0.1, 0.11}, 0.052);
  hind = smooth_min(hind, limb(p, {-0.13, 0.1, 0.11}, 0.05, {-0.15, 0.1, 0.02}, 0.045), 0.02);
  hind = smooth_min(hind, limb(p, {-0.15, 0.1, 0.015}, 0.045, {-0.115, 0.103, 0.01}, 0.045), 0.02);
  double fore = limb(p, {0.1, 0.075, 0.22}, 0.07, {0.1, 0.11, 0.11}, 0.047);
  fore = smooth_min(fore, limb(p, {0.1, 0.11, 0.11}, 0.046, {0.11, 0.105, 0.02}, 0.042), 0.02);
  fore = smooth_min(fore, limb(p, {0.11, 0.105, 0.015}, 0.043, {0.14, 0.108, 0.01}, 0.042), 0.02);
  return std::min(hind, fore);
}

double distance(const Solid& dinosaur, const Vec3& p) {
  const double unit = dinosaur.number(kLength) / kSpan;
  const Vec3 q = on_the_left(p) / unit;
  const double upper = smooth_min(trunk(q), head(q), 0.04);
  return unit * smooth_max(smooth_min(upper, legs(q), 0.05), -q.z(), 0.01);
}

Aabb bounds(const Solid& dinosaur, double level) {
  const double unit = dinosaur.number(kLength) / kSpan;
  return Aabb{unit * Vec3(-0.548, -0.176, 0), unit * Vec3(0.49, 0.176, 0.508)}.grown(level);
}

}  // namespace

SolidKind dinosaur() {
  return {.name = "dinosaur", .fields = {size_field("length", 1)}, .distance = distance, .bounds = bounds};
}

}  // namespace stiction::solid_kinds

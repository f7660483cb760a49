// An open tube along z, centred: `radius` outside, walls of `thickness`, rims rounded by `rounding`. The distance is
// exact.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "geometry/solids/primitives.h"
#include "geometry/solids/solid_kind.h"

namespace stiction::solid_kinds {
namespace {

enum Field { kRadius, kThickness, kLength, kRounding };

double distance(const Solid& tube, const Vec3& p) {
  const double half = tube.number(kThickness) / 2, r = std::sqrt(p.x() * p.x() + p.y() * p.y());
  const Vec2 at(r - (tube.number(kRadius) - half), p.z());
  return rectangle_distance(at, {half, tube.number(kLength) / 2}, tube.number(kRounding));
}

Aabb bounds(const Solid& tube, double level) {
  const double r = tube.number(kRadius) + level;
  return centred_box({r, r, tube.number(kLength) / 2 + level});
}

std::string complaint(const Solid& tube) {
  const double thickness = tube.number(kThickness), radius = tube.number(kRadius);
  if (!(thickness < radius)) {
    return fmt::format("\"thickness\" is {} m; it must be less than the radius, {} m", thickness, radius);
  }
  const double most = std::min(thickness, tube.number(kLength)) / 2;
  if (tube.number(kRounding) <= most) return "";
  return fmt::format("\"rounding\" is {} m; at most half the thickness and half the length, {} m",
                     tube.number(kRounding), most);
}

}  // namespace

SolidKind tube() {
  return {.name = "tube",
          .fields = {size_field("radius", 0.5), size_field("thickness", 0.1), size_field("length", 1),
                     detail_field("rounding")},
          .distance = distance,
          .bounds = bounds,
          .complaint = complaint};
}

}  // namespace stiction::solid_kinds

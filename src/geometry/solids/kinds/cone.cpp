// A cone along z, centred: `radius` at the lower end, `top` (zero: a point) at the upper one. The distance is exact.
#include <algorithm>
#include <cmath>

#include "geometry/solids/solid_kind.h"

namespace stiction::solid_kinds {
namespace {

enum Field { kRadius, kLength, kTop };

// In the plane of the axis and p, where the solid is a trapezoid: `out` from the axis, `up` along it.
double distance(const Solid& cone, const Vec3& p) {
  const double radius = cone.number(kRadius), top = cone.number(kTop), half = cone.number(kLength) / 2;
  const double out = std::sqrt(p.x() * p.x() + p.y() * p.y()), up = p.z();
  const Vec2 side(top - radius, 2 * half), from_rim = Vec2(out, up) - Vec2(radius, -half);
  const double beyond_side = (side.y() * from_rim.x() - side.x() * from_rim.y()) / side.norm();
  const double beyond_ends = std::abs(up) - half;
  if (beyond_side <= 0 && beyond_ends <= 0) return std::max(beyond_side, beyond_ends);
  const double along = std::clamp(side.dot(from_rim) / side.squaredNorm(), 0.0, 1.0);
  const double to_side = (from_rim - along * side).norm();
  const double to_bottom = Vec2(std::max(out - radius, 0.0), up + half).norm();
  const double to_top = Vec2(std::max(out - top, 0.0), up - half).norm();
  return std::min({to_side, to_bottom, to_top});
}

Aabb bounds(const Solid& cone, double level) {
  const double widest = std::max(cone.number(kRadius), cone.number(kTop)) + level;
  return centred_box({widest, widest, cone.number(kLength) / 2 + level});
}

}  // namespace

SolidKind cone() {
  return {.name = "cone",
          .fields = {size_field("radius", 0.5), size_field("length", 1), detail_field("top")},
          .distance = distance,
          .bounds = bounds};
}

}  // namespace stiction::solid_kinds

// Along z, centred. The distance is exact.
#include <algorithm>
#include <cmath>

#include "geometry/solids/solid_kind.h"

namespace stiction::solid_kinds {
namespace {

enum Field { kRadius, kLength };

double distance(const Solid& cylinder, const Vec3& p) {
  const double r = std::sqrt(p.x() * p.x() + p.y() * p.y());
  const Vec2 beyond(r - cylinder.number(kRadius), std::abs(p.z()) - cylinder.number(kLength) / 2);
  return beyond.cwiseMax(0).norm() + std::min(beyond.maxCoeff(), 0.0);
}

Aabb bounds(const Solid& cylinder, double level) {
  const double r = cylinder.number(kRadius) + level;
  return centred_box({r, r, cylinder.number(kLength) / 2 + level});
}

}  // namespace

SolidKind cylinder() {
  return {.name = "cylinder",
          .fields = {size_field("radius", 0.5), size_field("length", 1)},
          .distance = distance,
          .bounds = bounds};
}

}  // namespace stiction::solid_kinds

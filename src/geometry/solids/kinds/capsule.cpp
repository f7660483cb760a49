// All points within `radius` of a segment of `length` along z, centred. The distance is exact.
#include <algorithm>
#include <cmath>

#include "geometry/solids/solid_kind.h"

namespace stiction::solid_kinds {
namespace {

enum Field { kRadius, kLength };

double distance(const Solid& capsule, const Vec3& p) {
  const double beyond = std::max(std::abs(p.z()) - capsule.number(kLength) / 2, 0.0);
  return Vec3(p.x(), p.y(), beyond).norm() - capsule.number(kRadius);
}

Aabb bounds(const Solid& capsule, double level) {
  const double r = capsule.number(kRadius) + level;
  return centred_box({r, r, r + capsule.number(kLength) / 2});
}

}  // namespace

SolidKind capsule() {
  return {.name = "capsule",
          .fields = {size_field("radius", 0.5), size_field("length", 1, 0)},
          .distance = distance,
          .bounds = bounds};
}

}  // namespace stiction::solid_kinds

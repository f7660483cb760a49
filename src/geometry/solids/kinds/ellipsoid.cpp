// Centred, with diameters `size` along the axes. The distance is a lower bound.
#include "geometry/solids/primitives.h"
#include "geometry/solids/solid_kind.h"

namespace stiction::solid_kinds {
namespace {

enum Field { kSize };

double distance(const Solid& ellipsoid, const Vec3& p) {
  return ellipsoid_distance(p, ellipsoid.vector(kSize) / 2);
}

// What the lower bound says of a level decides, not the distance: an ellipsoid of the same proportions.
Aabb bounds(const Solid& ellipsoid, double level) {
  const Vec3 semi_axes = ellipsoid.vector(kSize) / 2;
  return centred_box(semi_axes * (1 + level / semi_axes.minCoeff()));
}

}  // namespace

SolidKind ellipsoid() {
  return {.name = "ellipsoid", .fields = {size_field("size", Vec3(1, 1, 1))}, .distance = distance, .bounds = bounds};
}

}  // namespace stiction::solid_kinds

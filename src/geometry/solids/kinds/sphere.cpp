// About the origin. The distance is exact.
#include "geometry/solids/solid_kind.h"

namespace stiction::solid_kinds {
namespace {

enum Field { kRadius };

double distance(const Solid& sphere, const Vec3& p) {
  return p.norm() - sphere.number(kRadius);
}

Aabb bounds(const Solid& sphere, double level) {
  return centred_box(Vec3::Constant(sphere.number(kRadius) + level));
}

}  // namespace

SolidKind sphere() {
  return {.name = "sphere", .fields = {size_field("radius", 0.5)}, .distance = distance, .bounds = bounds};
}

}  // namespace stiction::solid_kinds

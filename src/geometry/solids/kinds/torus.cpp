// A ring of `radius` about z; `thickness` is the radius of its tube. The distance is exact.
#include <fmt/format.h>

#include <cmath>

#include "geometry/solids/solid_kind.h"

namespace stiction::solid_kinds {
namespace {

enum Field { kRadius, kThickness };

double distance(const Solid& torus, const Vec3& p) {
  const double r = std::sqrt(p.x() * p.x() + p.y() * p.y());
  return Vec2(r - torus.number(kRadius), p.z()).norm() - torus.number(kThickness);
}

Aabb bounds(const Solid& torus, double level) {
  const double thickness = torus.number(kThickness), r = torus.number(kRadius) + level;
  return centred_box({r + thickness, r + thickness, thickness + level});
}

std::string complaint(const Solid& torus) {
  if (torus.number(kThickness) < torus.number(kRadius)) return "";
  return fmt::format("\"thickness\" is {} m; it must be less than the radius of the ring, {} m",
                     torus.number(kThickness), torus.number(kRadius));
}

}  // namespace

SolidKind torus() {
  return {.name = "torus",
          .fields = {size_field("radius", 0.5), size_field("thickness", 0.1)},
          .distance = distance,
          .bounds = bounds,
          .complaint = complaint};
}

}  // namespace stiction::solid_kinds

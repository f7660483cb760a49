// A round peg along z, centred, with both rims rounded by the radius `rounding`. The distance is exact.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "geometry/solids/primitives.h"
#include "geometry/solids/solid_kind.h"

namespace stiction::solid_kinds {
namespace {

enum Field { kRadius, kLength, kRounding };

double distance(const Solid& peg, const Vec3& p) {
  const Vec2 at(std::sqrt(p.x() * p.x() + p.y() * p.y()), p.z());
  return rectangle_distance(at, {peg.number(kRadius), peg.number(kLength) / 2}, peg.number(kRounding));
}

Aabb bounds(const Solid& peg, double level) {
  const double r = peg.number(kRadius) + level;
  return centred_box({r, r, peg.number(kLength) / 2 + level});
}

std::string complaint(const Solid& peg) {
  const double most = std::min(peg.number(kRadius), peg.number(kLength) / 2);
  if (peg.number(kRounding) <= most) return "";
  return fmt::format("\"rounding\" is {} m; at most the radius and half the length, {} m", peg.number(kRounding), most);
}

}  // namespace

SolidKind peg() {
  return {.name = "peg",
          .fields = {size_field("radius", 0.5), size_field("length", 1), detail_field("rounding")},
          .distance = distance,
          .bounds = bounds,
          .complaint = complaint};
}

}  // namespace stiction::solid_kinds

// Centred, with full edge lengths `size`; `rounding` is the radius of the edges. The distance is exact.
#include <fmt/format.h>

#include <algorithm>

#include "geometry/solids/solid_kind.h"

namespace stiction::solid_kinds {
namespace {

enum Field { kSize, kRounding };

double distance(const Solid& box, const Vec3& p) {
  const double rounding = box.number(kRounding);
  const Vec3 half = box.vector(kSize) / 2 - Vec3::Constant(rounding);
  const Vec3 beyond = p.cwiseAbs() - half;
  return beyond.cwiseMax(0).norm() + std::min(beyond.maxCoeff(), 0.0) - rounding;
}

Aabb bounds(const Solid& box, double level) {
  return centred_box(box.vector(kSize) / 2 + Vec3::Constant(level));
}

std::string complaint(const Solid& box) {
  const double smallest = box.vector(kSize).minCoeff();
  if (2 * box.number(kRounding) <= smallest) return "";
  return fmt::format("\"rounding\" is {} m; at most half the smallest size, {} m", box.number(kRounding), smallest / 2);
}

}  // namespace

SolidKind box() {
  return {.name = "box",
          .fields = {size_field("size", Vec3(1, 1, 1)), detail_field("rounding")},
          .distance = distance,
          .bounds = bounds,
          .complaint = complaint};
}

}  // namespace stiction::solid_kinds

// Hexagonal, centred, with a threaded hole along z that fits the bolt of the same `radius` and `pitch`.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "geometry/solids/kinds/threads/thread.h"
#include "geometry/solids/primitives.h"

namespace stiction::solid_kinds {
namespace {

using std::numbers::sqrt3;
constexpr double kSqrtHalf = 0.70710678118654752440;

double distance(const Solid& solid, const Vec3& p) {
  const ThreadNumbers nut(solid);
  const double r = Vec2(p.x(), p.y()).norm(), end = std::abs(p.z()) - nut.length / 2;
  const double prism = hexagonal_prism_distance(p, kHexagonApothem * nut.radius, nut.length / 2);
  const double bevel = (r - kHexagonBevel * nut.radius + end * sqrt3) / 2;
  const double hole = -Thread(nut, nut.clearance).rod(p);
  const double countersink = (1.06 * nut.radius + nut.clearance + end - r) * kSqrtHalf;
  return std::max({prism, bevel, hole, countersink});
}

Aabb bounds(const Solid& solid, double level) {
  const ThreadNumbers nut(solid);
  const double flat = kHexagonApothem * nut.radius + level;
  return centred_box({flat, flat * 2 / sqrt3, nut.length / 2 + level});
}

}  // namespace

SolidKind nut() {
  return {
      .name = "nut", .fields = thread_fields(), .distance = distance, .bounds = bounds, .complaint = thread_complaint};
}

}  // namespace stiction::solid_kinds

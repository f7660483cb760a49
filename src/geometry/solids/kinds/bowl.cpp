// A bowl, open upwards: the lower part of a hollow ball of `radius` about the origin, with a wall of `thickness` and a
// round rim whose middle is `depth` above the lowest point; `foot` is cut flat from below, so that it stands. The
// distance is exact but for a foot.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "geometry/solids/solid_kind.h"

namespace stiction::solid_kinds {
namespace {

enum Field { kRadius, kThickness, kDepth, kFoot };

// In the plane of the axis and p, where the middle of the wall is an arc about the origin from below to the rim.
struct Arc {
  double radius;  // [m]
  Vec2 rim;       // from the axis, along it [m]

  explicit Arc(const Solid& bowl) : radius(bowl.number(kRadius) - bowl.number(kThickness) / 2) {
    const double up = bowl.number(kDepth) - bowl.number(kRadius);
    rim = {std::sqrt(std::max(radius * radius - up * up, 0.0)), up};
  }
  double distance(const Vec2& p) const {
    // Seen from the origin, p is below the rim.
    const bool is_beside = rim.y() * p.x() > rim.x() * p.y();
    return is_beside ? std::abs(p.norm() - radius) : (p - rim).norm();
  }
};

double distance(const Solid& bowl, const Vec3& p) {
  const Vec2 at(std::sqrt(p.x() * p.x() + p.y() * p.y()), p.z());
  const double wall = Arc(bowl).distance(at) - bowl.number(kThickness) / 2;
  return std::max(wall, bowl.number(kFoot) - bowl.number(kRadius) - p.z());
}

Aabb bounds(const Solid& bowl, double level) {
  const double half = bowl.number(kThickness) / 2 + level;
  const Arc arc(bowl);
  // The widest place is the rim, or the equator if the rim is above it.
  const double out = (arc.rim.y() < 0 ? arc.rim.x() : arc.radius) + half;
  const double low = bowl.number(kFoot) - bowl.number(kRadius) - level;
  return {Vec3(-out, -out, low), Vec3(out, out, arc.rim.y() + half)};
}

std::string complaint(const Solid& bowl) {
  const double radius = bowl.number(kRadius), thickness = bowl.number(kThickness);
  if (!(thickness < radius)) {
    return fmt::format("\"thickness\" is {} m; it must be less than the radius, {} m", thickness, radius);
  }
  if (!(bowl.number(kDepth) > thickness && bowl.number(kDepth) < 2 * radius - thickness)) {
    return fmt::format("\"depth\" is {} m; it must be more than the thickness, {} m, and less than {} m",
                       bowl.number(kDepth), thickness, 2 * radius - thickness);
  }
  if (bowl.number(kFoot) <= thickness / 2) return "";
  return fmt::format("\"foot\" is {} m; at most half the thickness, {} m", bowl.number(kFoot), thickness / 2);
}

}  // namespace

SolidKind bowl() {
  return {.name = "bowl",
          .fields = {size_field("radius", 0.5), size_field("thickness", 0.1), size_field("depth", 0.4),
                     detail_field("foot")},
          .distance = distance,
          .bounds = bounds,
          .complaint = complaint};
}

}  // namespace stiction::solid_kinds

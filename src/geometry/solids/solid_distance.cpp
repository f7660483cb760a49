// Dispatch over the kinds of solids, and their combinations.
#include <algorithm>
#include <cmath>

#include "geometry/solids/blend.h"
#include "geometry/solids/bunny.h"
#include "geometry/solids/primitives.h"
#include "geometry/solids/rough_solids.h"
#include "geometry/solids/solid.h"
#include "geometry/solids/threads.h"

namespace stiction {
namespace {

// Parts are blended in their order, each with what the ones before have made.
double combined_distance(const Solid& solid, const Vec3& p) {
  double d = solid_distance(solid.parts.front(), p);
  for (std::size_t k = 1; k < solid.parts.size(); ++k) {
    const double part = solid_distance(solid.parts[k], p);
    if (solid.kind == SolidKind::kUnion) {
      d = smooth_min(d, part, solid.blend);
    } else {
      d = smooth_max(d, solid.kind == SolidKind::kDifference ? -part : part, solid.blend);
    }
  }
  return d;
}

Aabb centred(const Vec3& half) {
  return {-half, half};
}

Aabb placed(const Pose& pose, const Aabb& box) {
  if (!(box.min.array() <= box.max.array()).all()) return box;  // empty
  Aabb result;
  for (int k = 0; k < 8; ++k) {
    result.include(pose.to_world(
        Vec3((k & 1 ? box.max : box.min).x(), (k & 2 ? box.max : box.min).y(), (k & 4 ? box.max : box.min).z())));
  }
  return result;
}

Aabb level_bounds(const Solid& solid, double level);

Aabb combined_bounds(const Solid& solid, double level) {
  if (solid.kind == SolidKind::kUnion) {
    // A blend lowers the minimum by at most a quarter of its width, once per part added.
    const double raised = level + 0.25 * solid.blend * static_cast<double>(solid.parts.size() - 1);
    Aabb box;
    for (const Solid& part : solid.parts) box.include(level_bounds(part, raised));
    return box;
  }
  Aabb box = level_bounds(solid.parts.front(), level);
  if (solid.kind == SolidKind::kDifference) return box;
  for (const Solid& part : solid.parts) {
    const Aabb other = level_bounds(part, level);
    box.min = box.min.cwiseMax(other.min);
    box.max = box.max.cwiseMin(other.max);
  }
  return box;
}

// Holds every point whose solid_distance is at most `level` >= 0 [m], in the solid's own coordinates.
Aabb own_bounds(const Solid& solid, double level) {
  const double r = solid.radius + level, half_length = solid.length / 2 + level;
  switch (solid.kind) {
    case SolidKind::kSphere:
      return centred({r, r, r});
    case SolidKind::kBox:
      return centred(solid.size / 2 + Vec3::Constant(level));
    case SolidKind::kCapsule:
      return centred({r, r, r + solid.length / 2});
    case SolidKind::kCylinder:
      return centred({r, r, half_length});
    case SolidKind::kTorus:
      return centred({r + solid.thickness, r + solid.thickness, solid.thickness + level});
    case SolidKind::kRock:
      return rock_bounds(solid, level);
    case SolidKind::kLog:
      return log_bounds(solid, level);
    case SolidKind::kBolt:
      return bolt_bounds(solid, level);
    case SolidKind::kNut:
      return nut_bounds(solid, level);
    case SolidKind::kBunny:
      return bunny_bounds(solid.radius, level);
    default:
      return combined_bounds(solid, level);
  }
}

Aabb level_bounds(const Solid& solid, double level) {
  return placed(solid.pose, own_bounds(solid, level));
}

}  // namespace

double solid_distance(const Solid& solid, const Vec3& point) {
  const Vec3 p = solid.pose.to_local(point);
  switch (solid.kind) {
    case SolidKind::kSphere:
      return p.norm() - solid.radius;
    case SolidKind::kBox:
      return box_distance(p, solid.size / 2 - Vec3::Constant(solid.rounding)) - solid.rounding;
    case SolidKind::kCapsule:
      return capsule_distance(p, solid.radius, solid.length);
    case SolidKind::kCylinder:
      return cylinder_distance(p, solid.radius, solid.length);
    case SolidKind::kTorus:
      return torus_distance(p, solid.radius, solid.thickness);
    case SolidKind::kRock:
      return rock_distance(solid, p);
    case SolidKind::kLog:
      return log_distance(solid, p);
    case SolidKind::kBolt:
      return bolt_distance(solid, p);
    case SolidKind::kNut:
      return nut_distance(solid, p);
    case SolidKind::kBunny:
      return bunny_distance(p, solid.radius);
    default:
      return combined_distance(solid, p);
  }
}

Aabb solid_bounds(const Solid& solid) {
  return level_bounds(solid, 0);
}

}  // namespace stiction

#include "collision/round/capsule_pairs.h"

#include <algorithm>
#include <cmath>

#include "base/hash.h"
#include "collision/convex/closest_features.h"
#include "collision/round/line_contact.h"

namespace stiction {
namespace {

constexpr double kTouching = 1e-12;  // [m] closest points nearer than this define no direction
const std::uint64_t kOnePoint = mix_hash(static_cast<std::uint64_t>(FeatureKind::kRound), 0);

// Some unit vector perpendicular to `v`.
Vec3 perpendicular(const Vec3& v) {
  int least = 0;
  v.cwiseAbs().minCoeff(&least);
  return v.cross(Vec3::Unit(least)).normalized();
}

Vec3 crossing_normal(const Vec3& u, const Vec3& v) {
  const Vec3 cross = u.cross(v);
  return cross.squaredNorm() > 1e-24 * u.squaredNorm() * v.squaredNorm() ? Vec3(cross.normalized()) : perpendicular(u);
}

ContactLine line_of(const WorldCapsule& capsule) {
  return {capsule.center, capsule.half, capsule.radius, capsule.radius};
}

}  // namespace

void collide_plane_capsule(const WorldPlane& plane, const WorldCapsule& capsule, double margin, int samples,
                           Manifold& manifold) {
  manifold.points.clear();
  manifold.normal = plane.normal;
  const auto end_at = [&](int i) {
    const double gap = plane.normal.dot(capsule.end(i)) - plane.offset - capsule.radius;
    return LineEnd{capsule.end(i) - (capsule.radius + gap / 2) * plane.normal, gap, static_cast<std::uint64_t>(i)};
  };
  add_line(end_at(0), end_at(1), margin, samples, manifold);
}

void collide_sphere_capsule(const WorldSphere& sphere, const WorldCapsule& capsule, double margin, Manifold& manifold) {
  manifold.points.clear();
  const Vec3 from_center = sphere.center - capsule.center;
  const double t = std::clamp(capsule.half.dot(from_center) / capsule.half.squaredNorm(), -1.0, 1.0);
  const Vec3 between = capsule.center + t * capsule.half - sphere.center;
  const double distance = between.norm();
  const double gap = distance - sphere.radius - capsule.radius;
  if (!(gap <= margin)) return;
  manifold.normal = distance > kTouching ? Vec3(between / distance) : perpendicular(capsule.half);
  manifold.normal.normalize();
  manifold.points.push_back({sphere.center + (sphere.radius + gap / 2) * manifold.normal, gap, kOnePoint});
}

void collide_capsule_capsule(const WorldCapsule& a, const WorldCapsule& b, double margin, int samples,
                             Manifold& manifold) {
  manifold.points.clear();
  const SegmentPoints nearest = closest_on_segments(a.end(0), a.end(1), b.end(0), b.end(1));
  const Vec3 between = nearest.on_second - nearest.on_first;
  const double distance = between.norm();
  const double gap = distance - a.radius - b.radius;
  if (!(gap <= margin)) return;
  manifold.normal = distance > kTouching ? Vec3(between.normalized()) : crossing_normal(a.half, b.half);
  const Vec3 point = nearest.on_first + (a.radius + gap / 2) * manifold.normal;
  if (nearly_parallel(a.half, b.half) &&
      add_parallel_lines(line_of(a), line_of(b), gap, point, margin, samples, manifold)) {
    return;
  }
  manifold.points.push_back({point, gap, kOnePoint});
}

}  // namespace stiction

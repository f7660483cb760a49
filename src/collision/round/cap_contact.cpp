#include "collision/round/cap_contact.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "base/hash.h"
#include "collision/convex/closest_features.h"
#include "collision/convex/patch_samples.h"
#include "collision/round/cylinder_queries.h"

namespace stiction {
namespace {

constexpr double kFlat = 2e-3;    // sine of the tilt below which the points are fixed to the body
constexpr double kTilted = 1e-6;  // sine of the tilt above which there is a lowest point

// Feature codes: kind | index.
constexpr std::uint64_t kFixedRim = 1ULL << 40;
constexpr std::uint64_t kRollingRim = 2ULL << 40;
constexpr std::uint64_t kCorner = 3ULL << 40;
constexpr std::uint64_t kCrossing = 4ULL << 40;
constexpr std::uint64_t kOfSecond = 1ULL << 50;

std::array<Vec2, RimPoints::kCount> circle_directions() {
  std::array<Vec2, RimPoints::kCount> directions;
  for (int k = 0; k < RimPoints::kCount; ++k) {
    const double angle = 2 * std::numbers::pi * k / RimPoints::kCount;
    directions[k] = {std::cos(angle), std::sin(angle)};
  }
  return directions;
}
const std::array<Vec2, RimPoints::kCount> kCircle = circle_directions();

Vec3 cap_center(const WorldCylinder& cylinder, double side) {
  return cylinder.center + side * cylinder.half_length * cylinder.axis;
}

}  // namespace

RimPoints rim_points(const WorldCylinder& cylinder, double side, const Vec3& surface_normal) {
  const Vec3 center = cap_center(cylinder, side);
  const Vec3 uphill = across_axis(cylinder, surface_normal);
  const double tilt = uphill.norm();
  const bool rolls = tilt > kFlat;
  const Vec3 first = rolls ? Vec3(-uphill / tilt) : cylinder.across;
  const Vec3 second = cylinder.axis.cross(first);
  RimPoints rim;
  for (const Vec2& direction : kCircle) {
    const std::uint64_t code = (rolls ? kRollingRim : kFixedRim) + static_cast<std::uint64_t>(rim.count);
    rim.points[rim.count++] = {center + cylinder.radius * (direction.x() * first + direction.y() * second), code};
  }
  if (!rolls && tilt > kTilted) {
    rim.points[rim.count++] = {center - cylinder.radius / tilt * uphill, kRollingRim};
  }
  return rim;
}

void CapContact::add(const Vec3& on_cap, double gap, std::uint64_t code, const Vec3& normal, double margin) {
  if (!(gap <= margin)) return;
  corners_.push_back({0, 0, gap, on_cap + gap / 2 * normal, code});
}

// Points go out in the order they were found; for samples they are put into a loop about their middle.
void CapContact::flush(const WorldCylinder& cylinder, std::uint64_t patch, double tolerance, int samples,
                       Manifold& manifold) {
  const std::uint64_t kind = mix_hash(static_cast<std::uint64_t>(FeatureKind::kDisk), patch);
  Vec3 middle = Vec3::Zero();
  for (PatchCorner& corner : corners_) {
    corner.code = mix_hash(kind, corner.code);
    manifold.points.push_back({corner.point, corner.gap, corner.code});
    middle += corner.point / static_cast<double>(corners_.size());
  }
  if (samples <= 0 || corners_.size() < 2) return;
  const Vec3 up = cylinder.axis.cross(cylinder.across);
  for (PatchCorner& corner : corners_) {
    corner.x = cylinder.across.dot(corner.point - middle);
    corner.y = up.dot(corner.point - middle);
  }
  std::sort(corners_.begin(), corners_.end(), [](const PatchCorner& p, const PatchCorner& q) {
    const double at_p = std::atan2(p.y, p.x), at_q = std::atan2(q.y, q.x);
    return at_p != at_q ? at_p < at_q : p.code < q.code;
  });
  add_patch_samples(corners_, patch_extent(corners_, tolerance), samples, kind, manifold);
}

void CapContact::add_plane(const WorldCylinder& cylinder, const WorldPlane& plane, double margin, int samples,
                           Manifold& manifold) {
  corners_.clear();
  const double side = cylinder.axis.dot(plane.normal) > 0 ? -1 : 1;
  const RimPoints rim = rim_points(cylinder, side, plane.normal);
  for (int k = 0; k < rim.count; ++k) {
    const double gap = plane.normal.dot(rim.points[k].point) - plane.offset;
    add(rim.points[k].point, gap, rim.points[k].code, -plane.normal, margin);
  }
  flush(cylinder, side > 0, 1e-4 * cylinder.radius, samples, manifold);
}

// Corners and borders of the face are carried along the normal into the cap's plane, where the rim is a true circle.
void CapContact::add_crossings(const WorldCylinder& cylinder, const Vec3& center, const WorldConvex& convex, int face,
                               double tolerance, double margin, const Vec3& normal) {
  const ConvexTopology& shape = *convex.topology;
  const double radius = cylinder.radius;
  const double slope = cylinder.axis.dot(normal);
  const auto gap_of = [&](int v) { return cylinder.axis.dot(convex.vertices[v] - center) / slope; };
  const int begin = shape.loop_start[face], end = shape.loop_start[face + 1];
  for (int s = begin; s < end; ++s) {
    const int v = shape.sides[s].vertex, w = shape.sides[s + 1 < end ? s + 1 : begin].vertex;
    const double gap_v = gap_of(v), gap_w = gap_of(w);
    const Vec3 p = convex.vertices[v] - gap_v * normal - center;
    const Vec3 d = convex.vertices[w] - gap_w * normal - center - p;
    const double outside_v = p.norm() - radius, outside_w = (p + d).norm() - radius;
    if (outside_v <= tolerance) add(center + p, gap_v, kCorner | static_cast<std::uint64_t>(v), normal, margin);
    if (outside_v <= tolerance && outside_w <= tolerance) continue;
    const double middle = -p.dot(d) / d.squaredNorm();
    const double half_squared = middle * middle - (p.squaredNorm() - radius * radius) / d.squaredNorm();
    if (!(half_squared > 0)) continue;
    const double half = std::sqrt(half_squared);
    if (half * d.norm() <= tolerance) continue;  // only grazes the rim
    const std::uint64_t code = kCrossing | static_cast<std::uint64_t>(shape.sides[s].edge) << 1;
    const auto add_at = [&](double t, std::uint64_t which) {
      add(center + p + t * d, gap_v + t * (gap_w - gap_v), code | which, normal, margin);
    };
    if (outside_v > tolerance && middle - half > 0 && middle - half < 1) add_at(middle - half, 0);
    if (outside_w > tolerance && middle + half > 0 && middle + half < 1) add_at(middle + half, 1);
  }
}

void CapContact::add_face(const WorldCylinder& cylinder, const WorldConvex& convex, int face, double tolerance,
                          double margin, int samples, Manifold& manifold) {
  corners_.clear();
  const Vec3& normal = manifold.normal;
  const Vec3& surface = convex.normals[face];
  const double side = cylinder.axis.dot(normal) < 0 ? -1 : 1;
  const RimPoints rim = rim_points(cylinder, side, surface);
  const double slope = surface.dot(normal);
  for (int k = 0; k < rim.count; ++k) {
    const double gap = (convex.offsets[face] - surface.dot(rim.points[k].point)) / slope;
    if (!(gap <= margin) || !over_face(convex, face, rim.points[k].point + gap * normal, tolerance)) continue;
    add(rim.points[k].point, gap, rim.points[k].code, normal, margin);
  }
  add_crossings(cylinder, cap_center(cylinder, side), convex, face, tolerance, margin, normal);
  flush(cylinder, static_cast<std::uint64_t>(face) << 1 | (side > 0), tolerance, samples, manifold);
}

void CapContact::add_caps(const WorldCylinder& a, const WorldCylinder& b, double tolerance, double margin, int samples,
                          Manifold& manifold) {
  corners_.clear();
  const Vec3& normal = manifold.normal;
  const double side_a = a.axis.dot(normal) < 0 ? -1 : 1, side_b = b.axis.dot(normal) < 0 ? 1 : -1;
  const Vec3 center_a = cap_center(a, side_a), center_b = cap_center(b, side_b);
  const double slope_b = b.axis.dot(normal);
  const RimPoints rim_a = rim_points(a, side_a, side_b * b.axis);
  for (int k = 0; k < rim_a.count; ++k) {
    const double gap = b.axis.dot(center_b - rim_a.points[k].point) / slope_b;
    if ((rim_a.points[k].point + gap * normal - center_b).norm() > b.radius + tolerance) continue;
    add(rim_a.points[k].point, gap, rim_a.points[k].code, normal, margin);
  }
  const Vec3 aside = across_axis(a, center_b - center_a);
  const double distance = aside.norm();
  const bool same_rim = std::abs(a.radius - b.radius) + distance <= tolerance;
  const RimPoints rim_b = rim_points(b, side_b, side_a * a.axis);
  for (int k = 0; k < rim_b.count && !same_rim; ++k) {
    const double gap = normal.dot(rim_b.points[k].point - center_a);
    const Vec3 on_a = rim_b.points[k].point - gap * normal;
    if ((on_a - center_a).norm() > a.radius + tolerance) continue;
    add(on_a, gap, kOfSecond | rim_b.points[k].code, normal, margin);
  }
  // Where the rims cross, both taken as circles in a's cap.
  if (distance > std::abs(a.radius - b.radius) + tolerance && distance < a.radius + b.radius - tolerance) {
    const double along = (distance * distance + a.radius * a.radius - b.radius * b.radius) / (2 * distance);
    const double across = std::sqrt(std::max(0.0, a.radius * a.radius - along * along));
    const Vec3 ex = aside / distance, ey = normal.cross(ex);
    for (int k = 0; k < 2; ++k) {
      const Vec3 p = center_a + along * ex + (k == 0 ? across : -across) * ey;
      const double gap = b.axis.dot(center_b - p) / slope_b;
      if ((p + gap * normal - center_b).norm() > b.radius + tolerance) continue;  // b's cap is tilted too much for this
      add(p, gap, kCrossing | static_cast<std::uint64_t>(k), normal, margin);
    }
  }
  flush(a, (side_a > 0 ? 1 : 0) | (side_b > 0 ? 2 : 0), tolerance, samples, manifold);
}

}  // namespace stiction

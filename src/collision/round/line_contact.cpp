#include "collision/round/line_contact.h"

#include <algorithm>
#include <cmath>

#include "base/hash.h"
#include "collision/convex/patch_samples.h"

namespace stiction {
namespace {

constexpr double kClearlyNearer = 1e-9;  // of the radii: a nearest point this much nearer than the ends is kept
constexpr std::uint64_t kSide = 2;       // codes from here on: cut off by side or circle
constexpr std::uint64_t kNearest = 7;

std::uint64_t line_code(std::uint64_t detail) {
  return mix_hash(static_cast<std::uint64_t>(FeatureKind::kLine), detail);
}

}  // namespace

bool nearly_parallel(const Vec3& one, const Vec3& other) {
  return one.cross(other).squaredNorm() <= kNearlyParallel * kNearlyParallel * one.squaredNorm() * other.squaredNorm();
}

ClippedLine clip_to_face(const WorldConvex& convex, int face, const Vec3& start, const Vec3& end, double tolerance) {
  const ConvexTopology& shape = *convex.topology;
  const int begin = shape.loop_start[face];
  const Vec3& origin = convex.vertices[shape.sides[begin].vertex];
  const Vec3& axis_x = convex.face_axis[face];
  const Vec3 axis_y = convex.normals[face].cross(axis_x);
  const double x0 = axis_x.dot(start - origin), y0 = axis_y.dot(start - origin);
  const double x1 = axis_x.dot(end - origin), y1 = axis_y.dot(end - origin);
  ClippedLine kept;
  for (int s = begin; s < shape.loop_start[face + 1]; ++s) {
    const ConvexTopology::Side& side = shape.sides[s];
    const double d0 = side.nx * x0 + side.ny * y0 - side.off;
    const double d1 = side.nx * x1 + side.ny * y1 - side.off;
    const bool out0 = d0 > tolerance, out1 = d1 > tolerance;
    if (out0 && out1) return kept;
    if (!out0 && !out1) continue;
    const double t = std::clamp(d0 / (d0 - d1), 0.0, 1.0);
    const std::uint64_t code = kSide + 2 * static_cast<std::uint64_t>(side.edge);
    if (out0 && t > kept.from) {
      kept.from = t;
      kept.code_from = code;
    } else if (out1 && t < kept.to) {
      kept.to = t;
      kept.code_to = code + 1;
    }
  }
  kept.empty = kept.from > kept.to;
  return kept;
}

ClippedLine clip_to_disk(const Vec3& center, const Vec3& axis, double radius, const Vec3& start, const Vec3& end) {
  const auto across = [&](const Vec3& v) { return Vec3(v - axis.dot(v) * axis); };
  const Vec3 p = across(start - center), d = across(end - start);
  ClippedLine kept;
  const double dd = d.squaredNorm();
  const double outside = p.squaredNorm() - radius * radius;
  if (!(dd > 0)) {
    kept.empty = outside > 0;
    return kept;
  }
  const double middle = -p.dot(d) / dd;
  const double half_squared = middle * middle - outside / dd;
  if (half_squared < 0) return kept;
  const double half = std::sqrt(half_squared);
  if (middle - half > 0) {
    kept.from = middle - half;
    kept.code_from = kSide;
  }
  if (middle + half < 1) {
    kept.to = middle + half;
    kept.code_to = kSide + 1;
  }
  kept.empty = kept.from > kept.to;
  return kept;
}

void add_line(const LineEnd& one, const LineEnd& other, double margin, int samples, Manifold& manifold) {
  for (const LineEnd* end : {&one, &other}) {
    if (end->gap <= margin) manifold.points.push_back({end->point, end->gap, line_code(end->code)});
  }
  if (samples <= 0 || !(one.gap <= margin && other.gap <= margin)) return;
  add_segment_samples({0, 0, one.gap, one.point, line_code(one.code)},
                      {0, 0, other.gap, other.point, line_code(other.code)}, samples, manifold);
}

bool add_parallel_lines(const ContactLine& a, const ContactLine& b, double separation, const Vec3& nearest,
                        double margin, int samples, Manifold& manifold) {
  const double length_a = a.half.norm();
  const Vec3 axis = a.half / length_a;
  const double center_b = axis.dot(b.center - a.center);
  const double slope_b = axis.dot(b.half);  // half the extent of b along a's axis, with sign
  const double low = std::max(-length_a, center_b - std::abs(slope_b));
  const double high = std::min(length_a, center_b + std::abs(slope_b));
  if (!(low < high)) return false;
  const Vec3& normal = manifold.normal;
  const Vec3 sideways = normal.cross(axis);
  const auto end_at = [&](double t, std::uint64_t code) {
    const Vec3 on_a = a.center + t * axis;
    const Vec3 on_b = b.center + (t - center_b) / slope_b * b.half;
    const double aside = sideways.dot(on_b - on_a);
    const double gap = normal.dot(on_b - on_a) - a.reach - b.reach + aside * aside / (2 * (a.radius + b.radius));
    return LineEnd{on_a + (a.reach + gap / 2) * normal, gap, code};
  };
  const LineEnd one = end_at(low, 0), other = end_at(high, 1);
  add_line(one, other, margin, samples, manifold);
  if (separation < std::min(one.gap, other.gap) - kClearlyNearer * (a.radius + b.radius)) {
    manifold.points.push_back({nearest, separation, line_code(kNearest)});
  }
  return true;
}

}  // namespace stiction

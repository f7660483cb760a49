#include <Eigen/LU>
#include <limits>

#include "collision/round/cylinder_axes.h"
#include "collision/round/cylinder_queries.h"

namespace stiction {
namespace {

constexpr double kParallelSine = 1e-9;
constexpr double kSkin = 0.3;     // of the smaller of radius and half length, left off the core
constexpr double kTilt = 0.05;    // [rad] by which starts are tilted off a direction without curvature
constexpr int kProjections = 12;  // rounds of alternating projections that give rims a start
constexpr int kNewtonSteps = 30;

double separation_along(const WorldCylinder& a, const WorldCylinder& b, const Vec3& n) {
  return n.dot(b.center - a.center) - reach(a, n) - reach(b, n);
}

void keep_better(const WorldCylinder& a, const WorldCylinder& b, AxisKind kind, const Vec3& n, RoundAxis& best) {
  const double separation = separation_along(a, b, n);
  if (separation > best.separation) best = {kind, n, separation, -1};
}

void try_sides(const WorldCylinder& a, const WorldCylinder& b, RoundAxis& best) {
  const Vec3 between = b.center - a.center;
  const Vec3 cross = a.axis.cross(b.axis);
  const double sine = cross.norm();
  if (sine > kParallelSine) {
    const double sign = cross.dot(between) < 0 ? -1 : 1;
    keep_better(a, b, AxisKind::kSide, (sign / sine * cross).normalized(), best);
  }
  // Parallel axes, or nearly so: straight across.
  keep_better(a, b, AxisKind::kSide, radial_direction(a, between), best);
  const LineDirection to_b = direction_to_line(a, b.center, b.axis), to_a = direction_to_line(b, a.center, a.axis);
  keep_better(a, b, to_b.on_side ? AxisKind::kSide : AxisKind::kRim, to_b.normal, best);
  keep_better(a, b, to_a.on_side ? AxisKind::kSide : AxisKind::kRimB, -to_a.normal, best);
}

Vec3 nearest_point(const WorldCylinder& cylinder, const Vec3& query) {
  const CylinderNearest nearest = nearest_on_cylinder(cylinder, query);
  return nearest.distance > 0 ? Vec3(query - nearest.distance * nearest.normal) : query;
}

WorldCylinder thinner(const WorldCylinder& cylinder) {
  WorldCylinder core = cylinder;
  const double skin = kSkin * std::min(cylinder.radius, cylinder.half_length);
  core.radius -= skin;
  core.half_length -= skin;
  return core;
}

// Where alternating projections between the cylinders' cores lead; zero if these meet. The cores of bodies that touch
// are well apart, so that the projections settle.
Vec3 rough_direction(const WorldCylinder& a, const WorldCylinder& b) {
  const WorldCylinder core_a = thinner(a), core_b = thinner(b);
  Vec3 on_a = a.center, on_b = b.center;
  for (int i = 0; i < kProjections; ++i) {
    on_a = nearest_point(core_a, on_b);
    on_b = nearest_point(core_b, on_a);
  }
  return on_b - on_a;
}

// s has the gradient d - (support point of a) + (support point of b) and, rim against rim, the curvature
// radius / |n across the axis| along the rim's tangent. Newton's method on the unit sphere, uphill only.
void climb_rims(const WorldCylinder& a, const WorldCylinder& b, const Vec3& start, RoundAxis& best) {
  if (!(start.norm() > 1e-9 * (a.radius + b.radius))) return;
  Vec3 n = start.normalized();
  double separation = separation_along(a, b, n);
  for (int i = 0; i < kNewtonSteps; ++i) {
    const double across_a = across_axis(a, n).norm(), across_b = across_axis(b, n).norm();
    if (!(across_a > 1e-9 && across_b > 1e-9)) break;
    const Vec3 gradient = rim_support(b, -n) - rim_support(a, n);
    const Vec3 e1 = a.axis.cross(n).normalized(), e2 = n.cross(e1);
    const Vec3 tangent_b = b.axis.cross(n).normalized();
    const Vec2 slope(e1.dot(gradient), e2.dot(gradient));
    const Vec2 tb(e1.dot(tangent_b), e2.dot(tangent_b));
    Eigen::Matrix2d curvature = b.radius / across_b * tb * tb.transpose();
    curvature(0, 0) += a.radius / across_a;
    curvature.diagonal().array() += separation;
    const double half_trace = curvature.trace() / 2;
    const double lowest = half_trace - std::hypot((curvature(0, 0) - curvature(1, 1)) / 2, curvature(0, 1));
    const double damping = std::max(0.0, 1e-3 * (a.radius + b.radius) - lowest);
    curvature.diagonal().array() += damping;
    const Vec2 step = curvature.inverse() * slope;
    bool better = false;
    for (double share = 1; share > 1e-4 && !better; share /= 4) {
      const Vec3 moved = (n + share * (step.x() * e1 + step.y() * e2)).normalized();
      const double reached = separation_along(a, b, moved);
      if (!(reached > separation)) continue;
      n = moved;
      separation = reached;
      better = true;
    }
    if (!better) break;
  }
  if (separation > best.separation) best = {AxisKind::kRims, n, separation, -1};
}

// A start beside the normal of a cap, tilted to where the other cylinder's nearest point overhangs it.
Vec3 off_the_cap(const WorldCylinder& a, const WorldCylinder& b, const RoundAxis& cap) {
  if (cap.kind == AxisKind::kCap) {
    return cap.normal + kTilt * radial_direction(a, rim_support(b, -cap.normal) - a.center);
  }
  return cap.normal - kTilt * radial_direction(b, rim_support(a, cap.normal) - b.center);
}

}  // namespace

RoundAxes find_axes(const WorldCylinder& a, const WorldCylinder& b, double margin, double bias) {
  constexpr double kNone = -std::numeric_limits<double>::infinity();
  RoundAxis cap{AxisKind::kCap, Vec3::UnitZ(), kNone, -1};
  RoundAxis other{AxisKind::kSide, Vec3::UnitZ(), kNone, -1};
  RoundAxes axes;
  const Vec3 between = b.center - a.center;
  const Vec3 cap_a = (a.axis.dot(between) < 0 ? -1.0 : 1.0) * a.axis;
  const Vec3 cap_b = (b.axis.dot(between) < 0 ? -1.0 : 1.0) * b.axis;
  keep_better(a, b, AxisKind::kCap, cap_a, cap);
  // b's cap must win clearly, so that noise does not turn flush caps over.
  if (separation_along(a, b, cap_b) > cap.separation + bias) keep_better(a, b, AxisKind::kCapB, cap_b, cap);
  axes.apart = cap.separation > margin + bias;
  if (axes.apart) return axes;
  try_sides(a, b, other);
  axes.apart = other.separation > margin + bias;
  if (axes.apart) return axes;
  climb_rims(a, b, rough_direction(a, b), other);
  const Vec3& best = other.separation > cap.separation ? other.normal : cap.normal;
  climb_rims(a, b, best + kTilt * between.normalized(), other);
  if (cap.separation >= other.separation) climb_rims(a, b, off_the_cap(a, b, cap), other);
  axes.best = other.separation > cap.separation ? other : cap;
  axes.flat = cap.separation >= other.separation - bias ? cap : other;
  axes.apart = axes.best.separation > margin;
  return axes;
}

}  // namespace stiction

// What a cylinder looks like from a point, along a direction, and in projection.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "collision/round/primitives.h"

namespace stiction {

inline Vec3 across_axis(const WorldCylinder& cylinder, const Vec3& v) {
  return v - cylinder.axis.dot(v) * cylinder.axis;
}

// Largest n . (x - center) over the cylinder's points x; n is a unit vector [m].
inline double reach(const WorldCylinder& cylinder, const Vec3& n) {
  return cylinder.half_length * std::abs(cylinder.axis.dot(n)) + cylinder.radius * across_axis(cylinder, n).norm();
}

// The unit vector across the axis nearest to v, or the body's own across direction if v is along the axis.
inline Vec3 radial_direction(const WorldCylinder& cylinder, const Vec3& v) {
  const Vec3 radial = across_axis(cylinder, v);
  const double length = radial.norm();
  return length > 1e-12 * v.norm() ? Vec3(radial / length) : cylinder.across;
}

// A point where n . x is largest: on a rim.
inline Vec3 rim_support(const WorldCylinder& cylinder, const Vec3& n) {
  const double side = cylinder.axis.dot(n) < 0 ? -1 : 1;
  return cylinder.center + side * cylinder.half_length * cylinder.axis +
         cylinder.radius * radial_direction(cylinder, n);
}

// The point of the surface nearest to `query`.
struct CylinderNearest {
  Vec3 normal;      // unit, outward at that point and towards the query (or away from it, inside)
  double distance;  // negative inside [m]
};
inline CylinderNearest nearest_on_cylinder(const WorldCylinder& cylinder, const Vec3& query) {
  const Vec3 from_center = query - cylinder.center;
  const double height = cylinder.axis.dot(from_center);
  const Vec3 cap = (height < 0 ? -1.0 : 1.0) * cylinder.axis;
  const Vec3 radial = radial_direction(cylinder, from_center);
  const double beyond_cap = std::abs(height) - cylinder.half_length;
  const double beyond_side = radial.dot(from_center) - cylinder.radius;
  if (beyond_cap > 0 && beyond_side > 0) {
    const double distance = std::hypot(beyond_cap, beyond_side);
    return {((beyond_cap / distance) * cap + (beyond_side / distance) * radial).normalized(), distance};
  }
  return beyond_cap > beyond_side ? CylinderNearest{cap, beyond_cap} : CylinderNearest{radial, beyond_side};
}

// Outward unit normal of the ellipse (x / rx)^2 + (y / ry)^2 = 1 at its point nearest to (x, y), which may lie inside.
// x > 0, y >= 0, ry >= rx >= 0. The nearest point is (rx^2 x / tau, ry^2 y / (tau + ry^2 - rx^2)) for the root tau of
//   (rx x / tau)^2 + (ry y / (tau + ry^2 - rx^2))^2 = 1,
// convex and falling, so that Newton's method climbs to the root from a tau where one of the terms is 1.
inline Vec2 ellipse_normal(double rx, double ry, double x, double y) {
  const double spread = ry * ry - rx * rx;
  double tau = std::max(rx * x, ry * y - spread);
  for (int i = 0; i < 60 && tau > 0; ++i) {
    const double p = rx * x / tau, q = ry * y / (tau + spread);
    const double excess = p * p + q * q - 1;
    const double slope = 2 * (p * p / tau + q * q / (tau + spread));
    const double step = excess / slope;
    if (!(step > 1e-16 * tau)) break;
    tau += step;
  }
  const Vec2 normal(x * (std::max(tau, 0.0) + spread), y * std::max(tau, 0.0));
  const double length = normal.norm();
  return length > 0 ? Vec2(normal / length) : Vec2(1, 0);
}

// The direction n across `line` (unit) along which the cylinder and a straight line through `point` are separated most
// (or penetrate least): n leads from the cylinder to the line. Seen along the line the cylinder is an ellipse, drawn
// out along the projected axis.
struct LineDirection {
  Vec3 normal;
  double separation;  // [m]
  bool on_side;       // the line touches the cylinder's side, else a rim
};
inline LineDirection direction_to_line(const WorldCylinder& cylinder, const Vec3& point, const Vec3& line) {
  const Vec3 from_center = point - cylinder.center;
  const double along = cylinder.axis.dot(line);
  const Vec3 axis_seen = cylinder.axis - along * line;
  const double seen = axis_seen.norm();
  if (seen < 1e-9) {  // parallel: a disk is seen
    const Vec3 normal = radial_direction(cylinder, from_center);
    return {normal, normal.dot(from_center) - cylinder.radius, true};
  }
  const Vec3 ex = axis_seen / seen;
  const Vec3 ey = line.cross(ex).normalized();
  const double x = ex.dot(from_center), y = ey.dot(from_center);
  const double beyond = std::abs(x) - cylinder.half_length * seen;
  const double sx = x < 0 ? -1 : 1, sy = y < 0 ? -1 : 1;
  const double flat = cylinder.radius * std::min(1.0, std::abs(along));
  if (beyond <= 0 && std::abs(y) - cylinder.radius >= beyond - flat)
    return {sy * ey, std::abs(y) - cylinder.radius, true};
  if (beyond <= 0) return {sx * ex, beyond - flat, false};  // deep inside: out by the end of the axis
  const Vec2 n = ellipse_normal(flat, cylinder.radius, beyond, std::abs(y));
  const double separation = n.x() * beyond + n.y() * std::abs(y) - std::hypot(flat * n.x(), cylinder.radius * n.y());
  return {(n.x() * sx * ex + n.y() * sy * ey).normalized(), separation, false};
}

}  // namespace stiction

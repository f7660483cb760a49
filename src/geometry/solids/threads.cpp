#include "geometry/solids/threads.h"

#include <algorithm>
#include <cmath>

#include "geometry/solids/primitives.h"

namespace stiction {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kSqrt3 = 1.7320508075688772935;
constexpr double kBevel = 1.38;  // of hexagons: where their corners are turned off, at 30 degrees, in radii
constexpr double kSqrtHalf = 0.70710678118654752440;

// The arc tangent of t in [0, 1] from square roots and products only (same bits everywhere): two halvings of the
// angle, then the power series, whose rest is below 1e-17.
double arc_tangent(double t) {
  for (int k = 0; k < 2; ++k) t = t / (1 + std::sqrt(1 + t * t));
  const double square = t * t;
  double sum = 0;
  for (int n = 23; n >= 1; n -= 2) sum = ((n / 2) % 2 == 0 ? 1.0 : -1.0) / n + square * sum;
  return 4 * t * sum;
}

// The angle of (x, y) in turns, in [-1/2, 1/2]; 0 at the origin.
double turns(double x, double y) {
  const double ax = std::abs(x), ay = std::abs(y);
  if (ax == 0 && ay == 0) return 0;
  double angle = ax >= ay ? arc_tangent(ay / ax) : kPi / 2 - arc_tangent(ax / ay);
  if (x < 0) angle = kPi - angle;
  return (y < 0 ? -angle : angle) / (2 * kPi);
}

struct Thread {
  double radius, pitch, offset;  // offset > 0: outside the basic profile [m]
  double minor;                  // radius of the root [m]
  // Slope of the profile's distance function: radial 1, flank sqrt(3) along the axis and its share around it.
  double flank_slope;  // at the root
  double slope;        // wherever the thread, not the core, decides (beyond 0.3 radii)

  Thread(const Solid& solid, double offset_)
      : radius(solid.radius), pitch(solid.pitch), offset(offset_), minor(radius - kThreadDepth * pitch + offset) {
    const auto slope_at = [&](double r) {
      const double lead = pitch / (2 * kPi * r);
      return std::sqrt(1 + 3 * (1 + lead * lead));
    };
    flank_slope = slope_at(radius - kThreadDepth * pitch);
    slope = slope_at(0.3 * radius);
  }

  // Radius of the surface at the angle and height of p [m].
  double surface(const Vec3& p) const {
    const double phase = p.z() / pitch - turns(p.x(), p.y());
    const double from_crest = std::abs(phase - std::round(phase)) * pitch;
    const double flank = radius - kSqrt3 * (from_crest - pitch / 16) + offset * flank_slope;
    return std::clamp(flank, minor, radius + offset);
  }

  // Negative inside the threaded rod. Near the axis, where the angle changes quickly, the core is the smaller one.
  double rod(const Vec3& p) const {
    const double r = Vec2(p.x(), p.y()).norm();
    return std::min(r - minor, (r - surface(p)) / slope);
  }
};

}  // namespace

double bolt_distance(const Solid& bolt, const Vec3& p) {
  const double r = Vec2(p.x(), p.y()).norm(), height = kHeadHeight * bolt.radius;
  const Thread thread(bolt, -bolt.clearance);
  // The thread runs out into a collar at the head: grooves that close at the small angle of the helix would be slits.
  const double beyond = r - thread.radius - thread.offset;
  const double collar = std::max(beyond, (beyond + p.z() - 0.5 * bolt.pitch) * kSqrtHalf);
  const double rod = std::min(thread.rod(p), collar);
  const double shank = std::max(rod, std::max(p.z() - bolt.length, -p.z() - height / 2));
  const double tip = (r - thread.minor + 0.03 * bolt.radius + p.z() - bolt.length) * kSqrtHalf;
  const double prism = hexagonal_prism_distance(p + Vec3(0, 0, height / 2), kHexagonApothem * bolt.radius, height / 2);
  // The corners of the head are turned off below.
  const double bevel = (r - kBevel * bolt.radius - (p.z() + height) * kSqrt3) / 2;
  return std::min(std::max(shank, tip), std::max(prism, bevel));
}

Aabb bolt_bounds(const Solid& bolt, double level) {
  const double flat = kHexagonApothem * bolt.radius + level, corner = flat * 2 / kSqrt3;
  const double shank = bolt.radius + Thread(bolt, -bolt.clearance).slope * level;
  return {Vec3(-std::max(flat, shank), -std::max(corner, shank), -kHeadHeight * bolt.radius - level),
          Vec3(std::max(flat, shank), std::max(corner, shank), bolt.length + level)};
}

double nut_distance(const Solid& nut, const Vec3& p) {
  const double r = Vec2(p.x(), p.y()).norm(), end = std::abs(p.z()) - nut.length / 2;
  const double prism = hexagonal_prism_distance(p, kHexagonApothem * nut.radius, nut.length / 2);
  const double bevel = (r - kBevel * nut.radius + end * kSqrt3) / 2;
  const double hole = -Thread(nut, nut.clearance).rod(p);
  const double countersink = (1.06 * nut.radius + nut.clearance + end - r) * kSqrtHalf;
  return std::max({prism, bevel, hole, countersink});
}

Aabb nut_bounds(const Solid& nut, double level) {
  const double flat = kHexagonApothem * nut.radius + level;
  const Vec3 half(flat, flat * 2 / kSqrt3, nut.length / 2 + level);
  return {-half, half};
}

}  // namespace stiction

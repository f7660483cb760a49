#include "geometry/solids/kinds/threads/thread.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace stiction {
namespace {

constexpr double kPi = std::numbers::pi;

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

}  // namespace

std::vector<SolidField> thread_fields() {
  return {size_field("radius", 0.5), size_field("length", 1), size_field("pitch", 0.1), detail_field("clearance")};
}

std::string thread_complaint(const Solid& solid) {
  const ThreadNumbers n(solid);
  if (n.pitch > kMaxPitch * n.radius) {
    return fmt::format("\"pitch\" is {} m, too coarse for a radius of {} m; at most {} m", n.pitch, n.radius,
                       kMaxPitch * n.radius);
  }
  if (n.clearance > kMaxClearance * n.pitch) {
    return fmt::format("\"clearance\" is {} m, too wide for a pitch of {} m; at most {} m", n.clearance, n.pitch,
                       kMaxClearance * n.pitch);
  }
  return "";
}

Thread::Thread(const ThreadNumbers& numbers, double offset_)
    : radius(numbers.radius), pitch(numbers.pitch), offset(offset_), minor(radius - kThreadDepth * pitch + offset) {
  const auto slope_at = [&](double r) {
    const double lead = pitch / (2 * kPi * r);
    return std::sqrt(1 + 3 * (1 + lead * lead));
  };
  flank_slope = slope_at(radius - kThreadDepth * pitch);
  slope = slope_at(0.3 * radius);
}

double Thread::surface(const Vec3& p) const {
  const double phase = p.z() / pitch - turns(p.x(), p.y());
  const double from_crest = std::abs(phase - std::round(phase)) * pitch;
  const double flank = radius - std::numbers::sqrt3 * (from_crest - pitch / 16) + offset * flank_slope;
  return std::clamp(flank, minor, radius + offset);
}

double Thread::rod(const Vec3& p) const {
  const double r = Vec2(p.x(), p.y()).norm();
  return std::min(r - minor, (r - surface(p)) / slope);
}

}  // namespace stiction

#include "live/grab.h"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

constexpr double kFrequency = 40;         // [rad/s]
constexpr double kMostTurnPerStep = 0.3;  // of h w
constexpr double kTurningDecay = 5;       // [1/s]
constexpr double kForceOverWeight = 30;
constexpr double kEarth = 9.81;       // [m/s^2]
constexpr double kSmoothing = 0.015;  // [s]

}  // namespace

HandCoupling grab_coupling(const Body& body, const Vec3& point, const Vec3& gravity, double step) {
  const double m = body.mass.mass, w = std::min(kFrequency, kMostTurnPerStep / step);
  const double inertia = body.mass.inertia.trace() / 3 + m * (point - body.mass.center).squaredNorm();
  const double g = gravity.norm();
  HandCoupling coupling;
  coupling.stiffness = m * w * w;
  coupling.damping = 2 * m * w;
  coupling.angular_stiffness = 0;
  coupling.angular_damping = kTurningDecay * inertia;
  coupling.max_force = kForceOverWeight * m * (g > 0 ? g : kEarth);
  return coupling;
}

double smoothing_share(double step) {
  return -std::expm1(-step / kSmoothing);
}

Vec3 SmoothTarget::advance(double step, double fastest) {
  Vec3 way = smoothing_share(step) * (wanted_ - present_);
  const double length = way.norm();
  if (length > step * fastest) way *= step * fastest / length;
  present_ += way;
  return way / step;
}

}  // namespace stiction

#include "scenes/gallery/hand_paths.h"

#include <cmath>
#include <numbers>

#include "scenes/gallery/building.h"
#include "scenes/gallery/scatter.h"

namespace stiction {
namespace {

using namespace building;
using Tray = HapticTray;

constexpr double kClearance = 0.002;  // from the tool to the floor when it is low [m]
constexpr double kLow = Tray::kToolZ / 2 + kClearance;
constexpr double kHigh = 0.13;  // above everything [m]

Quat turned(double yaw, double tilt = 0) {
  return Quat(Eigen::AngleAxisd(yaw, Vec3::UnitZ())) * Quat(Eigen::AngleAxisd(tilt, Vec3::UnitX()));
}

// Loops of two incommensurable periods through the whole tray, up and down, turning all the time.
void add_stirring(double from, std::vector<MotionKey>& path) {
  constexpr double kBetween = 0.25;                            // [s]
  constexpr double kPeriodX = 2.9, kPeriodY = 2.1, kUp = 5.3;  // [s]
  constexpr double kReachX = 0.11, kReachY = 0.06;             // [m]
  for (int i = 1; from + i * kBetween <= Tray::kPathEnd; ++i) {
    const double t = i * kBetween, turn = 2 * std::numbers::pi * t;
    const double height = kLow + 0.03 * (1 - std::cos(turn / kUp)) / 2;
    path.push_back({from + t,
                    {Vec3(kReachX * std::sin(turn / kPeriodX), kReachY * std::sin(turn / kPeriodY), height),
                     turned(0.8 * std::sin(turn / 3.7))}});
  }
}

}  // namespace

std::vector<MotionKey> pinch_and_stir() {
  const double touching = Tray::kHalfX - Tray::kBlockX - Tray::kToolX / 2;
  const double near = touching - 0.01, pressed = touching + Tray::kPress;
  std::vector<MotionKey> path;
  const auto go = [&](double time, double x, double z) { path.push_back({time, {Vec3(x, 0, z), Quat::Identity()}}); };
  go(0, near, kLow);
  go(0.3, near, kLow);
  go(0.9, pressed, kLow);
  go(1.1, pressed, kLow);
  go(Tray::kLifted - 0.2, pressed, kLow + Tray::kLift);
  go(Tray::kHeld, pressed, kLow + Tray::kLift);
  go(3.5, pressed, kLow);
  go(3.8, near, kLow);
  go(4.2, near, kHigh);
  go(4.6, 0, kHigh);
  add_stirring(4.6, path);
  return path;
}

std::vector<MotionKey> wander(int seed) {
  constexpr double kBetween = 0.5;  // [s]
  Scatter scatter(static_cast<std::uint64_t>(seed));
  const Vec3 start(Tray::kHalfX - Tray::kBlockX - 0.02, 0, kLow);
  std::vector<MotionKey> path = {{0, {start, Quat::Identity()}}};
  for (int i = 1; i * kBetween <= Tray::kPathEnd; ++i) {
    const double x = scatter.between(-0.8, 0.8) * Tray::kHalfX, y = scatter.between(-0.8, 0.8) * Tray::kHalfY;
    const double z = scatter.between(kLow, kLow + 0.04), yaw = scatter.between(-1.5, 1.5);
    path.push_back({i * kBetween, {Vec3(x, y, z), turned(yaw, scatter.between(-0.3, 0.3))}});
  }
  return path;
}

}  // namespace stiction

// A threaded shank from z = 0 to `length`, with a hexagonal head below.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "geometry/solids/kinds/threads/thread.h"
#include "geometry/solids/primitives.h"

namespace stiction::solid_kinds {
namespace {

using std::numbers::sqrt3;
constexpr double kSqrtHalf = 0.70710678118654752440;

double distance(const Solid& solid, const Vec3& p) {
  const ThreadNumbers bolt(solid);
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
  const double bevel = (r - kHexagonBevel * bolt.radius - (p.z() + height) * sqrt3) / 2;
  return std::min(std::max(shank, tip), std::max(prism, bevel));
}

Aabb bounds(const Solid& solid, double level) {
  const ThreadNumbers bolt(solid);
  const double flat = kHexagonApothem * bolt.radius + level, corner = flat * 2 / sqrt3;
  const double shank = bolt.radius + Thread(bolt, -bolt.clearance).slope * level;
  return {Vec3(-std::max(flat, shank), -std::max(corner, shank), -kHeadHeight * bolt.radius - level),
          Vec3(std::max(flat, shank), std::max(corner, shank), bolt.length + level)};
}

}  // namespace

SolidKind bolt() {
  return {
      .name = "bolt", .fields = thread_fields(), .distance = distance, .bounds = bounds, .complaint = thread_complaint};
}

}  // namespace stiction::solid_kinds

#include <fmt/format.h>

#include <cmath>

#include "base/error.h"
#include "geometry/solids/solid.h"
#include "geometry/solids/threads.h"

namespace stiction {
namespace {

constexpr int kMaxDepth = 32;
constexpr std::size_t kMaxParts = 1000;

std::string title(const Solid& solid, const std::string& place) {
  return fmt::format("{}: {}", place, solid_kind_name(solid.kind));
}

void check_number(const Solid& solid, const std::string& place, const SolidField& field, double value) {
  if (value >= field.min && value <= field.max) return;
  throw InputError(fmt::format("{}: \"{}\" is {}; permitted are {} to {}{}{}", title(solid, place), field.key, value,
                               field.min, field.max, *field.unit ? " " : "", field.unit));
}

void check_fields(const Solid& solid, const std::string& place) {
  for (const SolidField& field : solid_fields(solid.kind)) {
    if (field.number) check_number(solid, place, field, solid.*field.number);
    if (!field.vector) continue;
    for (int axis = 0; axis < 3; ++axis) check_number(solid, place, field, (solid.*field.vector)[axis]);
  }
  const Pose& pose = solid.pose;
  if (!pose.position.allFinite() || !(std::abs(pose.rotation.norm() - 1) < 1e-6)) {
    throw InputError(title(solid, place) + ": position must be finite and rotation a unit quaternion");
  }
}

void check_thread(const Solid& solid, const std::string& place) {
  if (solid.pitch > kMaxPitch * solid.radius) {
    throw InputError(fmt::format("{}: \"pitch\" is {} m, too coarse for a radius of {} m; at most {} m",
                                 title(solid, place), solid.pitch, solid.radius, kMaxPitch * solid.radius));
  }
  if (solid.clearance > kMaxClearance * solid.pitch) {
    throw InputError(fmt::format("{}: \"clearance\" is {} m, too wide for a pitch of {} m; at most {} m",
                                 title(solid, place), solid.clearance, solid.pitch, kMaxClearance * solid.pitch));
  }
}

void check_proportions(const Solid& solid, const std::string& place) {
  if (solid.kind == SolidKind::kBox && 2 * solid.rounding > solid.size.minCoeff()) {
    throw InputError(fmt::format("{}: \"rounding\" is {} m; at most half the smallest size, {} m", title(solid, place),
                                 solid.rounding, solid.size.minCoeff() / 2));
  }
  if (solid.kind == SolidKind::kTorus && solid.thickness >= solid.radius) {
    throw InputError(fmt::format("{}: \"thickness\" is {} m; it must be less than the radius of the ring, {} m",
                                 title(solid, place), solid.thickness, solid.radius));
  }
  if (solid.kind == SolidKind::kBolt || solid.kind == SolidKind::kNut) check_thread(solid, place);
}

void check_part(const Solid& solid, const std::string& place, int depth) {
  if (depth > kMaxDepth) throw InputError(fmt::format("{}: nested more than {} deep", place, kMaxDepth));
  check_fields(solid, place);
  check_proportions(solid, place);
  if (!has_parts(solid.kind)) {
    if (!solid.parts.empty()) throw InputError(title(solid, place) + " has no \"parts\"; use a union");
    return;
  }
  if (solid.parts.empty()) throw InputError(title(solid, place) + " needs \"parts\": a list of at least one solid");
  if (solid.parts.size() > kMaxParts) {
    throw InputError(fmt::format("{} has more than {} parts", title(solid, place), kMaxParts));
  }
  for (std::size_t k = 0; k < solid.parts.size(); ++k) {
    check_part(solid.parts[k], fmt::format("{}.parts[{}]", place, k), depth + 1);
  }
}

}  // namespace

void check_solid(const Solid& solid) {
  check_part(solid, "solid", 0);
}

}  // namespace stiction

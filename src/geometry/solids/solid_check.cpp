#include <fmt/format.h>

#include <cmath>

#include "base/error.h"
#include "geometry/solids/solid_kind.h"

namespace stiction {
namespace {

constexpr int kMaxDepth = 32;
constexpr std::size_t kMaxParts = 1000;

std::string title(const Solid& solid, const std::string& place) {
  return fmt::format("{}: {}", place, solid.kind().name);
}

void check_number(const Solid& solid, const std::string& place, const SolidField& field, double value) {
  if (value >= field.min && value <= field.max) return;
  throw InputError(fmt::format("{}: \"{}\" is {}; permitted are {} to {}{}{}", title(solid, place), field.key, value,
                               field.min, field.max, *field.unit ? " " : "", field.unit));
}

void check_fields(const Solid& solid, const std::string& place) {
  const std::vector<SolidField>& fields = solid.kind().fields;
  for (std::size_t k = 0; k < fields.size(); ++k) {
    const Vec3& value = solid.vector(static_cast<int>(k));
    for (int axis = 0; axis < (fields[k].is_vector ? 3 : 1); ++axis) check_number(solid, place, fields[k], value[axis]);
  }
  const Pose& pose = solid.pose;
  if (!pose.position.allFinite() || !(std::abs(pose.rotation.norm() - 1) < 1e-6)) {
    throw InputError(title(solid, place) + ": position must be finite and rotation a unit quaternion");
  }
}

void check_proportions(const Solid& solid, const std::string& place) {
  if (solid.kind().complaint == nullptr) return;
  const std::string complaint = solid.kind().complaint(solid);
  if (!complaint.empty()) throw InputError(title(solid, place) + ": " + complaint);
}

void check_part(const Solid& solid, const std::string& place, int depth) {
  if (depth > kMaxDepth) throw InputError(fmt::format("{}: nested more than {} deep", place, kMaxDepth));
  check_fields(solid, place);
  check_proportions(solid, place);
  if (!solid.kind().has_parts) {
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

#include "geometry/solids/solid.h"

#include <fmt/format.h>

#include "base/error.h"
#include "geometry/solids/solid_kind.h"

namespace stiction {
namespace {

const SolidKind& known_kind(std::string_view name) {
  if (const SolidKind* kind = find_solid_kind(name)) return *kind;
  std::string known;
  for (const SolidKind& kind : solid_registry()) known += (known.empty() ? "" : ", ") + std::string(kind.name);
  throw InputError(fmt::format("there is no solid \"{}\"; known solids: {}", name, known));
}

Aabb placed(const Pose& pose, const Aabb& box) {
  if (!(box.min.array() <= box.max.array()).all()) return box;  // empty
  Aabb result;
  for (int k = 0; k < 8; ++k) {
    result.include(pose.to_world(
        Vec3((k & 1 ? box.max : box.min).x(), (k & 2 ? box.max : box.min).y(), (k & 4 ? box.max : box.min).z())));
  }
  return result;
}

}  // namespace

Solid::Solid(std::string_view kind) : Solid(known_kind(kind)) {}

Solid::Solid(const SolidKind& kind) : kind_(&kind) {
  for (const SolidField& field : kind.fields) numbers_.push_back(field.initial);
}

int Solid::find(std::string_view key, bool is_vector) const {
  std::string known;
  for (std::size_t k = 0; k < kind_->fields.size(); ++k) {
    const SolidField& field = kind_->fields[k];
    if (field.key == key && field.is_vector == is_vector) return static_cast<int>(k);
    known += fmt::format("{}\"{}\"{}", k == 0 ? "" : ", ", field.key, field.is_vector ? " (three numbers)" : "");
  }
  throw InputError(
      fmt::format("solid: {} has no {} \"{}\"; it has {}", kind_->name, is_vector ? "vector" : "number", key, known));
}

Solid& Solid::set(std::string_view key, double value) {
  numbers_[find(key, false)] = Vec3(value, 0, 0);
  return *this;
}

Solid& Solid::set(std::string_view key, const Vec3& value) {
  numbers_[find(key, true)] = value;
  return *this;
}

double solid_distance(const Solid& solid, const Vec3& point) {
  return solid.kind().distance(solid, solid.pose.to_local(point));
}

Aabb solid_bounds(const Solid& solid, double level) {
  return placed(solid.pose, solid.kind().bounds(solid, level));
}

}  // namespace stiction

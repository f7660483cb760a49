#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <numbers>

#include "library/builder_impl.h"

namespace stiction {
namespace {

// "file" of a shape and of the parts of a compound.
void name_files_from_root(Json& shape) {
  if (!shape.is_object()) return;
  if (shape.contains("file") && shape["file"].is_string()) {
    const std::filesystem::path path = shape["file"].get<std::string>();
    if (!path.empty()) shape["file"] = std::filesystem::absolute(path).relative_path().string();
  }
  if (shape.contains("shapes") && shape["shapes"].is_array()) {
    for (Json& part : shape["shapes"]) name_files_from_root(part);
  }
}

}  // namespace

Json number_json(double value, const char* what) {
  if (!std::isfinite(value)) throw InputError(fmt::format("{} must be finite, got {}", what, value));
  return value;
}

Json vector_json(const Vector3& v, const char* what) {
  return Json::array({number_json(v.x, what), number_json(v.y, what), number_json(v.z, what)});
}

Json rotation_json(const Quaternion& q, const char* what) {
  return {
      {"quaternion", {number_json(q.w, what), number_json(q.x, what), number_json(q.y, what), number_json(q.z, what)}}};
}

Quaternion rotation_about(const Vector3& axis, double degrees) {
  const double length = std::hypot(axis.x, axis.y, axis.z);
  if (!(length > 0) || !std::isfinite(length) || !std::isfinite(degrees)) {
    throw InputError("a rotation needs an axis that is not zero and a finite angle");
  }
  const double half = degrees * std::numbers::pi / 360;
  const double s = std::sin(half) / length;
  return {std::cos(half), s * axis.x, s * axis.y, s * axis.z};
}

void SceneBuilder::Impl::add(const char* key, Json entry) {
  root[key].push_back(std::move(entry));
}

std::string SceneBuilder::Impl::text_for_reader() const {
  Json scene = root;
  for (Json& body : scene["bodies"]) name_files_from_root(body["shape"]);
  if (scene.contains("events")) {
    for (Json& event : scene["events"]) {
      if (event.contains("add")) name_files_from_root(event["add"]["shape"]);
    }
  }
  return scene.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace stiction

#include "scenes/writer/json_values.h"

#include <fmt/format.h>

#include <cmath>

namespace stiction {
namespace {

constexpr std::size_t kLineLength = 120;

std::string on_one_line(const Json& value) {
  if (!value.is_structured() || value.empty()) return value.dump();
  std::string text;
  for (const auto& [key, item] : value.items()) {
    if (!text.empty()) text += ", ";
    if (value.is_object()) text += Json(key).dump() + ": ";
    text += on_one_line(item);
  }
  return value.is_object() ? fmt::format("{{{}}}", text) : fmt::format("[{}]", text);
}

void print(const Json& value, std::size_t indent, std::string& out) {
  const std::string line = on_one_line(value);
  if (!value.is_structured() || line.size() + indent <= kLineLength) {
    out += line;
    return;
  }
  out += value.is_object() ? "{" : "[";
  const char* separator = "\n";
  for (const auto& [key, item] : value.items()) {
    out += separator;
    out.append(indent + 2, ' ');
    if (value.is_object()) out += Json(key).dump() + ": ";
    print(item, indent + 2, out);
    separator = ",\n";
  }
  out += '\n';
  out.append(indent, ' ');
  out += value.is_object() ? '}' : ']';
}

}  // namespace

Json to_json(double value) {
  const bool whole = value == std::floor(value) && std::abs(value) < 1e15 && !(value == 0 && std::signbit(value));
  return whole ? Json(static_cast<std::int64_t>(value)) : Json(value);
}

Json to_json(const Vec3& v) {
  return Json::array({to_json(v.x()), to_json(v.y()), to_json(v.z())});
}

bool is_plain_zero(const Vec3& v) {
  return v.isZero(0) && !std::signbit(v.x()) && !std::signbit(v.y()) && !std::signbit(v.z());
}

Json rotation_to_json(const Quat& q) {
  return {{"quaternion", {to_json(q.w()), to_json(q.x()), to_json(q.y()), to_json(q.z())}}};
}

void write_pose(const Pose& pose, Json& json) {
  if (!is_plain_zero(pose.position)) json["position"] = to_json(pose.position);
  const bool turned = pose.rotation.w() != 1 || !is_plain_zero(pose.rotation.vec());
  if (turned) json["rotation"] = rotation_to_json(pose.rotation);
}

std::string pretty_text(const Json& json) {
  std::string text;
  print(json, 0, text);
  return text + "\n";
}

}  // namespace stiction

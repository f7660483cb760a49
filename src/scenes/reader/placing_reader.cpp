// Directions, rotations, poses and paths.
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "scenes/reader/parts.h"

namespace stiction {
namespace {

double radians(double degrees) {
  return degrees * std::numbers::pi / 180;
}

}  // namespace

Vec3 read_direction(const JsonCursor& cursor, double* length) {
  const Vec3 v = cursor.vector(any_number(""));
  const double norm = v.norm();
  if (!(norm > 1e-9)) cursor.fail("must not be zero: it is a direction");
  // Scaling to unit length and measuring again err by at most 6 half-ulps: what was scaled once is not scaled again.
  const bool is_unit = std::abs(norm - 1) < 1e-15;
  if (length) *length = is_unit ? 1 : norm;
  return is_unit ? v : Vec3(v / norm);
}

Quat read_rotation(const JsonCursor& rotation) {
  if (!rotation.is_object()) rotation.fail(R"(must be an object, such as {"axis": [0, 0, 1], "degrees": 30})");
  rotation.require_keys({"axis", "degrees", "quaternion", "euler_degrees"});
  const bool has_axis = rotation.has("axis") || rotation.has("degrees");
  if (int(has_axis) + int(rotation.has("quaternion")) + int(rotation.has("euler_degrees")) != 1) {
    rotation.fail("give one of: \"axis\" with \"degrees\", \"quaternion\" [w,x,y,z], \"euler_degrees\" [x,y,z]");
  }
  if (has_axis) {
    const Vec3 axis = read_direction(rotation.at("axis"));
    return Quat(Eigen::AngleAxisd(radians(rotation.at("degrees").number(any_number("degrees"))), axis));
  }
  if (rotation.has("euler_degrees")) {
    const Vec3 angle = rotation.at("euler_degrees").vector(any_number("degrees"));
    // About fixed world axes, x first: the last rotation stands leftmost.
    return Quat(Eigen::AngleAxisd(radians(angle.z()), Vec3::UnitZ())) *
           Quat(Eigen::AngleAxisd(radians(angle.y()), Vec3::UnitY())) *
           Quat(Eigen::AngleAxisd(radians(angle.x()), Vec3::UnitX()));
  }
  const JsonCursor cursor = rotation.at("quaternion");
  const std::vector<double> q = cursor.numbers(4, any_number(""));
  const Quat quaternion(q[0], q[1], q[2], q[3]);
  if (!(quaternion.norm() > 1e-9)) cursor.fail("must not be zero");
  // Unit quaternions, and products of a few, keep their bits.
  return std::abs(quaternion.norm() - 1) < 1e-14 ? quaternion : quaternion.normalized();
}

void read_pose(const JsonCursor& object, Pose& pose) {
  object.read_vector("position", pose.position, kCoordinate);
  if (object.has("rotation")) pose.rotation = read_rotation(object.at("rotation"));
}

void require_no_hidden_character(const std::string& text, const JsonCursor& place) {
  const std::string hidden = hidden_character(text);
  if (hidden.empty()) return;
  place.fail(fmt::format("must not contain {}: control characters and marks of direction are not shown", hidden));
}

std::filesystem::path path_below(const JsonCursor& file, const std::filesystem::path& folder) {
  namespace fs = std::filesystem;
  const fs::path relative = file.text();
  if (relative.empty()) file.fail("must name a file");
  require_no_hidden_character(file.text(), file);
  std::error_code error;
  const fs::path root = fs::weakly_canonical(folder.empty() ? fs::path(".") : folder, error);
  fs::path full = fs::weakly_canonical(root / relative, error);
  const fs::path inside = full.lexically_relative(root);
  if (relative.is_absolute() || error || inside.empty() || *inside.begin() == "..") {
    file.fail(
        fmt::format("\"{}\" must be a relative path that stays below the scene file's folder", relative.string()));
  }
  return full;
}

}  // namespace stiction

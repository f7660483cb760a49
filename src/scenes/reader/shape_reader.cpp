// Shapes and rotations.
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "base/error.h"
#include "geometry/mesh/mesh_file.h"
#include "scenes/reader/parts.h"

namespace stiction {
namespace {

const std::vector<std::string> kShapeTypes = {"plane", "box", "sphere", "convex"};
const std::vector<std::string> kLaterShapeTypes = {"capsule", "cylinder", "mesh", "compound"};

double radians(double degrees) {
  return degrees * std::numbers::pi / 180;
}

// Unit vectors keep their bits; others are scaled. `length` receives what was divided by.
Vec3 unit_vector(const JsonCursor& cursor, double* length = nullptr) {
  const Vec3 v = cursor.vector(any_number(""));
  const double norm = v.norm();
  if (!(norm > 1e-9)) cursor.fail("must not be zero: it is a direction");
  const bool is_unit = std::abs(norm - 1) < 4e-16;
  if (length) *length = is_unit ? 1 : norm;
  return is_unit ? v : Vec3(v / norm);
}

Shape read_plane(const JsonCursor& shape) {
  shape.require_keys({"type", "normal", "offset"});
  PlaneShape plane;
  double length = 1;
  if (shape.has("normal")) plane.normal = unit_vector(shape.at("normal"), &length);
  shape.read_number("offset", plane.offset, kCoordinate);
  plane.offset /= length;  // normal . x = offset holds for the normal as it was written
  return plane;
}

// A path in the scene, made absolute; it must stay below the scene's folder.
std::filesystem::path path_below(const JsonCursor& file, const std::filesystem::path& folder) {
  namespace fs = std::filesystem;
  const fs::path relative = file.text();
  if (relative.empty()) file.fail("must name a file");
  std::error_code error;
  const fs::path root = fs::weakly_canonical(folder.empty() ? fs::path(".") : folder, error);
  const fs::path full = fs::weakly_canonical(root / relative, error);
  const fs::path inside = full.lexically_relative(root);
  if (relative.is_absolute() || error || inside.empty() || *inside.begin() == "..") {
    file.fail(
        fmt::format("\"{}\" must be a relative path that stays below the scene file's folder", relative.string()));
  }
  return full;
}

std::vector<Vec3> convex_points(const JsonCursor& shape, const ReaderContext& context) {
  if (shape.has("vertices") == shape.has("file")) shape.fail("give either \"vertices\" or \"file\"");
  if (shape.has("file")) {
    const JsonCursor file = shape.at("file");
    const std::filesystem::path path = path_below(file, context.folder);
    try {
      return read_mesh_points(path);
    } catch (const InputError& error) {
      file.fail(error.what());
    }
  }
  const JsonCursor vertices = shape.at("vertices");
  std::vector<Vec3> points;
  for (std::size_t i = 0; i < vertices.size(); ++i) points.push_back(vertices.item(i).vector(kCoordinate));
  return points;
}

Shape read_convex(const JsonCursor& shape, const ReaderContext& context) {
  shape.require_keys({"type", "vertices", "file"});
  try {
    return make_convex_shape(convex_points(shape, context));
  } catch (const InputError& error) {
    const std::string message = error.what();
    if (message.rfind(shape.origin() + ": ", 0) == 0) throw;  // it already knows its place
    shape.fail(message);
  }
}

}  // namespace

Shape read_shape(const JsonCursor& shape, const ReaderContext& context) {
  const JsonCursor type_cursor = shape.at("type");
  const std::string type = type_cursor.text();
  if (type == "plane") return read_plane(shape);
  if (type == "sphere") {
    shape.require_keys({"type", "radius"});
    return SphereShape{shape.at("radius").number(kLength)};
  }
  if (type == "box") {
    shape.require_keys({"type", "size"});
    return make_box_shape(shape.at("size").vector(kLength));
  }
  if (type == "convex") return read_convex(shape, context);
  for (const std::string& later : kLaterShapeTypes) {
    if (type == later) type_cursor.fail(fmt::format("shape \"{}\" is not supported in this version", type));
  }
  type_cursor.fail(
      fmt::format("unknown shape \"{}\"{} (known: {})", type, did_you_mean(type, kShapeTypes), joined(kShapeTypes)));
}

Quat read_rotation(const JsonCursor& rotation) {
  rotation.require_keys({"axis", "degrees", "quaternion", "euler_degrees"});
  const bool has_axis = rotation.has("axis") || rotation.has("degrees");
  if (int(has_axis) + int(rotation.has("quaternion")) + int(rotation.has("euler_degrees")) != 1) {
    rotation.fail("give one of: \"axis\" with \"degrees\", \"quaternion\" [w,x,y,z], \"euler_degrees\" [x,y,z]");
  }
  if (has_axis) {
    const Vec3 axis = unit_vector(rotation.at("axis"));
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
  // Unit quaternions keep their bits.
  return std::abs(quaternion.norm() - 1) < 1e-15 ? quaternion : quaternion.normalized();
}

}  // namespace stiction

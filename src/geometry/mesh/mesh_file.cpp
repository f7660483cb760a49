#include "geometry/mesh/mesh_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <iterator>

#include "base/error.h"
#include "base/file.h"
#include "base/number_text.h"
#include "geometry/mesh/mesh_formats.h"

namespace stiction {
namespace {

constexpr std::uintmax_t kMaxFileSize = 8ull << 30;  // [bytes]; 20 million triangles as STL text have about 5e9

std::string lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

// A mesh that may have no triangles.
TriangleMesh read_any(const std::filesystem::path& path) {
  const std::string origin = path.string();
  const std::string bytes = read_whole_file(origin, kMaxFileSize, "a mesh file");
  const std::string extension = lower_case(path.extension().string());
  const auto parse = extension == ".obj"   ? parse_obj
                     : extension == ".stl" ? parse_stl
                     : extension == ".ply" ? parse_ply
                                           : nullptr;
  if (!parse) {
    throw InputError(
        fmt::format("{}: unknown kind of mesh file \"{}\"; known are .obj, .stl and .ply", origin, extension));
  }
  if (bytes.empty()) throw InputError(fmt::format("{}: the file is empty", origin));
  TriangleMesh mesh = parse(bytes, origin);
  if (mesh.vertices.empty()) throw InputError(fmt::format("{}: has no vertices", origin));
  return mesh;
}

}  // namespace

TriangleMesh read_mesh_file(const std::filesystem::path& path) {
  TriangleMesh mesh = read_any(path);
  if (mesh.triangles.empty()) throw InputError(fmt::format("{}: has vertices but no faces", path.string()));
  return mesh;
}

std::vector<Vec3> read_mesh_points(const std::filesystem::path& path) {
  return read_any(path).vertices;
}

std::string write_obj(const TriangleMesh& mesh) {
  std::string text;
  const auto out = std::back_inserter(text);
  for (const Vec3& v : mesh.vertices) fmt::format_to(out, "v {} {} {}\n", v.x(), v.y(), v.z());
  for (const auto& t : mesh.triangles) fmt::format_to(out, "f {} {} {}\n", t[0] + 1, t[1] + 1, t[2] + 1);
  return text;
}

void check_triangle_count(std::size_t count, const std::string& place) {
  if (count > kMaxTriangles) {
    throw InputError(fmt::format("{}: more than {} triangles; simplify the mesh", place, kMaxTriangles));
  }
}

void check_vertex_count(std::size_t count, const std::string& place) {
  if (count > kMaxVertices) {
    throw InputError(fmt::format("{}: more than {} vertices; simplify the mesh", place, kMaxVertices));
  }
}

std::string coordinate_fault(double value) {
  if (!std::isfinite(value)) return fmt::format("coordinates must be finite, got {}", value);
  if (std::abs(value) > kMaxCoordinate) {
    return fmt::format("coordinates are metres of at most {:g} m either way, got {}", kMaxCoordinate,
                       number_text(value, std::copysign(kMaxCoordinate, value)));
  }
  return "";
}

}  // namespace stiction

#include "geometry/tetra/tet_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <iterator>

#include "base/error.h"
#include "base/file.h"
#include "geometry/mesh/mesh_formats.h"
#include "geometry/tetra/tet_check.h"
#include "geometry/tetra/tet_formats.h"

namespace stiction {
namespace {

constexpr std::uintmax_t kMaxFileSize = 4ull << 30;  // [bytes]

std::string lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

std::string read_filled(const std::string& origin) {
  std::string bytes = read_whole_file(origin, kMaxFileSize, "a tetrahedral mesh");
  if (bytes.empty()) throw InputError(fmt::format("{}: the file is empty", origin));
  return bytes;
}

TetMesh read_tetgen(const std::filesystem::path& path, const std::string& extension) {
  // The other file has the same name, with its extension in the same case as far as can be told.
  const bool upper = path.extension().string() != extension;
  const auto named = [&](const char* wanted, const char* wanted_upper) {
    return extension == wanted ? path : std::filesystem::path(path).replace_extension(upper ? wanted_upper : wanted);
  };
  const std::string node = named(".node", ".NODE").string(), ele = named(".ele", ".ELE").string();
  const std::string node_text = read_filled(node), ele_text = read_filled(ele);
  return parse_tetgen({node_text, node}, {ele_text, ele});
}

TetMesh read_any(const std::filesystem::path& path) {
  const std::string origin = path.string(), extension = lower_case(path.extension().string());
  if (extension == ".node" || extension == ".ele") return read_tetgen(path, extension);
  if (extension == ".msh") return parse_msh(read_filled(origin), origin);
  if (extension == ".vtk") return parse_vtk(read_filled(origin), origin);
  if (extension == ".obj" || extension == ".stl" || extension == ".ply") {
    throw InputError(fmt::format(
        "{}: {} files have triangles and no tetrahedra; fill the surface (a \"shape\" of \"type\": \"mesh\" with a "
        "\"cell\"), or make a membrane of the body: \"model\": \"points\" with a \"thickness\"",
        origin, extension));
  }
  throw InputError(fmt::format(
      "{}: unknown kind of tetrahedral mesh \"{}\"; known are .msh (Gmsh), .vtk (legacy), .node and .ele (TetGen)",
      origin, extension));
}

}  // namespace

TetFile read_tet_file(const std::filesystem::path& path) {
  TetFile file{read_any(path), {}};
  file.notes = tet_check(file.mesh, path.string());
  return file;
}

TriangleMesh read_msh_triangles(const std::filesystem::path& path) {
  return parse_msh_triangles(read_filled(path.string()), path.string());
}

long long read_integer(TextScanner& scanner, std::string_view what, long long min, long long max, bool anywhere) {
  const std::string_view word = anywhere ? scanner.word_anywhere() : scanner.word();
  if (word.empty()) scanner.fail(fmt::format("{} is missing; is the file cut off?", what));
  long long value = 0;
  if (!parse_number(word, value)) scanner.fail(fmt::format("{} must be a whole number, got {}", what, quoted(word)));
  if (value < min || value > max) scanner.fail(fmt::format("{} is {}; permitted are {} to {}", what, value, min, max));
  return value;
}

Vec3 read_point(TextScanner& scanner) {
  Vec3 point;
  for (int axis = 0; axis < 3; ++axis) point[axis] = scanner.coordinate();
  return point;
}

void next_filled_line(TextScanner& scanner, std::string_view what) {
  while (scanner.next_line()) {
    if (scanner.has_word()) return;
  }
  scanner.fail(fmt::format("the file ends where {} was expected; is it cut off?", what));
}

void NumberedVertices::add(TextScanner& scanner, long long number, const Vec3& vertex) {
  if (!index_.try_emplace(number, static_cast<int>(vertices_.size())).second) {
    scanner.fail(fmt::format("node {} is given twice", number));
  }
  vertices_.push_back(vertex);
  check_vertex_count(vertices_.size(), scanner.place());
}

int NumberedVertices::find(const TextScanner& scanner, long long number) const {
  const auto found = index_.find(number);
  if (found == index_.end()) scanner.fail(fmt::format("names node {}, which the file does not have", number));
  return found->second;
}

}  // namespace stiction

// OBJ: v and f lines make the mesh; normals, texture coordinates, groups and materials are read over.
#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "geometry/mesh/mesh_formats.h"
#include "geometry/mesh/polygons.h"
#include "geometry/mesh/text_scanner.h"

namespace stiction {
namespace {

constexpr std::string_view kReadOver[] = {"vn", "vt", "g", "o", "s", "usemtl", "mtllib"};

class ObjReader {
 public:
  ObjReader(std::string_view text, const std::string& origin)
      : origin_(origin), scanner_(text, origin, {.comment = '#', .continuations = true}) {}

  TriangleMesh read() {
    while (scanner_.next_line()) read_line();
    if (!mesh_.vertices.empty() && largest_index_ > static_cast<long long>(mesh_.vertices.size())) {
      throw InputError(fmt::format("{}: line {}: names vertex {}, but the file has {}; is it cut off?", origin_,
                                   line_of_largest_, largest_index_, mesh_.vertices.size()));
    }
    if (mesh_.vertices.empty()) {
      throw InputError(fmt::format("{}: has no vertices (lines that start with v)", origin_));
    }
    mesh_.triangles = fan_polygons(mesh_.vertices, polygons_);
    return std::move(mesh_);
  }

 private:
  void read_line() {
    const std::string_view keyword = scanner_.word();
    if (keyword == "v") {
      read_vertex();
    } else if (keyword == "f") {
      read_face();
    } else if (!keyword.empty() && std::ranges::find(kReadOver, keyword) == std::end(kReadOver)) {
      scanner_.fail(
          fmt::format("unknown keyword {}; a mesh has v and f (and vn, vt, g, o, s, usemtl, mtllib, which "
                      "are read over); export it as plain polygons",
                      quoted(keyword)));
    }
  }

  // x y z, then a weight, or a colour, or both: 3, 4, 6 or 7 numbers.
  void read_vertex() {
    Vec3 vertex;
    for (int i = 0; i < 3; ++i) vertex[i] = scanner_.coordinate();
    int count = 3;
    for (std::string_view word = scanner_.word(); !word.empty(); word = scanner_.word(), ++count) {
      double ignored = 0;
      if (!parse_number(word, ignored)) scanner_.fail(fmt::format("{} is not a number", quoted(word)));
    }
    if (count == 5 || count > 7) scanner_.fail(fmt::format("\"v\" has {} numbers; x y z are wanted [m]", count));
    mesh_.vertices.push_back(vertex);
    check_vertex_count(mesh_.vertices.size(), scanner_.place());
  }

  void read_face() {
    int size = 0;
    for (std::string_view word = scanner_.word(); !word.empty(); word = scanner_.word(), ++size) {
      polygons_.corners.push_back(read_corner(word));
    }
    if (size < 3) scanner_.fail(fmt::format("a face needs at least three corners, got {}", size));
    polygons_.sizes.push_back(size);
    check_triangle_count(polygons_.corners.size() - 2 * polygons_.sizes.size(), scanner_.place());
  }

  // v, v/vt, v//vn or v/vt/vn; negative numbers count back from the latest vertex.
  int read_corner(std::string_view word) {
    const std::string_view whole = word;
    long long index = 0;
    for (int part = 0; part < 3; ++part) {
      const std::size_t slash = word.find('/');
      const std::string_view text = word.substr(0, slash);
      long long value = 0;
      const bool left_out = text.empty() && part == 1 && slash != std::string_view::npos;
      if (!left_out && (!parse_number(text, value) || value == 0)) bad_corner(whole);
      if (part == 0) index = value;
      if (slash == std::string_view::npos) return vertex_index(index);
      word.remove_prefix(slash + 1);
    }
    bad_corner(whole);
  }

  [[noreturn]] void bad_corner(std::string_view word) const {
    scanner_.fail(fmt::format("{} is no corner of a face; corners look like 3, 3/1, 3//2 or 3/1/2 and count from 1",
                              quoted(word)));
  }

  int vertex_index(long long index) {
    const auto count = static_cast<long long>(mesh_.vertices.size());
    if (index < -count) {
      scanner_.fail(fmt::format("vertex {} counts back before the first: only {} precede this line", index, count));
    }
    if (index > kMaxVertices)
      scanner_.fail(fmt::format("names vertex {}; at most {} are allowed", index, kMaxVertices));
    if (index < 0) return static_cast<int>(count + index);
    if (index > largest_index_) {
      largest_index_ = index;
      line_of_largest_ = scanner_.line();
    }
    return static_cast<int>(index - 1);
  }

  const std::string& origin_;
  TextScanner scanner_;
  TriangleMesh mesh_;
  Polygons polygons_;
  long long largest_index_ = 0;  // of the positive ones, counted from 1: vertices may follow the faces
  int line_of_largest_ = 0;
};

}  // namespace

TriangleMesh parse_obj(std::string_view text, const std::string& origin) {
  return ObjReader(text, origin).read();
}

}  // namespace stiction

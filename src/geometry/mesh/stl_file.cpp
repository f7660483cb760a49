// STL, text and binary. Corners with the same coordinates become one vertex; the normals in the file are not used.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstring>

#include "base/error.h"
#include "geometry/mesh/mesh_formats.h"
#include "geometry/mesh/text_scanner.h"
#include "geometry/mesh/vertex_welder.h"

namespace stiction {
namespace {

constexpr std::size_t kHeaderSize = 84;  // 80 bytes of anything and the number of triangles
constexpr std::size_t kRecordSize = 50;  // normal and three corners (float), two bytes of attributes

bool same_word(std::string_view word, std::string_view keyword) {
  return std::ranges::equal(word, keyword, [](unsigned char a, unsigned char b) { return std::tolower(a) == b; });
}

std::uint32_t stored_count(std::string_view bytes) {
  std::uint32_t count = 0;
  std::memcpy(&count, bytes.data() + kHeaderSize - 4, sizeof count);
  return count;
}

bool has_binary_size(std::string_view bytes) {
  return bytes.size() >= kHeaderSize && bytes.size() == kHeaderSize + kRecordSize * stored_count(bytes);
}

// Text starts with "solid" and has no zero bytes. The header of a binary file may start with "solid" as well, but its
// size then fits its count; in a text the count would be four letters: far beyond the limit.
bool looks_like_text(std::string_view bytes) {
  const std::size_t start = std::min(bytes.find_first_not_of(" \t\r\n"), bytes.size());
  const bool solid = bytes.size() - start >= 5 && same_word(bytes.substr(start, 5), "solid");
  return solid && bytes.substr(0, 2 * kHeaderSize).find('\0') == std::string_view::npos;
}

TriangleMesh parse_binary(std::string_view bytes, const std::string& origin) {
  if (bytes.size() < kHeaderSize) {
    throw InputError(
        fmt::format("{}: {} bytes are neither STL text (it starts with \"solid\") nor binary STL (it has "
                    "at least {} bytes)",
                    origin, bytes.size(), kHeaderSize));
  }
  const std::uint32_t count = stored_count(bytes);
  if (!has_binary_size(bytes)) {
    const std::uint64_t wanted = kHeaderSize + kRecordSize * std::uint64_t{count};
    throw InputError(fmt::format("{}: byte 80 promises {} triangles, that is {} bytes, but the file has {}: it is {}",
                                 origin, count, wanted, bytes.size(),
                                 bytes.size() < wanted ? "cut off" : "damaged, or followed by something else"));
  }
  check_triangle_count(count, origin);
  TriangleMesh mesh;
  mesh.triangles.reserve(count);
  VertexWelder welder;
  for (std::uint32_t t = 0; t < count; ++t) {
    const std::size_t record = kHeaderSize + kRecordSize * t;
    float values[12];
    std::memcpy(values, bytes.data() + record, sizeof values);
    std::array<int, 3> triangle{};
    for (int corner = 0; corner < 3; ++corner) {
      const float* xyz = values + 3 + 3 * corner;
      const Vec3 point(xyz[0], xyz[1], xyz[2]);
      for (const double x : point) {
        const std::string fault = coordinate_fault(x);
        if (!fault.empty())
          throw InputError(fmt::format("{}: byte {} (triangle {}): {}", origin, record, t + 1, fault));
      }
      triangle[corner] = welder.add(point);
    }
    mesh.triangles.push_back(triangle);
  }
  mesh.vertices = welder.take_points();
  return mesh;
}

class StlTextReader {
 public:
  StlTextReader(std::string_view text, const std::string& origin) : scanner_(text, origin, {}) {}

  // One solid after the other.
  TriangleMesh read() {
    for (std::string_view word = scanner_.word_anywhere(); !word.empty(); word = scanner_.word_anywhere()) {
      if (!same_word(word, "solid")) scanner_.fail(fmt::format("expected \"solid\", got {}", quoted(word)));
      scanner_.rest_of_line();
      read_solid();
    }
    mesh_.vertices = welder_.take_points();
    return std::move(mesh_);
  }

 private:
  void read_solid() {
    for (;;) {
      const std::string_view word = next("\"facet\" or \"endsolid\"");
      if (same_word(word, "endsolid")) {
        scanner_.rest_of_line();
        return;
      }
      if (!same_word(word, "facet")) {
        scanner_.fail(fmt::format("expected \"facet\" or \"endsolid\", got {}", quoted(word)));
      }
      read_facet();
    }
  }

  void read_facet() {
    expect("normal");
    for (int i = 0; i < 3; ++i) next("the normal");  // not used, and often not a number for thin triangles
    expect("outer");
    expect("loop");
    std::array<int, 3> triangle{};
    for (int& corner : triangle) {
      expect("vertex");
      Vec3 point;
      for (int i = 0; i < 3; ++i) point[i] = coordinate();
      corner = welder_.add(point);
    }
    const std::string_view end = next("\"endloop\"");
    if (same_word(end, "vertex")) scanner_.fail("a facet has more than three vertices; STL knows triangles only");
    if (!same_word(end, "endloop")) scanner_.fail(fmt::format("expected \"endloop\", got {}", quoted(end)));
    expect("endfacet");
    mesh_.triangles.push_back(triangle);
    check_triangle_count(mesh_.triangles.size(), scanner_.place());
  }

  double coordinate() {
    const std::string_view word = next("a coordinate");
    double value = 0;
    if (!parse_number(word, value)) {
      scanner_.fail(fmt::format("a coordinate must be a number, got {}", quoted(word)));
    }
    const std::string fault = coordinate_fault(value);
    if (!fault.empty()) scanner_.fail(fault);
    return value;
  }

  void expect(std::string_view keyword) {
    const std::string_view word = next(fmt::format("\"{}\"", keyword));
    if (!same_word(word, keyword)) scanner_.fail(fmt::format("expected \"{}\", got {}", keyword, quoted(word)));
  }

  std::string_view next(std::string_view expected) {
    const std::string_view word = scanner_.word_anywhere();
    if (word.empty()) scanner_.fail(fmt::format("the file ends where {} should follow: it is cut off", expected));
    return word;
  }

  TextScanner scanner_;
  VertexWelder welder_;
  TriangleMesh mesh_;
};

}  // namespace

TriangleMesh parse_stl(std::string_view bytes, const std::string& origin) {
  if (!has_binary_size(bytes) && looks_like_text(bytes)) return StlTextReader(bytes, origin).read();
  return parse_binary(bytes, origin);
}

}  // namespace stiction

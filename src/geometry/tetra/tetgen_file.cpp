// TetGen's pair of files: .node has the points, .ele the tetrahedra. Numbers count from 0 or 1, as the first point
// says.
#include <fmt/format.h>

#include "base/error.h"
#include "geometry/mesh/mesh_formats.h"
#include "geometry/tetra/tet_formats.h"

namespace stiction {
namespace {

constexpr TextScanner::Rules kRules = {.comment = '#'};

void skip_numbers(TextScanner& scanner, long long count, std::string_view what) {
  for (long long k = 0; k < count; ++k) scanner.number(what);
}

// Only comments and blank lines may follow.
void require_end_of_text(TextScanner& scanner) {
  do {
    scanner.require_end_of_line();
  } while (scanner.next_line());
}

// Returns the number of the first point, 0 or 1.
int read_nodes(const NamedText& file, std::vector<Vec3>& vertices) {
  TextScanner scanner(file.text, file.origin, kRules);
  next_filled_line(scanner, "the number of points");
  const long long count = read_integer(scanner, "the number of points", 1, kMaxVertices);
  read_integer(scanner, "the dimension", 3, 3);
  const long long attributes = scanner.has_word() ? read_integer(scanner, "the number of attributes", 0, 1000) : 0;
  const long long markers = scanner.has_word() ? read_integer(scanner, "the number of markers", 0, 1) : 0;
  int first = 0;
  for (long long i = 0; i < count; ++i) {
    scanner.require_end_of_line();
    next_filled_line(scanner, "a point");
    const long long number =
        read_integer(scanner, "the number of a point", i == 0 ? 0 : first + i, i == 0 ? 1 : first + i);
    if (i == 0) first = static_cast<int>(number);
    vertices.push_back(read_point(scanner));
    skip_numbers(scanner, attributes, "an attribute");
    skip_numbers(scanner, markers, "a boundary marker");
  }
  require_end_of_text(scanner);
  return first;
}

void read_elements(const NamedText& file, int first, TetMesh& mesh) {
  TextScanner scanner(file.text, file.origin, kRules);
  next_filled_line(scanner, "the number of tetrahedra");
  const long long count = read_integer(scanner, "the number of tetrahedra", 0, kMaxTets);
  const long long corners = scanner.has_word() ? read_integer(scanner, "the nodes per tetrahedron", 4, 10) : 4;
  if (corners != 4 && corners != 10) scanner.fail(fmt::format("{} nodes per tetrahedron; 4 or 10 are known", corners));
  const long long attributes = scanner.has_word() ? read_integer(scanner, "the number of attributes", 0, 1000) : 0;
  const auto last = first + static_cast<long long>(mesh.vertices.size()) - 1;
  for (long long i = 0; i < count; ++i) {
    scanner.require_end_of_line();
    next_filled_line(scanner, "a tetrahedron");
    read_integer(scanner, "the number of a tetrahedron", first + i, first + i);
    std::array<int, 4> tet{};
    for (int& v : tet) v = static_cast<int>(read_integer(scanner, "a corner", first, last)) - first;
    for (long long k = 4; k < corners; ++k) read_integer(scanner, "a node on an edge", first, last);
    skip_numbers(scanner, attributes, "an attribute");
    mesh.tets.push_back(tet);
  }
  require_end_of_text(scanner);
}

}  // namespace

TetMesh parse_tetgen(const NamedText& node, const NamedText& ele) {
  TetMesh mesh;
  const int first = read_nodes(node, mesh.vertices);
  read_elements(ele, first, mesh);
  return mesh;
}

}  // namespace stiction

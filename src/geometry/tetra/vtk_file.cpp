// Legacy VTK, text: an unstructured grid with cells as counted lists (up to version 4) or as offsets and connectivity
// (from 5). Data of points and cells is read over.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/error.h"
#include "geometry/mesh/mesh_formats.h"
#include "geometry/tetra/tet_formats.h"

namespace stiction {
namespace {

constexpr int kTetra = 10, kQuadraticTetra = 24;
// Vertices, lines, triangles, strips, polygons, pixels, quads, and those of second order: no volume.
constexpr int kReadOver[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 21, 22, 23, 28, 30, 32, 34, 35, 36};
constexpr long long kMaxNumbers = 40 * kMaxTets;

std::string type_name(long long type) {
  const char* name = type == 11 || type == 12 ? " (hexahedron)"
                     : type == 13             ? " (wedge)"
                     : type == 14             ? " (pyramid)"
                                              : "";
  return fmt::format("{}{}", type, name);
}

class VtkReader {
 public:
  VtkReader(std::string_view text, const std::string& origin) : origin_(origin), scanner_(text, origin, {}) {}

  TetMesh read() {
    read_header();
    for (std::string_view word = scanner_.word_anywhere(); !word.empty(); word = scanner_.word_anywhere()) {
      if (word == "CELL_DATA" || word == "POINT_DATA") break;  // what follows is not looked at
      read_section(word);
    }
    if (!has_points_) missing("POINTS");
    if (!has_cells_) missing("CELLS");
    if (!has_types_) missing("CELL_TYPES");
    collect_tets();
    return std::move(mesh_);
  }

 private:
  [[noreturn]] void missing(const char* section) const {
    throw InputError(fmt::format("{}: has no {} section; is it cut off?", origin_, section));
  }

  void read_header() {
    if (!scanner_.next_line() || !scanner_.rest_of_line().starts_with("# vtk DataFile")) {
      scanner_.fail("a legacy .vtk file begins with \"# vtk DataFile Version\"; XML files (.vtu) are not read");
    }
    if (scanner_.next_line()) scanner_.rest_of_line();  // the title
    next_filled_line(scanner_, "ASCII");
    const std::string_view coding = scanner_.word();
    if (coding == "BINARY") scanner_.fail("the file is binary; save it as text (ASCII)");
    if (coding != "ASCII") scanner_.fail(fmt::format("expected ASCII, got {}", quoted(coding)));
    scanner_.require_end_of_line();
    if (scanner_.word_anywhere() != "DATASET" || scanner_.word() != "UNSTRUCTURED_GRID") {
      scanner_.fail("expected \"DATASET UNSTRUCTURED_GRID\"; other kinds of data have no tetrahedra");
    }
  }

  void read_section(std::string_view name) {
    if (name == "POINTS") {
      read_points();
    } else if (name == "CELLS") {
      read_cells();
    } else if (name == "CELL_TYPES") {
      read_types();
    } else if (name == "METADATA") {  // to the next blank line
      while (scanner_.next_line() && scanner_.has_word()) {
      }
    } else if (name == "FIELD") {
      skip_field();
    } else {
      scanner_.fail(fmt::format("expected POINTS, CELLS or CELL_TYPES, got {}", quoted(name)));
    }
  }

  void once(bool& seen, const char* name) const {
    if (seen) scanner_.fail(fmt::format("a second {} section; a grid has one", name));
    seen = true;
  }

  void read_points() {
    once(has_points_, "POINTS");
    const long long count = read_integer(scanner_, "the number of points", 1, kMaxVertices);
    if (scanner_.word().empty()) scanner_.fail("the type of the points is missing (float, double)");
    for (long long i = 0; i < count; ++i) {
      Vec3 point;
      for (int axis = 0; axis < 3; ++axis) point[axis] = number();
      mesh_.vertices.push_back(point);
    }
  }
  // A coordinate from this or a later line.
  double number() {
    const std::string_view word = scanner_.word_anywhere();
    if (word.empty()) scanner_.fail("a coordinate is missing; is the file cut off?");
    double value = 0;
    if (!parse_number(word, value)) scanner_.fail(fmt::format("a coordinate must be a number, got {}", quoted(word)));
    if (const std::string fault = coordinate_fault(value); !fault.empty()) scanner_.fail(fault);
    return value;
  }

  void read_cells() {
    once(has_cells_, "CELLS");
    const long long first = read_integer(scanner_, "the number of cells", 0, kMaxNumbers);
    const long long second = read_integer(scanner_, "the size of the cells", 0, kMaxNumbers);
    scanner_.require_end_of_line();
    if (!scanner_.next_line()) scanner_.fail("the cells are missing; is the file cut off?");
    if (starts_with_offsets()) {
      read_offsets(first, second);
    } else {
      read_lists(first, second);
    }
  }

  // At the beginning of a line; blank lines are passed.
  bool starts_with_offsets() {
    pending_ = scanner_.word_anywhere();
    return pending_ == "OFFSETS";
  }

  // Each cell: how many corners, then the corners.
  void read_lists(long long cells, long long size) {
    long long left = size;
    begin_ = {0};
    for (long long c = 0; c < cells; ++c) {
      const long long corners = next_integer("the number of corners of a cell", 0, std::max(left - 1, 0LL));
      left -= corners + 1;
      for (long long k = 0; k < corners; ++k) corners_.push_back(next_integer("a corner of a cell", 0, kMaxVertices));
      begin_.push_back(static_cast<long long>(corners_.size()));
    }
    if (left != 0) scanner_.fail(fmt::format("the cells have {} numbers; {} were announced", size - left, size));
    if (!pending_.empty()) scanner_.fail(fmt::format("there are no cells, but {} follows", quoted(pending_)));
  }

  void read_offsets(long long offsets, long long size) {
    pending_ = {};
    if (scanner_.word().empty()) scanner_.fail("the type of the offsets is missing (vtktypeint64)");
    for (long long i = 0; i < offsets; ++i) {
      const long long least = begin_.empty() ? 0 : begin_.back();
      begin_.push_back(read_integer(scanner_, "an offset", least, begin_.empty() ? 0 : size, true));
    }
    if (scanner_.word_anywhere() != "CONNECTIVITY" || scanner_.word().empty()) {
      scanner_.fail("expected \"CONNECTIVITY vtktypeint64\" after the offsets");
    }
    for (long long i = 0; i < size; ++i) {
      corners_.push_back(read_integer(scanner_, "a corner of a cell", 0, kMaxVertices, true));
    }
    if (begin_.empty() || begin_.back() != size) scanner_.fail("the last offset is not the number of corners");
  }

  long long next_integer(std::string_view what, long long min, long long max) {
    if (pending_.empty()) return read_integer(scanner_, what, min, max, true);
    const std::string_view word = std::exchange(pending_, {});
    long long value = 0;
    if (!parse_number(word, value) || value < min || value > max) {
      scanner_.fail(fmt::format("{} must be a whole number from {} to {}, got {}", what, min, max, quoted(word)));
    }
    return value;
  }

  void read_types() {
    once(has_types_, "CELL_TYPES");
    const long long count = read_integer(scanner_, "the number of cell types", 0, kMaxNumbers);
    for (long long c = 0; c < count; ++c) {
      const long long type = read_integer(scanner_, "a cell type", 0, 1000, true);
      const bool is_tet = type == kTetra || type == kQuadraticTetra;
      if (!is_tet && std::find(std::begin(kReadOver), std::end(kReadOver), type) == std::end(kReadOver)) {
        scanner_.fail(fmt::format("cell type {} is not a tetrahedron (10, 24); mesh the volume with tetrahedra only",
                                  type_name(type)));
      }
      types_.push_back(static_cast<int>(type));
    }
  }

  void skip_field() {
    scanner_.word();  // its name
    const long long arrays = read_integer(scanner_, "the number of arrays of a field", 0, 1000);
    for (long long a = 0; a < arrays; ++a) {
      scanner_.word_anywhere();  // its name
      const long long components = read_integer(scanner_, "the number of components", 0, 10000);
      const long long tuples = read_integer(scanner_, "the number of tuples", 0, kMaxNumbers);
      scanner_.word();  // its type
      for (long long i = 0; i < components * tuples; ++i) {
        if (scanner_.word_anywhere().empty()) scanner_.fail("a field ends early; is the file cut off?");
      }
    }
  }

  void collect_tets() {
    const std::size_t cells = begin_.size() - 1;
    const auto fail = [&](const std::string& message) { throw InputError(fmt::format("{}: {}", origin_, message)); };
    if (types_.size() != cells) fail(fmt::format("has {} cells but {} cell types", cells, types_.size()));
    for (std::size_t c = 0; c < cells; ++c) {
      if (types_[c] != kTetra && types_[c] != kQuadraticTetra) continue;
      const long long corners = begin_[c + 1] - begin_[c], wanted = types_[c] == kTetra ? 4 : 10;
      if (corners != wanted) fail(fmt::format("cell {} is a tetrahedron with {} corners, not {}", c, corners, wanted));
      std::array<int, 4> tet{};
      for (int k = 0; k < 4; ++k) {
        const long long v = corners_[begin_[c] + k];
        if (v >= static_cast<long long>(mesh_.vertices.size())) {
          fail(fmt::format("cell {} names point {}; there are 0 to {}", c, v, mesh_.vertices.size() - 1));
        }
        tet[k] = static_cast<int>(v);
      }
      mesh_.tets.push_back(tet);
    }
  }

  const std::string& origin_;
  TextScanner scanner_;
  TetMesh mesh_;
  std::string_view pending_;  // a word that was looked at too early
  std::vector<long long> begin_, corners_;
  std::vector<int> types_;
  bool has_points_ = false, has_cells_ = false, has_types_ = false;
};

}  // namespace

TetMesh parse_vtk(std::string_view text, const std::string& origin) {
  return VtkReader(text, origin).read();
}

}  // namespace stiction

// Gmsh's .msh, versions 2.2 and 4.1, text: the sections $Nodes and $Elements make the mesh, others are read over.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/error.h"
#include "geometry/mesh/mesh_formats.h"
#include "geometry/tetra/tet_file.h"
#include "geometry/tetra/tet_formats.h"

namespace stiction {
namespace {

constexpr long long kAnyTag = 1'000'000'000'000'000;
constexpr int kTet4 = 4, kTet10 = 11, kTriangle3 = 2, kTriangle6 = 9;
// Points, lines, triangles and quadrangles of any order: no volume.
constexpr int kReadOver[] = {1, 2, 3, 8, 9, 10, 15, 16, 20, 21, 22, 23, 24, 25, 26, 27, 28};

std::string type_name(long long type) {
  const char* name = type == 5    ? " (hexahedron)"
                     : type == 6  ? " (prism)"
                     : type == 7  ? " (pyramid)"
                     : type == 29 ? " (tetrahedron of third order)"
                                  : "";
  return fmt::format("{}{}", type, name);
}

class MshReader {
 public:
  MshReader(std::string_view text, const std::string& origin, bool keep_triangles)
      : origin_(origin), keep_triangles_(keep_triangles), scanner_(text, origin, {}), numbered_(mesh_.vertices) {}

  TetMesh read_tets() {
    read();
    if (mesh_.tets.empty() && triangle_count_ > 0) {
      throw InputError(fmt::format(
          "{}: has {} triangles and no tetrahedra; mesh the volume too (gmsh -3), or make a membrane of the body: "
          "\"model\": \"points\" with a \"thickness\"",
          origin_, triangle_count_));
    }
    return std::move(mesh_);
  }
  TriangleMesh read_triangles() {
    read();
    if (!mesh_.tets.empty()) {
      throw InputError(fmt::format(
          "{}: has {} tetrahedra; a membrane is made of triangles alone: leave \"thickness\" out for a solid, or save "
          "the surface mesh (gmsh -2)",
          origin_, mesh_.tets.size()));
    }
    if (triangles_.empty()) throw InputError(fmt::format("{}: has no triangles", origin_));
    return used_vertices_only();
  }

 private:
  void read() {
    read_format();
    while (next_section()) {
      if (section_ == "$Nodes") {
        if (std::exchange(has_nodes_, true)) scanner_.fail("a second $Nodes section; a mesh has one");
        is_version_4_ ? read_nodes_4() : read_nodes_2();
        require_end();
      } else if (section_ == "$Elements") {
        if (!has_nodes_) scanner_.fail("$Elements comes before $Nodes");
        if (std::exchange(has_elements_, true)) scanner_.fail("a second $Elements section; a mesh has one");
        is_version_4_ ? read_elements_4() : read_elements_2();
        require_end();
      } else {
        skip_section();
      }
    }
    if (!has_nodes_) throw InputError(fmt::format("{}: has no $Nodes section; is it cut off?", origin_));
    if (!has_elements_) throw InputError(fmt::format("{}: has no $Elements section; is it cut off?", origin_));
  }

  // Without nodes of points and of edges' middles.
  TriangleMesh used_vertices_only() const {
    TriangleMesh sheet;
    std::vector<int> number(mesh_.vertices.size(), -1);
    for (std::array<int, 3> triangle : triangles_) {
      for (int& v : triangle) {
        if (number[v] < 0) {
          number[v] = static_cast<int>(sheet.vertices.size());
          sheet.vertices.push_back(mesh_.vertices[v]);
        }
        v = number[v];
      }
      sheet.triangles.push_back(triangle);
    }
    return sheet;
  }

  void read_format() {
    next_filled_line(scanner_, "$MeshFormat");
    if (scanner_.word() != "$MeshFormat") scanner_.fail("a .msh file begins with $MeshFormat; is it Gmsh's?");
    section_ = "$MeshFormat";
    next_filled_line(scanner_, "the version");
    const std::string_view version = scanner_.word();
    is_version_4_ = version == "4.1";
    if (!is_version_4_ && version != "2.2" && version != "2.1" && version != "2") {
      scanner_.fail(fmt::format("version {} is not known; save it as version 4.1 or 2.2", quoted(version)));
    }
    if (read_integer(scanner_, "the file type", 0, 1) == 1) {
      scanner_.fail("the file is binary; save it as text (gmsh -bin 0, or Mesh.Binary = 0)");
    }
    read_integer(scanner_, "the size of numbers", 1, 16);
    require_end();
  }

  bool next_section() {
    while (scanner_.next_line()) {
      const std::string_view word = scanner_.word();
      if (word.empty()) continue;
      if (word[0] != '$' || word.starts_with("$End")) {
        scanner_.fail(fmt::format("expected a section ($Nodes, $Elements, ...), got {}", quoted(word)));
      }
      section_ = word;
      return true;
    }
    return false;
  }

  std::string end_mark() const { return "$End" + section_.substr(1); }
  void require_end() {
    scanner_.require_end_of_line();
    next_filled_line(scanner_, end_mark());
    const std::string_view word = scanner_.word();
    if (word != end_mark()) scanner_.fail(fmt::format("expected {}, got {}", end_mark(), quoted(word)));
  }
  void skip_section() {
    const std::string end = end_mark();
    while (scanner_.next_line()) {
      if (scanner_.word() == end) return;
    }
    scanner_.fail(fmt::format("the file ends before {}; is it cut off?", end));
  }

  void next_record(std::string_view what) {
    scanner_.require_end_of_line();
    next_filled_line(scanner_, what);
  }

  void read_nodes_2() {
    next_filled_line(scanner_, "the number of nodes");
    const long long count = read_integer(scanner_, "the number of nodes", 1, kMaxVertices);
    for (long long i = 0; i < count; ++i) {
      next_record("a node");
      const long long tag = read_integer(scanner_, "the number of a node", 1, kAnyTag);
      numbered_.add(scanner_, tag, read_point(scanner_));
    }
  }

  void read_elements_2() {
    next_filled_line(scanner_, "the number of elements");
    const long long count = read_integer(scanner_, "the number of elements", 0, 10 * kMaxTets);
    for (long long i = 0; i < count; ++i) {
      next_record("an element");
      read_integer(scanner_, "the number of an element", 1, kAnyTag);
      const long long type = read_integer(scanner_, "the type of an element", 1, 1000);
      const long long tags = read_integer(scanner_, "the number of tags", 0, 1000);
      for (long long k = 0; k < tags; ++k) read_integer(scanner_, "a tag", -kAnyTag, kAnyTag);
      read_element(type);
    }
  }

  // Blocks of nodes: first their numbers, one a line, then as many lines of coordinates.
  void read_nodes_4() {
    next_filled_line(scanner_, "the number of blocks");
    const long long blocks = read_integer(scanner_, "the number of blocks", 1, kMaxVertices);
    const long long count = read_integer(scanner_, "the number of nodes", 1, kMaxVertices);
    for (int k = 0; k < 2; ++k) read_integer(scanner_, "the range of node numbers", 0, kAnyTag);
    long long total = 0;
    for (long long b = 0; b < blocks; ++b) {
      next_record("a block of nodes");
      const long long dimension = read_integer(scanner_, "the dimension of a block", 0, 3);
      read_integer(scanner_, "the tag of a block", -kAnyTag, kAnyTag);
      const bool parametric = read_integer(scanner_, "whether a block has parameters", 0, 1) == 1;
      const long long size = read_integer(scanner_, "the number of nodes in a block", 0, count - total);
      total += size;
      tags_.clear();
      for (long long i = 0; i < size; ++i) {
        next_record("the number of a node");
        tags_.push_back(read_integer(scanner_, "the number of a node", 1, kAnyTag));
      }
      for (const long long tag : tags_) {
        next_record("the coordinates of a node");
        numbered_.add(scanner_, tag, read_point(scanner_));
        for (long long k = 0; parametric && k < dimension; ++k) scanner_.number("a parameter of a node");
      }
    }
    if (total != count)
      scanner_.fail(fmt::format("the blocks have {} nodes together; {} were announced", total, count));
  }

  void read_elements_4() {
    next_filled_line(scanner_, "the number of blocks");
    const long long blocks = read_integer(scanner_, "the number of blocks", 0, 10 * kMaxTets);
    const long long count = read_integer(scanner_, "the number of elements", 0, 10 * kMaxTets);
    for (int k = 0; k < 2; ++k) read_integer(scanner_, "the range of element numbers", 0, kAnyTag);
    long long total = 0;
    for (long long b = 0; b < blocks; ++b) {
      next_record("a block of elements");
      read_integer(scanner_, "the dimension of a block", 0, 3);
      read_integer(scanner_, "the tag of a block", -kAnyTag, kAnyTag);
      const long long type = read_integer(scanner_, "the type of a block's elements", 1, 1000);
      const long long size = read_integer(scanner_, "the number of elements in a block", 0, count - total);
      total += size;
      for (long long i = 0; i < size; ++i) {
        next_record("an element");
        read_integer(scanner_, "the number of an element", 1, kAnyTag);
        read_element(type);
      }
    }
    if (total != count) {
      scanner_.fail(fmt::format("the blocks have {} elements together; {} were announced", total, count));
    }
  }

  // What follows an element's type and tags in its line.
  void read_element(long long type) {
    if (type == kTriangle3 || type == kTriangle6) {
      ++triangle_count_;
      if (keep_triangles_) return read_triangle(type);
    }
    if (type != kTet4 && type != kTet10) {
      if (std::find(std::begin(kReadOver), std::end(kReadOver), type) == std::end(kReadOver)) {
        scanner_.fail(
            fmt::format("element type {} is not a tetrahedron of first or second order (4, 11); mesh the "
                        "volume with tetrahedra only",
                        type_name(type)));
      }
      while (!scanner_.word().empty()) {
      }
      return;
    }
    std::array<int, 4> tet{};
    for (int& v : tet) v = read_corner();
    for (int k = 4; type == kTet10 && k < 10; ++k) read_corner();
    mesh_.tets.push_back(tet);
    if (static_cast<long long>(mesh_.tets.size()) > kMaxTets) {
      scanner_.fail(fmt::format("more than {} tetrahedra; use a coarser mesh", kMaxTets));
    }
  }

  void read_triangle(long long type) {
    auto& triangle = triangles_.emplace_back();
    for (int& v : triangle) v = read_corner();
    for (int k = 3; type == kTriangle6 && k < 6; ++k) read_corner();
    check_triangle_count(triangles_.size(), scanner_.place());
  }

  int read_corner() { return numbered_.find(scanner_, read_integer(scanner_, "a node of an element", 1, kAnyTag)); }

  const std::string& origin_;
  bool keep_triangles_;
  TextScanner scanner_;
  TetMesh mesh_;
  std::vector<std::array<int, 3>> triangles_;
  long long triangle_count_ = 0;
  NumberedVertices numbered_;
  std::string section_;
  std::vector<long long> tags_;
  bool is_version_4_ = false, has_nodes_ = false, has_elements_ = false;
};

}  // namespace

TetMesh parse_msh(std::string_view text, const std::string& origin) {
  return MshReader(text, origin, false).read_tets();
}

TriangleMesh parse_msh_triangles(std::string_view text, const std::string& origin) {
  return MshReader(text, origin, true).read_triangles();
}

std::string write_msh(const TetMesh& mesh) {
  std::string text;
  const auto out = std::back_inserter(text);
  fmt::format_to(out, "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n{}\n", mesh.vertices.size());
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
    const Vec3& p = mesh.vertices[v];
    fmt::format_to(out, "{} {} {} {}\n", v + 1, p.x(), p.y(), p.z());
  }
  fmt::format_to(out, "$EndNodes\n$Elements\n{}\n", mesh.tets.size());
  for (std::size_t t = 0; t < mesh.tets.size(); ++t) {  // two tags, as Gmsh asks for: physical and elementary entity
    const auto& [a, b, c, d] = mesh.tets[t];
    fmt::format_to(out, "{} {} 2 1 1 {} {} {} {}\n", t + 1, kTet4, a + 1, b + 1, c + 1, d + 1);
  }
  text += "$EndElements\n";
  return text;
}

}  // namespace stiction

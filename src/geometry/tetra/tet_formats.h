// The parsers behind read_tet_file, one per format. Internal to this folder.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "geometry/mesh/text_scanner.h"
#include "geometry/mesh/triangle_mesh.h"
#include "geometry/tetra/tet_mesh.h"

namespace stiction {

constexpr long long kMaxTets = 20'000'000;

// The bytes of a file to a mesh with finite vertices and valid corners; `origin` names the file in errors. Whether the
// mesh makes sense is for tet_check. All throw InputError.
TetMesh parse_msh(std::string_view text, const std::string& origin);
// The triangles of a .msh file, which has no tetrahedra; vertices that none of them uses are left out.
TriangleMesh parse_msh_triangles(std::string_view text, const std::string& origin);
TetMesh parse_vtk(std::string_view text, const std::string& origin);
struct NamedText {
  std::string_view text;
  const std::string& origin;
};
TetMesh parse_tetgen(const NamedText& node, const NamedText& ele);

// The next word of this line, or with `anywhere` of a later one, as a whole number in a range; `what` names it in
// errors ("the number of nodes").
long long read_integer(TextScanner& scanner, std::string_view what, long long min, long long max,
                       bool anywhere = false);
Vec3 read_point(TextScanner& scanner);  // three coordinates of this line [m]
// Goes to the next line that has words; fails at the end of the text, where `what` was wanted.
void next_filled_line(TextScanner& scanner, std::string_view what);

// Vertices by the numbers that a file gives them.
class NumberedVertices {
 public:
  explicit NumberedVertices(std::vector<Vec3>& vertices) : vertices_(vertices) {}
  void add(TextScanner& scanner, long long number, const Vec3& vertex);
  int find(const TextScanner& scanner, long long number) const;

 private:
  std::vector<Vec3>& vertices_;
  std::unordered_map<long long, int> index_;
};

}  // namespace stiction

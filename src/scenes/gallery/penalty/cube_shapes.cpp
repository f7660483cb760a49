#include "scenes/gallery/penalty/cube_shapes.h"

#include <cmath>

#include "geometry/tetra/structured_tets.h"

namespace stiction::building {

const std::vector<CubeShape>& cube_shapes() {
  static const std::vector<std::string> bar = {"...", ".#.", "..."}, cross = {".#.", "###", ".#."};
  static const std::vector<CubeShape> shapes = {{"jack", {bar, cross, bar}},
                                                {"cross", {cross}},
                                                {"stirrup", {{"###", "#.#"}}},
                                                {"corner", {{"##", "#."}, {"#.", ".."}}},
                                                {"ring", {{"###", "#.#", "###"}}}};
  return shapes;
}

TetMesh cube_mesh(const CubePicture& picture, double cube, int fine) {
  const std::array<std::size_t, 3> count = {picture[0][0].size(), picture[0].size(), picture.size()};
  const Vec3 size = cube * Vec3(count[0], count[1], count[2]);
  const TetMesh full = box_tet_mesh(
      size, {fine * static_cast<int>(count[0]), fine * static_cast<int>(count[1]), fine * static_cast<int>(count[2])});
  TetMesh mesh;
  std::vector<int> number(full.vertices.size(), -1);
  for (const auto& tet : full.tets) {
    Vec3 middle = size / 2;
    for (const int corner : tet) middle += full.vertices[corner] / 4;
    const auto along = [&](int axis) { return static_cast<std::size_t>(middle[axis] / cube); };
    if (picture[along(2)][along(1)][along(0)] != '#') continue;
    auto& kept = mesh.tets.emplace_back();
    for (int k = 0; k < 4; ++k) {
      int& corner = number[tet[k]];
      if (corner < 0) {
        corner = static_cast<int>(mesh.vertices.size());
        mesh.vertices.push_back(full.vertices[tet[k]]);
      }
      kept[k] = corner;
    }
  }
  return mesh;
}

}  // namespace stiction::building

// What becomes of a triangle mesh that was read: check, repair, hull, and the file written again.
#pragma once

#include "fuzz/fuzz_target.h"
#include "geometry/mesh/mesh_check.h"
#include "geometry/mesh/mesh_file.h"
#include "geometry/mesh/mesh_formats.h"
#include "geometry/shape.h"

namespace stiction::fuzz {

inline constexpr std::size_t kMostTriangles = 200, kMostPoints = 100;  // of what is prepared: seconds are wasted beyond

inline void use_mesh(const TriangleMesh& mesh) {
  require(!mesh.vertices.empty() || mesh.triangles.empty(), "triangles have vertices");
  for (const auto& triangle : mesh.triangles)
    for (const int v : triangle)
      require(v >= 0 && v < static_cast<int>(mesh.vertices.size()), "corners of a mesh exist");
  for (const Vec3& v : mesh.vertices) require(coordinate_fault(v.cwiseAbs().maxCoeff()).empty(), "vertices are finite");
  if (mesh.vertices.size() <= kMostPoints) accepted([&] { make_convex_shape(mesh.vertices); });
  if (mesh.triangles.empty() || mesh.triangles.size() > kMostTriangles) return;
  const TriangleMesh again = parse_obj(write_obj(mesh), "written");
  require(again.triangles == mesh.triangles && again.vertices == mesh.vertices, "an OBJ file reads back bit by bit");
  accepted([&] {
    const MeshRepair repair = repair_mesh(mesh);
    require(check_mesh(repair.mesh).empty(), "a repaired mesh passes the check");
  });
}

template <TriangleMesh (*Parse)(std::string_view, const std::string&)>
void read_mesh_bytes(std::string_view input) {
  accepted([&] { use_mesh(Parse(input, "mesh")); });
}

}  // namespace stiction::fuzz

// Closed meshes of all characters, and brute-force answers about them.
#pragma once

#include <string>
#include <vector>

#include "geometry/icosphere.h"
#include "geometry/mesh/triangle_mesh.h"
#include "geometry/simple_meshes.h"

namespace stiction {

// A box whose faces are cut into n x n squares of two triangles.
TriangleMesh fine_box_mesh(const Vec3& size, int n);
TriangleMesh tetrahedron_mesh();
// An icosphere with radii between 0.6 and 1.
TriangleMesh rock_mesh(int level, unsigned seed);
// A prism over an L of two unit squares' length.
TriangleMesh l_shape_mesh();
// A pyramid of height 1 over a triangle of edge length 1e-3.
TriangleMesh needle_mesh();

struct NamedMesh {
  std::string name;
  TriangleMesh mesh;
};
std::vector<NamedMesh> sample_meshes();

// Nearest point of a triangle by minimisation over its regions, written independently of the library.
Vec3 brute_nearest_on_triangle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c);
// Signed distance: all triangles measured, inside by the sum of solid angles (van Oosterom and Strackee).
double brute_distance(const TriangleMesh& mesh, const Vec3& p);
bool brute_inside(const TriangleMesh& mesh, const Vec3& p);

}  // namespace stiction

// Good meshes to test with, and the files that hold them.
#pragma once

#include <random>
#include <string>

#include "geometry/icosphere.h"
#include "geometry/mesh/triangle_mesh.h"

namespace stiction {

TriangleMesh make_tetrahedron();
TriangleMesh make_box_mesh(const Vec3& size, const Vec3& center = Vec3::Zero());
// Every side of the box cut into cells x cells x 2 triangles.
TriangleMesh make_grid_box(const Vec3& size, int cells);
TriangleMesh make_torus(double major, double minor, int around, int across);
// An L of three unit squares, `height` tall: not convex.
TriangleMesh make_l_shape(double height);

TriangleMesh turned_inside_out(TriangleMesh mesh);
TriangleMesh joined(TriangleMesh first, const TriangleMesh& second);
TriangleMesh moved(TriangleMesh mesh, const Vec3& by);
TriangleMesh rotated(TriangleMesh mesh, const Vec3& axis, double angle);
// Moves every vertex by up to `amount` [m] in each coordinate.
TriangleMesh perturbed(TriangleMesh mesh, std::mt19937& random, double amount);

double mesh_volume(const TriangleMesh& mesh);  // [m^3]

// Files. Binary STL holds floats only.
std::string stl_text(const TriangleMesh& mesh);
std::string stl_binary(const TriangleMesh& mesh, const std::string& header = "binary");
enum class PlyKind { kText, kLittle, kBig };
// With a colour per vertex, a flag per face and an element of edges that readers must pass over.
std::string ply_file(const TriangleMesh& mesh, PlyKind kind);

}  // namespace stiction

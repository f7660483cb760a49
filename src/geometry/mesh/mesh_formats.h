// The parsers behind read_mesh_file, one per format. Internal to geometry.
#pragma once

#include <string>
#include <string_view>

#include "geometry/mesh/triangle_mesh.h"

namespace stiction {

constexpr int kMaxTriangles = 20'000'000;
constexpr int kMaxVertices = 3 * kMaxTriangles;
constexpr double kMaxCoordinate = 1e6;  // [m]

// The bytes of a file to a mesh; `origin` names the file in errors. All throw InputError. The mesh has vertices; that
// it has triangles is not required.
TriangleMesh parse_obj(std::string_view text, const std::string& origin);
TriangleMesh parse_stl(std::string_view bytes, const std::string& origin);
TriangleMesh parse_ply(std::string_view bytes, const std::string& origin);

// Throws InputError "<place>: ..." if there are more than the limit.
void check_triangle_count(std::size_t count, const std::string& place);
void check_vertex_count(std::size_t count, const std::string& place);

// "" if a coordinate can be used, else what is wrong with it.
std::string coordinate_fault(double value);

}  // namespace stiction

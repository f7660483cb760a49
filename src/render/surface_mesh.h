// A body's surface as it is drawn: vertices with normals, and which edges of the triangles are creases.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "geometry/mesh/triangle_mesh.h"
#include "render/camera.h"
#include "scenes/shown_surfaces.h"

namespace stiction {

struct SurfaceMesh {
  struct Triangle {
    std::array<std::uint32_t, 3> vertex{};
    std::uint8_t creases = 0;  // bit k: the edge opposite corner k
  };
  std::vector<Vec3f> positions;       // [m], body coordinates
  std::vector<Vec3f> normals;         // unit, one a position
  std::vector<std::uint32_t> source;  // vertex that each position was made of
  std::vector<Triangle> triangles;
  Aabb bounds;  // body coordinates; empty if there are no triangles
};

// Edges at which the faces turn by more than `crease` [radians] are creases; elsewhere normals are smooth. Triangles
// without an area are left out.
SurfaceMesh surface_mesh(const TriangleMesh& mesh, double crease);

// Of a recording's surface: flat faces with all their edges, or smooth if it is round or has very many triangles.
SurfaceMesh surface_mesh(const ShownSurface& surface);

inline constexpr double kFlatCrease = 0.01, kRoundCrease = 1.05;  // [radians]

}  // namespace stiction

// A body's surface as it is drawn: vertices with normals, and which edges of the triangles are creases.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "geometry/shape.h"
#include "render/camera.h"

namespace stiction {

struct SurfaceMesh {
  struct Triangle {
    std::array<std::uint32_t, 3> vertex{};
    std::uint8_t creases = 0;  // bit k: the edge opposite corner k
  };
  std::vector<Vec3f> positions;  // [m], body coordinates
  std::vector<Vec3f> normals;    // unit, one a position
  std::vector<Triangle> triangles;
  Aabb bounds;  // body coordinates; empty if there are no triangles

  void append(const SurfaceMesh& other, const Pose& pose);
};

// Edges at which the faces turn by more than `crease` [radians] are creases; elsewhere normals are smooth. Triangles
// without an area are left out.
SurfaceMesh surface_mesh(const TriangleMesh& mesh, double crease);

// Flat-faced shapes with all their edges, round ones and meshes smooth. Empty for a plane.
SurfaceMesh surface_mesh(const Shape& shape, int segments);

}  // namespace stiction

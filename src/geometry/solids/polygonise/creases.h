// Sharp features of a level set in a mesh of it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "geometry/solids/polygonise/level_set.h"
#include "geometry/solids/polygonise/region.h"
#include "geometry/solids/polygonise/surface_mesh.h"

namespace stiction {

enum class VertexKind : std::uint8_t {
  kSmooth,
  kCrease,
  kCorner,
  kFrozen,  // stays where the first mesh has it, with its triangles
};

struct CreasedMesh {
  SurfaceMesh mesh;
  std::vector<VertexKind> kinds;
  std::vector<Vec3> normals;  // of the level set at smooth vertices, unit

  CreasedMesh(const TriangleMesh& start, const LevelSet& surface);
  bool is_frozen(int vertex) const { return kinds[vertex] == VertexKind::kFrozen; }
  // The edge runs along a crease: both ends lie on one and its triangles meet at an angle.
  bool is_crease(int a, int b, const SurfaceMesh::Wing& wing) const;
};

// The point nearest to `guess` where the faces of the level set through two or three given points of it meet. Planes
// are fitted to the faces ever nearer to the meeting point, so that curved faces meet in their true crease. Nothing if
// the faces are one smooth face after all, or if the point is farther than a cell from the guess.
std::optional<Vec3> meeting_point(const LevelSet& surface, std::span<const Vec3> on_faces, const Vec3& guess);

// Splits triangles that hold a corner of the level set, and edges that cross a crease, at those very points; not in
// `blunt`, where creases stay rounded.
void insert_creases(CreasedMesh& creased, const LevelSet& surface, const Region& blunt);

}  // namespace stiction

// Better shaped triangles for a mesh of a level set: collapses of short edges, splits of long ones, flips, and vertices
// that slide on the surface. Every operation keeps the mesh a manifold and is refused where it would turn a triangle
// away from the surface's normals.
#pragma once

#include "geometry/solids/polygonise/creases.h"

namespace stiction {

class MeshImprover {
 public:
  MeshImprover(CreasedMesh& creased, const LevelSet& surface) : m_(creased), surface_(surface) {}

  void collapse_short_edges(double shortest);  // [m]
  void split_long_edges(double longest);       // [m]
  void flip_edges();
  void relax_vertices();

 private:
  using Wing = SurfaceMesh::Wing;

  struct Rating {
    double alignment = 1;  // worst cosine between a triangle and the surface's normals at its corners
    double quality = 1;    // worst triangle_quality
    void include(const Rating& other);
  };
  Rating rate(const std::array<int, 3>& corners) const;
  Rating rate_fan(int vertex) const;
  static bool is_acceptable(const Rating& before, const Rating& after);

  bool try_collapse(int keep, int gone);
  bool try_flip(int a, int b);
  bool try_move(int vertex, const Vec3& target, const Vec3& normal);
  void relax_smooth(int vertex);
  void relax_crease(int vertex);
  std::optional<Vec3> crease_point(int a, int b, const Wing& wing) const;
  struct Edge {
    double squared_length;
    int a, b;
  };
  std::vector<Edge> edges() const;

  CreasedMesh& m_;
  const LevelSet& surface_;
  std::vector<int> around_;
};

}  // namespace stiction

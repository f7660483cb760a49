// Where a deformed surface is near to a point: signed gaps, normals, and the points of its material.
#pragma once

#include <vector>

#include "collision/deforming/triangle_foot.h"

namespace stiction {

struct SurfaceFoot {
  Vec3 point;      // of the surface [m]
  Vec3 normal;     // unit, outward
  double gap = 0;  // of the point above the surface along the normal [m]
  SurfaceFeature feature;
  MaterialPoint material;
};

struct FootQuery {
  Vec3 point;
  double reach = 0;     // feet of points outside: up to this distance [m]
  double depth = 0;     // of points inside [m]
  double touching = 0;  // nearer than this the direction from the surface to the point is noise [m]
  // The point is this vertex of another surface, or of the same; null: it belongs to a rigid body.
  const PlacedSurface* guest = nullptr;
  int guest_vertex = 0;
};

// A closed surface's feet of points. Memory is used again.
class SurfaceFeet {
 public:
  // The triangles to look at: all that come within `reach` of the sphere. The second takes those of one leaf only and
  // adds them.
  void gather(const PlacedSurface& surface, const Vec3& center, double reach);
  void clear() { triangles_.clear(); }
  bool is_empty() const { return triangles_.empty(); }
  void gather_leaf(const PlacedSurface& surface, int leaf, const Vec3& center, double reach);

  // Replaces `feet` by the nearest foot, and for points outside by all others that are nearest among their neighbours
  // and have another normal. The gathered triangles must hold all within reach and depth of the point.
  // skip(triangle): leave it out.
  template <class Skip>
  void find(const PlacedSurface& surface, const FootQuery& query, const Skip& skip, std::vector<SurfaceFoot>& feet);
  void find(const PlacedSurface& surface, const FootQuery& query, std::vector<SurfaceFoot>& feet) {
    find(
        surface, query, [](int) { return false; }, feet);
  }

 private:
  void resolve(const PlacedSurface& surface, const FootQuery& query, std::vector<SurfaceFoot>& feet);
  void add(const PlacedSurface& surface, const FootQuery& query, const TriangleNearest& nearest, double side,
           std::vector<SurfaceFoot>& feet);
  bool choose_touching_normal(const PlacedSurface& surface, const TriangleNearest& nearest, SurfaceFoot& foot);
  bool may_slide_past(const PlacedSurface& surface, const FootQuery& query, const SurfaceFoot& foot);
  bool is_flush(const Vec3& normal) const;

  std::vector<NearTriangle> triangles_;
  std::vector<TriangleNearest> near_;
  std::vector<Vec3> guest_normals_, around_;
  std::vector<int> stack_;
};

template <class Skip>
void SurfaceFeet::find(const PlacedSurface& surface, const FootQuery& query, const Skip& skip,
                       std::vector<SurfaceFoot>& feet) {
  feet.clear();
  near_.clear();
  const double limit = std::max(query.reach, query.depth), limit2 = limit * limit;
  for (const NearTriangle& triangle : triangles_) {
    if (!(std::abs(triangle.normal.dot(query.point - triangle.a)) <= limit)) continue;
    const TriangleNearest nearest = nearest_on_triangle(triangle, query.point);
    if (nearest.distance2 <= limit2 && !skip(triangle.index)) near_.push_back(nearest);
  }
  if (!near_.empty()) resolve(surface, query, feet);
}

}  // namespace stiction

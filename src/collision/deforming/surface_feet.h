// Where a deformed surface is near to a point: signed gaps, normals, and the points of its material.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "collision/deforming/near_box.h"
#include "collision/deforming/triangle_foot.h"

namespace stiction {

struct SurfaceFoot {
  Vec3 point;      // of the surface [m]
  Vec3 normal;     // unit, outward
  double gap = 0;  // of the point above the surface along the normal [m]
  SurfaceFeature feature;
  MaterialPoint material;
};

// An order in which the nearest comes first and no two triangles are equal.
bool is_nearer(const TriangleNearest& p, const TriangleNearest& q);
// The other triangle of the side on which the foot is; and does that triangle come nearer to the point?
int triangle_beyond(const PlacedSurface& surface, const TriangleNearest& foot);
bool comes_nearer(const PlacedSurface& surface, const TriangleNearest& foot, const Vec3& point);

// The vertex or edge of the triangle that a point on it is within `touching` of [m], else the triangle.
SurfaceFeature snapped(const PlacedSurface& surface, int triangle, const Vec3& point, double touching);

struct FootQuery {
  Vec3 point;
  double reach = 0;     // feet of points outside: up to this distance [m]
  double depth = 0;     // of points inside [m]
  double touching = 0;  // nearer than this the direction from the surface to the point is noise [m]
  // The point is this vertex of another surface, or of the same; null: it belongs to a rigid body.
  const PlacedSurface* guest = nullptr;
  int guest_vertex = 0;
};

struct SkipNone {
  static bool leaves_out_at_once(int) { return false; }
  static bool leaves_out(int) { return false; }
};

// A closed surface's feet of points. Memory is used again.
class SurfaceFeet {
 public:
  // Where to look: all leaves that come within `reach` of the point; all that come near a box; or one by one.
  void gather(const PlacedSurface& surface, const Vec3& center, double reach) {
    gather(surface, NearBox({center, center}, reach));
  }
  void gather(const PlacedSurface& surface, const NearBox& near);
  void clear() { leaves_.clear(); }
  bool is_empty() const { return leaves_.empty(); }
  void add_leaf(const PlacedSurface& surface, int node) { leaves_.push_back({surface.leaf_box(node), node}); }

  // Replaces `feet` by the nearest foot, and for points outside by all others that are nearest among their neighbours
  // and have another normal. The gathered leaves must hold all triangles within reach and depth of the point.
  // skip.leaves_out(triangle): it does not count; skip.leaves_out_at_once(triangle): a first look, which tells it of
  // some of them.
  template <class Skip>
  void find(const PlacedSurface& surface, const FootQuery& query, const Skip& skip, std::vector<SurfaceFoot>& feet);
  void find(const PlacedSurface& surface, const FootQuery& query, std::vector<SurfaceFoot>& feet) {
    find(surface, query, SkipNone{}, feet);
  }

 private:
  // Calls visit(nearest) for all triangles that may come within `limit` [m], which may shrink meanwhile.
  template <class Skip, class Visit>
  void for_each_near(const PlacedSurface& surface, const Vec3& point, const double& limit, const Skip& skip,
                     const Visit& visit) const;
  void resolve(const PlacedSurface& surface, const FootQuery& query, std::vector<SurfaceFoot>& feet);
  void add(const PlacedSurface& surface, const FootQuery& query, const TriangleNearest& nearest, double side,
           std::vector<SurfaceFoot>& feet);
  bool choose_touching_normal(const PlacedSurface& surface, const TriangleNearest& nearest, SurfaceFoot& foot);
  bool may_slide_past(const PlacedSurface& surface, const FootQuery& query, const SurfaceFoot& foot);
  bool is_flush(const Vec3& normal) const;

  std::vector<TriangleNearest> near_;
  std::vector<Vec3> guest_normals_, around_;
  struct Leaf {
    Aabb box;
    int node;
  };
  std::vector<Leaf> leaves_;
  std::vector<int> stack_;
};

template <class Skip, class Visit>
void SurfaceFeet::for_each_near(const PlacedSurface& surface, const Vec3& point, const double& limit, const Skip& skip,
                                const Visit& visit) const {
  for (const Leaf& leaf : leaves_) {
    if (is_beyond(leaf.box, point, limit)) continue;
    const int first = surface.tree().nodes()[leaf.node].first;
    for (NearSet near = surface.leaf_triangles(leaf.node).look(point, limit); !near.is_empty(); near.drop_first()) {
      const int place = first + near.first();
      if (skip.leaves_out_at_once(surface.tree().triangle_order()[place])) continue;
      const NearTriangle triangle = near_triangle_at(surface, place);
      if (!triangle.is_beyond(point, limit)) visit(nearest_on_triangle(triangle, point));
    }
  }
}

// Beside the nearest of all only those triangles count whose foot is nearest among their neighbours: inside them, or on
// a side that the triangle beyond it has no nearer point than.
template <class Skip>
void SurfaceFeet::find(const PlacedSurface& surface, const FootQuery& query, const Skip& skip,
                       std::vector<SurfaceFoot>& feet) {
  feet.clear();
  near_.clear();
  constexpr double kRounding = 1e-9;
  const double reach2 = query.reach * query.reach;
  double limit = std::max(query.reach, query.depth);  // what is farther cannot count
  TriangleNearest best;
  best.distance2 = limit * limit;
  bool any = false, kept = false;  // best is among near_
  for_each_near(surface, query.point, limit, skip, [&](const TriangleNearest& nearest) {
    const bool is_best = any ? is_nearer(nearest, best) : nearest.distance2 <= best.distance2;
    const bool may_count = nearest.kind != MeshFeature::kVertex && nearest.distance2 <= reach2;
    if (!(is_best || may_count) || skip.leaves_out(nearest.material.triangle)) return;
    const int beyond = nearest.kind == MeshFeature::kEdge ? triangle_beyond(surface, nearest) : -1;
    const bool counts =
        may_count && (beyond < 0 || (!skip.leaves_out(beyond) && !comes_nearer(surface, nearest, query.point)));
    if (counts) near_.push_back(nearest);
    if (!is_best) return;
    best = nearest;
    limit = std::max(query.reach, (1 + kRounding) * std::sqrt(best.distance2));
    any = true;
    kept = counts;
  });
  if (any && !kept) near_.push_back(best);
  if (any) resolve(surface, query, feet);
}

}  // namespace stiction

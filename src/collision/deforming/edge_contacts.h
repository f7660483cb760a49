// Contacts of convex edges of two deformed surfaces that cross, and of a segment (a capsule's axis) with such edges.
//
// Two edges touch along n, the direction across both, if n lies in the normal cone of one and -n in that of the other:
// the directions between the normals of the two faces that meet there. Where n leaves a cone by little, as for faces
// that lie on each other, the face's normal takes its place.
#pragma once

#include <array>
#include <vector>

#include "collision/deforming/near_leaves.h"
#include "collision/deforming/sharp_edge.h"
#include "collision/deforming/surface_contact.h"
#include "collision/deforming/surface_feet.h"
#include "collision/round/primitives.h"

namespace stiction {

struct EdgeCrossing {
  Vec3 point_a, normal;  // on edge a; from a to b
  double core = 0;       // from a to b along the normal, negative if they have passed each other [m]
  double s = 0, t = 0;   // shares of the edges' lengths
};
// False if they do not touch with core <= reach, or only at their ends.
bool cross_edges(const SharpEdge& a, const SharpEdge& b, double reach, double depth, EdgeCrossing& crossing);

class EdgeContacts {
 public:
  // Appends the contacts of edges of these pairs of leaves (sorted); normals lead from one to two.
  void find(const PairReach& reach, const LeafPairs& leaves, std::vector<SurfaceContact>& contacts);
  // Of two edges of one surface with gap <= margin, no deeper than `depth` if that is more [m], unless they are near to
  // each other at rest.
  void add_own(const PlacedSurface& surface, const SharpEdge& a, const SharpEdge& b, double margin, double depth,
               std::vector<SurfaceContact>& contacts);
  // Of one surface with a capsule; normals lead from the surface to the capsule. `part`: goes into the codes.
  void find_capsule(const PlacedSurface& surface, const WorldCapsule& capsule, std::uint64_t part, double margin,
                    std::vector<SurfaceContact>& contacts);
  // Is the point inside the surface, and no other way out much shorter than -core?
  bool leaves_here(const PlacedSurface& surface, const Vec3& point, double core, double touching) {
    return leaves_here(surface, point, core, touching, SkipNone{});
  }

 private:
  struct BoxedEdge {
    Aabb box;
    SharpEdge edge;
  };
  void find(const PairReach& reach, const std::array<int, 2>& leaves, std::vector<SurfaceContact>& contacts);
  // skip: see SurfaceFeet.
  template <class Skip>
  bool leaves_here(const PlacedSurface& surface, const Vec3& point, double core, double touching, const Skip& skip);
  // The sharp edges of a leaf that meet the box.
  void gather(const PlacedSurface& surface, int leaf, const NearBox& near, std::vector<BoxedEdge>& edges) const;
  std::vector<BoxedEdge> edges_one_, edges_two_;
  std::vector<int> leaf_of_one_, stack_;
  SurfaceFeet feet_;
  std::vector<SurfaceFoot> found_;
};

template <class Skip>
bool EdgeContacts::leaves_here(const PlacedSurface& surface, const Vec3& point, double core, double touching,
                               const Skip& skip) {
  FootQuery query;
  query.point = point;
  query.reach = query.depth = -2 * core;
  feet_.gather(surface, point, query.depth);
  feet_.find(surface, query, skip, found_);
  return !found_.empty() && found_.front().gap <= core / 2 + touching;
}

}  // namespace stiction

// Contacts of two deforming surfaces, and of one with itself.
#pragma once

#include <array>
#include <vector>

#include "collision/deforming/edge_contacts.h"
#include "collision/deforming/near_leaves.h"
#include "collision/deforming/own_features.h"
#include "collision/deforming/surface_contact.h"
#include "collision/deforming/surface_feet.h"

namespace stiction {

// Both surfaces must be closed. Memory is used again.
class SurfacePairs {
 public:
  // Appends the contacts up to these gaps: vertices of each on the other's triangles, and edges that cross. Normals
  // lead from one to two.
  void find(const PlacedSurface& one, const PlacedSurface& two, const GapLimits& limits,
            std::vector<SurfaceContact>& contacts);
  // Of one surface: vertices on its triangles, and edges that cross, that are not near to each other at rest. The tree
  // must be prepared for it. Normals lead from the vertex, or the first of the edges.
  void find_own(const PlacedSurface& surface, const GapLimits& limits, std::vector<SurfaceContact>& contacts);

 private:
  struct Side {
    const PlacedSurface* guest;  // whose vertices
    const PlacedSurface* host;   // on whose triangles
    std::uint64_t kind;
    bool guest_is_first;
    const PairReach* reach;
    double gap(const std::array<int, 2>& leaves) const;  // (leaf of the guest, leaf of the host) [m]
  };
  // leaves_: (leaf of the guest, leaf of the host), sorted.
  void add_vertices(const Side& side, std::vector<SurfaceContact>& contacts);
  // Of the guest's vertex on leaves that are gathered, with gap <= margin [m].
  void add_vertex(const Side& side, int v, double margin, std::vector<SurfaceContact>& contacts);

  NearLeaves near_;
  std::vector<std::array<int, 2>> leaves_;
  SurfaceFeet feet_;
  std::vector<SurfaceFoot> found_;
  EdgeContacts edges_;
  OwnFeatures own_;
  RingMarks marks_;
};

}  // namespace stiction

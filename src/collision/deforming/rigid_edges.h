// Contacts of a convex polyhedron's edges with convex edges of a deformed surface that they cross: between the vertices
// of a coarse surface nothing else would hold them apart. What a crossing is: edge_contacts.h.
#pragma once

#include <vector>

#include "collision/convex/world_convex.h"
#include "collision/deforming/edge_contacts.h"
#include "collision/deforming/surface_contact.h"
#include "collision/deforming/surface_feet.h"

namespace stiction {

class RigidEdges {
 public:
  // Appends contacts with gap <= margin [m]; normals lead from the surface to the polyhedron. `part`: goes into the
  // codes. The surface must be closed.
  void find(const PlacedSurface& surface, const WorldConvex& convex, std::uint64_t part, double margin,
            std::vector<SurfaceContact>& contacts);

 private:
  // The surface's sharp edges in leaves that come within `reach` [m] of the segment.
  void gather(const PlacedSurface& surface, const SharpEdge& segment, double reach);
  // Of a point above the surface, negative inside; up to `depth` [m].
  double height_above_surface(const PlacedSurface& surface, const Vec3& point, double depth);
  // Are the edges inside the other body where they have passed each other, and is there no much shorter way out?
  bool leave_here(const PlacedSurface& surface, const WorldConvex& convex, const SharpEdge& edge,
                  const SharpEdge& rigid, const EdgeCrossing& crossing, double touching);

  std::vector<SharpEdge> edges_;
  std::vector<int> stack_;
  SurfaceFeet feet_;
  std::vector<SurfaceFoot> found_;
};

}  // namespace stiction

// The overlap polygon of a reference face and the incident face of the other body.
#pragma once

#include <vector>

#include "collision/convex/world_convex.h"
#include "collision/manifold.h"

namespace stiction {

class FaceClipper {
 public:
  // Corners with gap <= margin of `incident_face` clipped to the sides of `reference_face`, as a loop.
  // A corner within `tolerance` [m] of a side counts as inside and no second corner is made beside it, so coincident
  // faces keep exactly their corners. Codes: incident vertex | reference edge x incident edge | reference corner.
  // The result lives until the next call.
  const std::vector<PatchCorner>& clip(const WorldConvex& reference, int reference_face, const WorldConvex& incident,
                                       int incident_face, double tolerance, double margin);

 private:
  struct Vertex {
    double x, y, gap;
    std::uint64_t code;
    std::int64_t edge;  // leads to the next vertex: incident edge e as e, reference edge e as -1 - e
  };
  void load(const WorldConvex& reference, int reference_face, const WorldConvex& incident, int incident_face);
  void clip_side(const ConvexTopology::Side& side, double tolerance);
  void make_codes_unique();

  std::vector<Vertex> polygon_, clipped_;
  std::vector<double> distance_;
  std::vector<PatchCorner> kept_;
};

}  // namespace stiction

// Edges of a deformed surface that can touch other edges: convex ones that are bent by enough.
#pragma once

#include <array>

#include "collision/deforming/placed_surface.h"
#include "collision/deforming/surface_contact.h"

namespace stiction {

// An edge of a deformed surface or a rigid part that can touch other edges, or a segment, which every direction across
// it suits.
struct SharpEdge {
  int index = -1;
  Vec3 start, direction;                  // unit direction
  double length = 0;                      // [m]
  double end = surface_limits::kEdgeEnd;  // share of the length: contacts nearer to its ends belong to the vertices
  std::array<Vec3, 2> normal{Vec3::Zero(), Vec3::Zero()};  // of its faces
  std::array<Vec3, 2> into{Vec3::Zero(), Vec3::Zero()};    // unit, in the faces, away from the edge
  double look = 0;                                         // sine by which a direction may leave the cone
  bool is_segment = false;

  // How far m is outside of the cone, as a sine; `face`: which of the two it is nearer to.
  double violation(const Vec3& m, int& face) const;
  // Sets normal, into and look of an edge with a direction: `left` belongs to the face on its left, seen from outside.
  void set_faces(const Vec3& left, const Vec3& right);
};

// Convex and bent by enough (surface_limits::kSharpCosine)?
bool is_sharp(const PlacedSurface& surface, int edge);
SharpEdge sharp_edge(const PlacedSurface& surface, int edge);

}  // namespace stiction

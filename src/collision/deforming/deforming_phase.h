// Contacts of bodies that deform: chooses the routines for a pair.
#pragma once

#include <vector>

#include "collision/deforming/rigid_features.h"
#include "collision/deforming/surface_pairs.h"
#include "collision/deforming/vertex_contacts.h"
#include "collision/narrow_phase.h"
#include "collision/placed_shapes.h"

namespace stiction {

// Two surfaces that may touch, or one that may touch itself, have to be surfaces of solids: throws InputError.
void require_closed_surfaces(const Model& model, const std::vector<PlacedBody>& placed);

// Memory is used again.
class DeformingPhase {
 public:
  // Replaces `contacts` by those up to these gaps. At least one of the bodies deforms; normals lead from a to b.
  void collide(const PlacedBody& a, const PlacedBody& b, const GapLimits& limits, NarrowPhase& narrow_phase,
               std::vector<SurfaceContact>& contacts);
  void collide_self(const PlacedBody& body, const GapLimits& limits, std::vector<SurfaceContact>& contacts);

 private:
  VertexContacts vertices_;
  RigidFeatures features_;
  SurfacePairs pairs_;
  std::vector<int> stack_;
};

}  // namespace stiction

// Contacts of a deforming surface's vertices with rigid parts.
#pragma once

#include <vector>

#include "collision/deforming/pair_reach.h"
#include "collision/deforming/surface_contact.h"
#include "collision/narrow_phase.h"
#include "collision/placed_shapes.h"

namespace stiction {

class VertexContacts {
 public:
  // Appends those of part `index` of the other body within reach; normals lead from the surface to the part.
  // `vertex`: a ball without radius, made ready to collide with the part; it is put at the vertices.
  void find(const PlacedSurface& surface, PlacedPart& vertex, const PlacedPart& part, std::size_t index,
            const RigidReach& reach, NarrowPhase& narrow_phase, std::vector<SurfaceContact>& contacts);

 private:
  std::vector<int> stack_;
  std::vector<PairPoint> points_;
};

}  // namespace stiction

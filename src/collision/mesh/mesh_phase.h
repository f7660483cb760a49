// The narrow phase of meshes: collides the feature shapes of placed parts.
#pragma once

#include "collision/mesh/mesh_contacts.h"
#include "collision/placed_shapes.h"

namespace stiction {

class MeshPhase {
 public:
  // Replaces `points` by the contacts of a part of any kind with a mesh; normals lead from other to mesh. courses: of
  // the mesh against the other; contacts that are of no interest on them are left out. memory: of these two parts,
  // or null.
  void collide(const PlacedPart& other, const PlacedPart& mesh, double margin, const PairCourses& courses, int samples,
               FeatureMemory* memory, std::vector<PairPoint>& points);

 private:
  MeshContacts contacts_;
};

}  // namespace stiction

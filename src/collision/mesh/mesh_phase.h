// The narrow phase of meshes: turns placed parts into feature shapes and collides them.
#pragma once

#include <map>
#include <utility>

#include "collision/mesh/mesh_contacts.h"
#include "collision/placed_shapes.h"

namespace stiction {

class MeshPhase {
 public:
  // Replaces `points` by the contacts of a part of any kind with a mesh; normals lead from other to mesh.
  void collide(const PlacedPart& other, const PlacedPart& mesh, double margin, int samples,
               std::vector<PairPoint>& points);

 private:
  const FeatureShape& features_of(const PlacedPart& part);

  // Built when a shape first meets a mesh, and kept; shapes that are equal share one.
  std::map<const MeshGeometry*, FeatureShape> meshes_;
  std::map<const ConvexPolyhedron*, FeatureShape> polyhedra_;
  std::map<std::pair<double, double>, FeatureShape> rounds_;  // by radius and length
  MeshContacts contacts_;
};

}  // namespace stiction

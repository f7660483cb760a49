// Contacts of a cylinder with a mesh. The cylinder is round: its side has no facets, and it rolls.
//
//   faces of the mesh      against the ends of the generator that is lowest over the face, and against eight points of
//                          a cap's rim when the cap is within 0.15 rad of the face
//   vertices of the mesh   against the nearest point of the cylinder
//   edges of the mesh      against side and rim by the direction of best separation (direction_to_line), and where they
//                          pass under the rim of a cap that lies on one of their faces
//
// Gaps and normals are those of the true surfaces. A cap that stands on a face is supported by the regular octagon of
// the rim points and by the points where the face ends: it tips up to 8 % of the radius too early between them.
#pragma once

#include "collision/manifold.h"
#include "collision/mesh/feature_shape.h"
#include "collision/round/primitives.h"

namespace stiction {

class CylinderContacts {
 public:
  // Replaces `points` by all candidates with gap <= margin [m]; normals lead from the cylinder to the mesh.
  void find(const WorldCylinder& cylinder, const FeatureShape& mesh, const Pose& pose, double margin,
            std::vector<PairPoint>& points);
  double tolerance() const { return tolerance_; }  // lengths below this counted as touching [m]

 private:
  void face_contacts(int face);
  void rim_point(int face, const Vec3& point, int number);
  void vertex_contact(int vertex);
  void edge_contact(int edge);
  void rim_crossings(int edge, int face);
  bool may_slide_onto(int face, const Vec3& normal) const;
  void emit(const Vec3& point, const Vec3& normal, double gap, int kind, int feature, int number);

  const FeatureShape* mesh_ = nullptr;
  WorldCylinder cylinder_{};  // in the mesh's coordinates
  Pose pose_;
  double margin_ = 0, tolerance_ = 0;  // [m]
  std::vector<PairPoint>* points_ = nullptr;
  std::vector<int> stack_;
};

}  // namespace stiction

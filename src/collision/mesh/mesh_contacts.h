// Contacts of feature shapes (meshes and what meets them), complete: candidates, reduction, codes.
#pragma once

#include "collision/mesh/contact_reduction.h"
#include "collision/mesh/cylinder_contacts.h"
#include "collision/mesh/feature_pairs.h"
#include "collision/mesh/sample_contacts.h"

namespace stiction {

class MeshContacts {
 public:
  // Replaces `points` by the contacts with gap <= margin [m]; normals lead from first to second. No memory is allocated
  // once warm. courses: of the two shapes, world; contacts that are of no interest on them are left out. memory: of
  // these two shapes, or null.
  void collide(const FeatureShape& first, const Pose& first_pose, const FeatureShape& second, const Pose& second_pose,
               double margin, const PairCourses& courses, int samples, FeatureMemory* memory,
               std::vector<PairPoint>& points);
  // The same for two meshes, by samples of their surfaces.
  void collide_samples(const FeatureShape& first, const Pose& first_pose, const FeatureShape& second,
                       const Pose& second_pose, double margin, const PairCourses& courses, FeatureMemory* memory,
                       std::vector<PairPoint>& points);
  // With the half-space below normal . x = offset; normals are the plane's.
  void collide_plane(const Vec3& normal, double offset, const FeatureShape& shape, const Pose& pose, double margin,
                     const PairCourses& courses, int samples, std::vector<PairPoint>& points);
  // Normals lead from the cylinder to the mesh.
  void collide_cylinder(const WorldCylinder& cylinder, const FeatureShape& mesh, const Pose& pose, double margin,
                        const PairCourses& courses, int samples, std::vector<PairPoint>& points);
  int candidate_count() const { return candidate_count_; }  // of the last call, before the reduction

 private:
  FeaturePairs pairs_;
  SampleContacts samples_;
  CylinderContacts cylinders_;
  ContactReduction reduction_;
  std::vector<int> stack_;
  int candidate_count_ = 0;
};

}  // namespace stiction

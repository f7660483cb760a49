// Contacts of two meshes by samples of their surfaces (SP, section 7): each sample of one mesh is held against the
// distance field of the other.
//
// The distance of a sample is exact and the normal is that of the nearest surface; what is between samples is not
// seen: surfaces may overlap by about spacing^2 / (8 radius of curvature) there, and by no more than the samples' own
// accuracy (MeshAccuracy::sampling_error). What is thinner than the spacing may pass through. For fine curved meshes a
// fraction of the cost of exact features (feature_pairs.h).
#pragma once

#include <vector>

#include "collision/manifold.h"
#include "collision/mesh/feature_frame.h"
#include "collision/mesh/local_reach.h"

namespace stiction {

class FeatureMemory;

// Memory is reused: no allocation once warm.
class SampleContacts {
 public:
  // Replaces `contacts` by the samples of both meshes with gap <= margin [m] that are of interest on the courses
  // (world), in an order that depends on nothing but the shapes. memory: of these two shapes, for searches that follow
  // each other; may be null.
  void find(const FeatureShape& first, const Pose& first_pose, const FeatureShape& second, const Pose& second_pose,
            double margin, const PairCourses& courses, FeatureMemory* memory, std::vector<PairPoint>& contacts);
  // Of the last call: lengths below this count as touching [m].
  double tolerance() const { return tolerance_; }

 private:
  void search(const FeatureFrame& frame, const FeatureFrame& reverse, FeatureMemory* memory);
  bool remember(const FeatureFrame& frame, const FeatureFrame& reverse, FeatureMemory& memory);
  template <class Visit>
  void for_near_samples(const FeatureFrame& frame, const LocalReach& reach, const Visit& visit);
  void measure(const FeatureFrame& frame, int sample);

  const PairCourses* courses_ = nullptr;
  std::vector<PairPoint>* contacts_ = nullptr;
  double margin_ = 0, tolerance_ = 0;  // [m]
  std::vector<int> stack_;
};

}  // namespace stiction

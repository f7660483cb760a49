// Which items of two shapes may touch, or pass through each other, while the shapes move and turn a little: the tests
// of FeaturePairs, loosened by what such motion can change.
#pragma once

#include "collision/mesh/feature_pairs.h"

namespace stiction {

class PossiblePairs {
 public:
  // The margin and tolerance of the search; slack: bound of how far points near the second shape move [m].
  PossiblePairs(const FeatureFrame& frame, const FeatureFrame& reverse, double margin, double tolerance, double slack);

  bool may_meet(const FeatureShape::Item& one, const FeatureShape::Item& two) const;

 private:
  enum class Planes { kApart, kNear, kCrossing };
  Planes compare(const FeatureFrame& frame, int host_face, int guest_face, double slack) const;
  bool vertex_may_meet(const FeatureFrame& frame, const FeatureShape::Item& host, int vertex) const;
  bool vertex_face(const FeatureFrame& frame, int face, int vertex, const Vec3& point) const;
  bool vertex_edge(const FeatureFrame& frame, int edge, int vertex, const Vec3& point) const;
  bool vertex_vertex(const FeatureFrame& frame, int host_vertex, int vertex) const;
  bool edge_edge(int host_edge, int guest_edge) const;
  bool beside(const FeatureFrame& frame, int host_face, int guest_face, double slack) const;
  double direction_slack(double distance) const;

  const FeatureFrame& frame_;
  const FeatureFrame& reverse_;
  double margin_, tolerance_, slack_;  // [m]; the slack is part of the margin
  double far_slack_;                   // of any point of the first shape, seen from the second [m]
  double turn_;                        // bound of how far the shapes turn [rad]
};

}  // namespace stiction

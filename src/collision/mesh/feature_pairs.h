// Contact candidates between two feature shapes: all pairs of features that are a local minimum of distance, or close
// enough to one that the next step may make them touch. Nothing is sampled: surfaces of triangles touch at a vertex
// over a face or where two edges cross, and flat patches are spanned by such points.
//
//   vertex / face    the vertex lies over the face; normal: the face's
//   edge / edge      both convex, crossing; normal: their cross product if it lies in both normal cones. If it lies on
//                    the border of one (1 mrad) or beyond, the face's normal there: then the edge leaves the face here.
//   vertex / edge, vertex / vertex   apart only: normal along the line between them
//
// A vertex within `tolerance` of the border of a face counts as over it. If it touches the border edge (or corner)
// there, more than one normal may lie in both cones: then the bodies either lie flush on one of the faces and share
// no more than an edge, and may slide past each other (no contact), or the middle of these normals is taken.
#pragma once

#include "collision/manifold.h"
#include "collision/mesh/feature_frame.h"
#include "collision/mesh/feature_tree.h"

namespace stiction {

class FeatureMemory;

class FeaturePairs {
 public:
  // Replaces `contacts` by all candidates with gap <= margin [m], in an order that depends on nothing but the shapes.
  // memory: of these two shapes, for searches that follow each other; may be null. Of interest: see PairCourses, world.
  void find(const FeatureShape& first, const Pose& first_pose, const FeatureShape& second, const Pose& second_pose,
            double margin, const PairCourses& courses, FeatureMemory* memory, std::vector<PairPoint>& contacts);
  // Of the last call: lengths below this count as touching [m].
  double tolerance() const { return tolerance_; }

 private:
  void search(const FeatureFrame& frame, const FeatureFrame& reverse, FeatureMemory* memory);
  bool remember(const FeatureFrame& frame, const FeatureFrame& reverse, FeatureMemory& memory);
  void visit(const FeatureFrame& frame, const FeatureFrame& reverse, const LocalReach& reach,
             const FeatureShape::Item& one, const FeatureShape::Item& two);
  bool planes_apart(const FeatureFrame& frame, const LocalMotion& motion, int host_face, int guest_face,
                    double* distance) const;
  void note_piercing(const FeatureFrame& frame, int host_face, int guest_face, const double* distance);
  void vertex_against(const FeatureFrame& frame, const FeatureShape::Item& host, int vertex);
  void vertex_face(const FeatureFrame& frame, int face, int vertex, const Vec3& point);
  void vertex_edge(const FeatureFrame& frame, int edge, int vertex, const Vec3& point);
  void vertex_vertex(const FeatureFrame& frame, int host_vertex, int vertex, const Vec3& point);
  void edge_edge(const FeatureFrame& frame, int host_edge, int guest_edge);
  bool is_inside(const FeatureFrame& frame) const;
  void find_deep(const FeatureFrame& frame);
  void deep_vertex(const FeatureFrame& frame, int vertex, const Vec3& point);
  bool may_slide_onto(const FeatureFrame& frame, int face, int vertex, const Vec3& point, const Vec3& normal) const;
  void emit(const FeatureFrame& frame, const Vec3& point, const Vec3& normal, double gap, int kind, int host_feature,
            int guest_feature);

  double margin_ = 0, tolerance_ = 0;     // [m]
  double local_margin_ = 0;               // of the items at hand [m]
  bool pierced_ = false;                  // surfaces cross: look for vertices deep inside
  const PairCourses* courses_ = nullptr;  // world
  std::vector<PairPoint>* contacts_ = nullptr;
  NearParts near_;
  std::vector<std::array<int, 2>> stack_;
};

}  // namespace stiction

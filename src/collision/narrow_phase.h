// Contacts of two placed parts: chooses the routine for their kinds.
#pragma once

#include <vector>

#include "collision/convex/convex_convex.h"
#include "collision/manifold.h"
#include "collision/mesh/mesh_phase.h"
#include "collision/pair_memory.h"
#include "collision/placed_shapes.h"
#include "collision/round/cylinder_pairs.h"

namespace stiction {

class NarrowPhase {
 public:
  // Appends the points with gap <= margin [m]; normals lead from a to b. Every code is unique among the appended.
  // courses: of b against a; contacts of meshes that are of no interest on them are left out. memory: of these two
  // parts, in this order; or null.
  void collide(const PlacedPart& a, const PlacedPart& b, double margin, const PairCourses& courses, int samples,
               PairMemory* memory, std::vector<PairPoint>& points);
  void collide(const PlacedPart& a, const PlacedPart& b, double margin, int samples, PairMemory* memory,
               std::vector<PairPoint>& points) {
    collide(a, b, margin, {}, samples, memory, points);
  }

 private:
  // The kinds in ascending order, and no meshes; normals lead from first to second.
  void collide_ordered(const PlacedPart& first, const PlacedPart& second, double margin, int samples,
                       PairMemory* memory);
  void collide_plane(const PlacedPart& plane, const PlacedPart& other, double margin, int samples);
  void collide_sphere(const PlacedPart& sphere, const PlacedPart& other, double margin);
  void collide_capsule(const PlacedPart& capsule, const PlacedPart& other, double margin, int samples);
  void collide_cylinder(const PlacedPart& cylinder, const PlacedPart& other, double margin, int samples);

  ConvexConvex convex_convex_;
  CylinderPairs cylinders_;
  MeshPhase mesh_phase_;
  std::vector<PatchCorner> scratch_;
  Manifold manifold_;                   // of routines with one normal
  std::vector<PairPoint> mesh_points_;  // of routines with a normal per point
};

}  // namespace stiction

// Closest points by direct search over features: exact and without iteration, for the cases that clipping leaves.
#pragma once

#include <cstdint>

#include "collision/convex/world_convex.h"

namespace stiction {

struct SegmentPoints {
  Vec3 on_first, on_second;
  double s, t;  // parameters in 0..1 along the segments
};
SegmentPoints closest_on_segments(const Vec3& p0, const Vec3& p1, const Vec3& q0, const Vec3& q1);

struct ClosestPoints {
  bool found = false;
  Vec3 on_a, on_b;
  double distance = 0;          // [m]
  std::uint64_t feature_a = 0;  // vertex, edge or face, numbered without overlap
  std::uint64_t feature_b = 0;
};

// Closest points of two polyhedra that the plane with unit normal `axis` (from a to b) separates. Searched up to
// `reach` [m]; features farther than that from the plane are skipped.
ClosestPoints closest_points(const WorldConvex& a, const WorldConvex& b, const Vec3& axis, double reach);

// Is the point's projection inside the face, or outside by no more than `tolerance` [m]? Side lines only, the height
// does not matter.
bool over_face(const WorldConvex& convex, int face, const Vec3& point, double tolerance);

// Closest point of the polyhedron's surface to a point outside or inside; inside, that of the nearest face.
struct SurfacePoint {
  Vec3 point;
  Vec3 normal;      // unit, from the surface to the outside through the query point
  double distance;  // negative inside [m]
};
SurfacePoint closest_surface_point(const WorldConvex& convex, const Vec3& query);

}  // namespace stiction

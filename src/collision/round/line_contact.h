// Contacts along a line: capsules and cylinders that lie on faces, on caps, or side by side.
#pragma once

#include <cstdint>
#include <vector>

#include "collision/convex/world_convex.h"
#include "collision/manifold.h"

namespace stiction {

inline constexpr double kNearlyParallel = 0.02;  // sine between lines that may touch in two points

// A straight piece of a body that may touch along its whole length: a capsule's or cylinder's axis, or an edge.
struct ContactLine {
  Vec3 center;    // [m]
  Vec3 half;      // half the piece, along it [m]
  double radius;  // of the body about the line; 0 for an edge [m]
  double reach;   // how far the body reaches beyond the line along the contact normal [m]
};

// The part from..to (0..1) of a segment that lies over a face or a cap, and what cuts it off there.
struct ClippedLine {
  bool empty = true;
  double from = 0, to = 1;
  std::uint64_t code_from = 0, code_to = 1;  // 0, 1: the segment's own ends
};

// Over the sides of a face; `tolerance` [m] widens it.
ClippedLine clip_to_face(const WorldConvex& convex, int face, const Vec3& start, const Vec3& end, double tolerance);
// Within `radius` of the line through `center` along the unit vector `axis`.
ClippedLine clip_to_disk(const Vec3& center, const Vec3& axis, double radius, const Vec3& start, const Vec3& end);

// One end of a line contact.
struct LineEnd {
  Vec3 point;  // midway between the surfaces [m]
  double gap;  // [m]
  std::uint64_t code;
};
// Adds those of two ends whose gap is within the margin, and samples between them if both are.
void add_line(const LineEnd& one, const LineEnd& other, double margin, int samples, Manifold& manifold);

// Two nearly parallel lines side by side, `manifold.normal` from a to b, `separation` [m] along it: the ends of the
// stretch they share, and between them their nearest point `nearest` if it is clearly nearer than both. Gaps grow with
// the distance from where the lines cross. False if they share no stretch; nothing is added then.
bool add_parallel_lines(const ContactLine& a, const ContactLine& b, double separation, const Vec3& nearest,
                        double margin, int samples, Manifold& manifold);

// True if the lines are parallel enough for add_parallel_lines.
bool nearly_parallel(const Vec3& one, const Vec3& other);

}  // namespace stiction

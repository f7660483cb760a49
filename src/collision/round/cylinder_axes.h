// The direction along which a cylinder and another convex body are separated most, or penetrate least.
//
// The separation along a unit vector n, s(n) = (least n . x of the other body) - (largest n . x of the cylinder), never
// exceeds the signed distance of the two, and equals it for the best n. That n belongs to a pair of features: a face, a
// cap, a vertex against cap, side or rim, an edge against side or rim. Every pair has a closed form (or the normal of
// an ellipse, by a few Newton steps), so the best of these directions is exact, touching, apart or overlapping alike.
#pragma once

#include "collision/convex/world_convex.h"
#include "collision/round/primitives.h"

namespace stiction {

enum class AxisKind {
  kFace,    // of the polyhedron
  kCap,     // of the (first) cylinder
  kCapB,    // of the second cylinder
  kVertex,  // of the other body
  kSide,    // the cylinder's side against an edge or the other's side
  kRim,     // the cylinder's rim against an edge or the other's side
  kRimB,    // the cylinder's side against the second's rim
  kRims,    // both rims
};

struct RoundAxis {
  AxisKind kind = AxisKind::kCap;
  Vec3 normal = Vec3::UnitZ();  // unit, from the (first) cylinder to the other body
  double separation = 0;        // [m]
  int feature = -1;             // face, vertex or edge of the polyhedron
};

struct RoundAxes {
  bool apart = false;  // some direction separates by more than the margin; the rest is not filled
  RoundAxis best;      // exact
  RoundAxis flat;      // of kind kFace, kCap or kCapB, if one is within the bias of the best; else the same as `best`
};

// bias [m]: faces and caps within it of the best direction are offered as `flat`, in this order of preference.
RoundAxes find_axes(const WorldCylinder& cylinder, const WorldConvex& convex, double margin, double bias);
// The other body is the segment from `start` to `end`, of nonzero length; vertex 0 and 1, edge 0.
RoundAxes find_axes(const WorldCylinder& cylinder, const Vec3& start, const Vec3& end, double margin, double bias);
RoundAxes find_axes(const WorldCylinder& a, const WorldCylinder& b, double margin, double bias);

}  // namespace stiction

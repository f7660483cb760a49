// The contact points of one pair, before they become Contacts.
#pragma once

#include <cstdint>
#include <vector>

#include "base/types.h"

namespace stiction {

struct ManifoldPoint {
  Vec3 point;          // midway between the surfaces, world [m]
  double gap;          // [m]
  std::uint64_t code;  // feature code, unique within the pair
};

// The points of routines with one normal.
struct Manifold {
  Vec3 normal = Vec3::UnitZ();  // unit, from body a to body b
  std::vector<ManifoldPoint> points;
};

// A point with a normal of its own: what the narrow phase hands to the collider.
struct PairPoint {
  Vec3 point;          // midway between the surfaces, world [m]
  Vec3 normal;         // unit, from body a to body b
  double gap;          // [m]
  std::uint64_t code;  // feature code, unique within the pair
};

// A corner of the area in which two faces (or a face and a plane) lie over each other.
struct PatchCorner {
  double x, y;         // plane coordinates in the reference face [m]
  double gap;          // [m]
  Vec3 point;          // midway between the surfaces, world [m]
  std::uint64_t code;  // feature code
};

// First word of a feature code: what kind of contact it is.
enum class FeatureKind : std::uint64_t {
  kFace,
  kEdges,
  kClosest,
  kPlane,
  kSphere,
  kSupport,
  kSegment,
  kLine,   // ends of a line contact of a capsule or cylinder
  kRound,  // the one point of a capsule or cylinder that rolls
  kDisk,   // points of a cylinder's cap
};

}  // namespace stiction

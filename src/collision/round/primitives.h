// Shapes without vertices, placed in the world.
#pragma once

#include "base/types.h"

namespace stiction {

struct WorldPlane {
  Vec3 normal;    // unit; the half-space below normal . x = offset is solid
  double offset;  // [m]
};

struct WorldSphere {
  Vec3 center;    // [m]
  double radius;  // [m]
};

// All points within `radius` of the segment center - half .. center + half.
struct WorldCapsule {
  Vec3 center;    // [m]
  Vec3 half;      // half the straight part, along the axis; zero for a ball [m]
  double radius;  // [m]

  Vec3 end(int i) const { return i == 0 ? Vec3(center - half) : Vec3(center + half); }
};

struct WorldCylinder {
  Vec3 center;         // [m]
  Vec3 axis;           // unit
  Vec3 across;         // unit, perpendicular to the axis, turns with the body
  double radius;       // [m]
  double half_length;  // [m]
};

}  // namespace stiction

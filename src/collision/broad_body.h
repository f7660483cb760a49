// What the broad phase knows of a body.
#pragma once

#include <limits>

#include "base/types.h"

namespace stiction {

// A box that is turned with its body.
struct TurnedBox {
  Vec3 center = Vec3::Zero();                              // [m]
  Mat3 halves = Mat3::Zero();                              // columns: from the centre to the middles of three sides [m]
  double grown = std::numeric_limits<double>::infinity();  // on all sides, by the body's share of the margin [m]

  // How far it reaches from its centre along a unit vector [m].
  double reach(const Vec3& direction) const { return (halves.transpose() * direction).lpNorm<1>() + grown; }
};

struct BroadBody {
  Aabb box;               // grown by the body's share of the margin [m]
  bool active = false;    // absent bodies and planes take no part
  bool fixed = false;     // two fixed bodies do not collide
  TurnedBox turned = {};  // as it comes: nothing is known
};

}  // namespace stiction

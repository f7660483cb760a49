// What collision finds: points where two bodies touch or nearly touch.
#pragma once

#include <cstdint>
#include <vector>

#include "base/types.h"
#include "model/material_point.h"

namespace stiction {

// A vertex of one body that is inside the other at the end of the motion without contacts: what the collide stage of
// the penalty method finds (inside/inside_collider.h).
struct VertexInside {
  enum Side : std::uint8_t { kNone, kOfA, kOfB };
  Side vertex = kNone;  // whose vertex it is; the other body's point is where it leaves
  double depth = 0;     // then, along the normal, positive [m]
};

struct Contact {
  int body_a = 0;  // index in the model; a < b, or a = b for a deforming body that touches itself
  int body_b = 0;
  Vec3 point;                // common point midway between the two surfaces, world [m]
  Vec3 normal;               // unit, from a to b
  double gap = 0;            // distance of the surfaces along the normal, negative when they overlap [m]
  std::uint64_t id = 0;      // the same while the same features touch, however the bodies slide
  MaterialPoint material_a;  // of bodies that deform: what touches
  MaterialPoint material_b;
  VertexInside inside = {};
};

// Sorted by (body_a, body_b), and within a pair by the order of the manifold, which is stable from step to step.
using ContactSet = std::vector<Contact>;

}  // namespace stiction

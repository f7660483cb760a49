// A contact with a deforming surface, before it becomes a Contact; and the limits that all kinds of them share.
#pragma once

#include <cstdint>

#include "base/types.h"
#include "model/material_point.h"

namespace stiction {

struct SurfaceContact {
  Vec3 point;                // midway between the surfaces, world [m]
  Vec3 normal;               // unit, from the first body to the second
  double gap = 0;            // [m]
  std::uint64_t code = 0;    // unique within the pair
  MaterialPoint material_a;  // of the first body, if it deforms
  MaterialPoint material_b;  // of the second
};

namespace surface_limits {

constexpr double kDepth = 0.5;         // of the edge length: deeper inside no contact (but within the pair's gap)
constexpr double kTouching = 1e-3;     // of the edge length: nearer features touch, their direction is noise
constexpr double kFacing = 0.25;       // cosine: surfaces whose normals agree better face the same way and do not touch
constexpr double kFlush = -0.98;       // cosine of normals of faces that lie on each other (0.2 rad)
constexpr double kDistinct = 0.98;     // cosine: normals that agree better are one contact (0.2 rad)
constexpr double kSlide = 0.995;       // cosine: a direction that near to a face's normal is no obstacle along the face
constexpr double kSharpCosine = 0.98;  // of the bend (0.2 rad) from which convex edges touch other edges
constexpr double kEdgeEnd = kTouching;  // of the surface's edges: contacts nearer to their ends belong to the vertices
constexpr double kRestApart = 2;  // of the edge length: what is nearer behind a triangle at rest does not touch it

// First word of a contact's code; those of vertices on rigid parts begin with the vertex's number, which is smaller.
enum Kind : std::uint64_t {
  kVertexSurface = std::uint64_t{1} << 40,
  kSurfaceVertex,
  kEdgeEdge,
  kSelfVertex,
  kRigidPoint,
  kRigidEdge,
  kSelfEdge
};

}  // namespace surface_limits
}  // namespace stiction

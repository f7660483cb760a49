// The shapes a rigid body can have, in the body's own coordinates.
#pragma once

#include <memory>
#include <variant>

#include "base/types.h"
#include "geometry/convex_polyhedron.h"

namespace stiction {

// The half-space below normal . x = offset is solid. Fixed bodies only.
struct PlaneShape {
  Vec3 normal = Vec3::UnitZ();  // unit length
  double offset = 0;            // [m]
};

struct SphereShape {
  double radius = 0.5;  // [m]
};

// A convex solid: a box or the hull of given vertices. Both collide as polyhedra.
struct ConvexShape {
  std::shared_ptr<const ConvexPolyhedron> polyhedron;
  // Full edge lengths [m] if the shape was given as a box (centred at the origin), else zero.
  Vec3 box_size = Vec3::Zero();

  bool is_box() const { return box_size.x() > 0; }
};

using Shape = std::variant<PlaneShape, SphereShape, ConvexShape>;

// size: full edge lengths [m], all positive.
ConvexShape make_box_shape(const Vec3& size);
// The hull of the vertices [m]; throws InputError if they do not span a volume.
ConvexShape make_convex_shape(const std::vector<Vec3>& vertices);

// Bounds of the shape placed in the world; a plane has infinite bounds.
Aabb bounds(const Shape& shape, const Pose& pose);
// Radius of the smallest sphere about `center` (body coordinates) that holds the shape [m]; infinite for a plane.
double bounding_radius(const Shape& shape, const Vec3& center);

}  // namespace stiction

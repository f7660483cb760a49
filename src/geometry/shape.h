// The shapes a rigid body can have, in the body's own coordinates.
#pragma once

#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "base/types.h"
#include "geometry/convex_polyhedron.h"
#include "geometry/field/mesh_geometry.h"
#include "geometry/solids/solid.h"

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

// All points within `radius` of a segment of `length` along local z, centred at the origin.
struct CapsuleShape {
  double radius = 0.5;  // [m]
  double length = 1;    // of the straight part [m]
};

// Along local z, centred at the origin.
struct CylinderShape {
  double radius = 0.5;  // [m]
  double length = 1;    // [m]
};

// How contacts between two meshes are found: exactly, by their vertices, edges and faces, or by samples of the surface
// of one against the distance field of the other.
enum class MeshContactKind { kFeatures, kSamples };

// A closed triangle mesh, from a file, from numbers, or from a procedural solid.
struct MeshShape {
  std::shared_ptr<const MeshGeometry> geometry;
  std::shared_ptr<const Solid> recipe;                    // null unless it was made by mesh_of(recipe, cell)
  double cell = 0;                                        // of mesh_of [m]
  MeshContactKind contacts = MeshContactKind::kFeatures;  // by samples where one of the two meshes asks for it
};

struct CompoundPart;
// Several shapes in one body. Parts that overlap count twice in the mass.
struct CompoundShape {
  std::shared_ptr<const std::vector<CompoundPart>> parts;  // no planes, no compounds
};

using Shape = std::variant<PlaneShape, SphereShape, ConvexShape, CapsuleShape, CylinderShape, MeshShape, CompoundShape>;

struct CompoundPart {
  Shape shape;
  Pose pose;  // places the part in the body's coordinates
};

// size: full edge lengths [m], all positive.
ConvexShape make_box_shape(const Vec3& size);
// The hull of the vertices [m]; throws InputError if they do not span a volume.
ConvexShape make_convex_shape(const std::vector<Vec3>& vertices);
// Throws InputError unless radius [m] is positive and length [m] positive (capsule: zero or positive).
CapsuleShape make_capsule_shape(double radius, double length);
CylinderShape make_cylinder_shape(double radius, double length);
// Parts that are compounds are dissolved into theirs. Throws InputError if there are none or one is a plane.
CompoundShape make_compound_shape(std::vector<CompoundPart> parts);
// The mesh of a procedural solid; see mesh_of.
MeshShape make_solid_shape(const Solid& solid, double cell, const MeshOptions& options);

// Bounds of the shape placed in the world; a plane has infinite bounds.
Aabb bounds(const Shape& shape, const Pose& pose);
// Radius of the smallest sphere about `center` (body coordinates) that holds the shape [m]; infinite for a plane.
double bounding_radius(const Shape& shape, const Vec3& center);

}  // namespace stiction

// Procedural solids, given by signed distance functions: no files needed.
//
// A Solid is a value: a kind with its numbers, parts for combinations, and a placement. Distances are exact for the
// simple kinds and a lower bound of the distance (1-Lipschitz, same zero level set) for combinations and rough ones.
#pragma once

#include <string>
#include <vector>

#include "base/types.h"
#include "geometry/mesh/triangle_mesh.h"

namespace stiction {

enum class SolidKind {
  kSphere,        // radius
  kBox,           // size, rounding: radius of the edges
  kCapsule,       // radius, length of the straight part, along z
  kCylinder,      // radius, length, along z
  kTorus,         // radius of the ring (about z), thickness: radius of the tube
  kRock,          // radius, roughness 0..1, seed
  kLog,           // radius, length, roughness, seed: a knobbly trunk along z
  kBolt,          // radius, length, pitch, clearance: threaded shank along z with a hexagonal head below z = 0
  kNut,           // radius of the bolt it fits, length, pitch, clearance: hexagonal, threaded hole along z
  kBunny,         // radius: a sitting bunny of blended ellipsoids, about that large
  kUnion,         // parts, blend [m]: 0 is sharp, else a smooth union of that width
  kIntersection,  // parts, blend
  kDifference,    // the first part without the others, blend
};

struct Solid {
  SolidKind kind = SolidKind::kSphere;
  Vec3 size = Vec3::Ones();  // full edge lengths [m]
  double rounding = 0;       // of the edges of a box [m]
  double radius = 0.5;       // [m]
  double length = 1;         // [m]
  double thickness = 0.1;    // [m]
  double roughness = 0.3;
  double pitch = 0.1;    // of a thread [m]
  double clearance = 0;  // of a thread: how much thinner the bolt, or wider the nut [m]
  double blend = 0;      // [m]
  unsigned seed = 1;
  std::vector<Solid> parts;
  Pose pose;  // places the solid in its parent's coordinates
};

// "sphere", "box", ... as scene files write them.
const char* solid_kind_name(SolidKind kind);
// The numbers a kind uses, as scene files write them: {"radius", "roughness", "seed"}. For readers and writers.
struct SolidField {
  const char* key;
  const char* unit;                 // "m" or ""
  double Solid::*number = nullptr;  // one of number, vector
  Vec3 Solid::*vector = nullptr;
  double min = 0, max = 0;  // permitted values
};
const std::vector<SolidField>& solid_fields(SolidKind kind);
const std::vector<SolidKind>& solid_kinds();
// Throws InputError, one line that names the part and the key, if a number is not permitted or parts are missing.
void check_solid(const Solid& solid);
bool has_seed(SolidKind kind);
bool has_parts(SolidKind kind);

// Signed distance (or lower bound) at a point [m]. The solid must pass check_solid; same for the bounds.
double solid_distance(const Solid& solid, const Vec3& point);
Aabb solid_bounds(const Solid& solid);

// A closed, outward oriented, self-intersection-free mesh of the zero level set with edges of about `cell` [m].
// Vertices lie on the zero level set, and creases of the solid (edges of boxes, rims, thread crests) are edges of the
// mesh wherever the cell resolves them; details smaller than the cell are lost or rounded.
// Throws InputError if a number of the solid is not permitted, if the cell is too coarse for the solid (nothing found)
// or too fine (more than 20 million cells).
TriangleMesh mesh_of(const Solid& solid, double cell);

}  // namespace stiction

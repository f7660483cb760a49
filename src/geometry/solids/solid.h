// Procedural solids, given by signed distance functions: no files needed.
//
// A Solid is a value: a kind with its numbers, parts for combinations, and a placement. Distances are exact for the
// simple kinds and a lower bound of the distance (1-Lipschitz, same zero level set) for combinations and rough ones.
// What a kind is: solid_kind.h. Which there are: solid_registry.cpp, docs/reference/solids.md.
#pragma once

#include <string_view>
#include <vector>

#include "base/types.h"
#include "geometry/mesh/triangle_mesh.h"

namespace stiction {

struct SolidKind;

class Solid {
 public:
  // With the defaults of the kind's numbers. A name is one of the registry's; throws InputError if it is unknown.
  explicit Solid(std::string_view kind = "sphere");
  explicit Solid(const SolidKind& kind);

  const SolidKind& kind() const { return *kind_; }
  // The numbers of the kind by the place of their field in it.
  double number(int field) const { return numbers_[field].x(); }
  const Vec3& vector(int field) const { return numbers_[field]; }
  // The same by key. Throw InputError if the kind has no such number, or one of three components instead of one.
  double number(std::string_view key) const { return number(find(key, false)); }
  const Vec3& vector(std::string_view key) const { return vector(find(key, true)); }
  Solid& set(std::string_view key, double value);
  Solid& set(std::string_view key, const Vec3& value);

  unsigned seed = 1;         // of kinds that have one
  std::vector<Solid> parts;  // of combinations
  Pose pose;                 // places the solid in its parent's coordinates

 private:
  int find(std::string_view key, bool is_vector) const;

  const SolidKind* kind_;
  std::vector<Vec3> numbers_;  // one per field of the kind; plain numbers are in x
};

// Throws InputError, one line that names the part and the key, if a number is not permitted or parts are missing.
void check_solid(const Solid& solid);

// Signed distance (or lower bound) at a point [m]. The solid must pass check_solid; same for the bounds.
double solid_distance(const Solid& solid, const Vec3& point);
// Holds every point whose distance is at most `level` >= 0 [m].
Aabb solid_bounds(const Solid& solid, double level = 0);

// A closed, outward oriented, self-intersection-free mesh of the zero level set with edges of about `cell` [m].
// Vertices lie on the zero level set, and creases of the solid (edges of boxes, rims, thread crests) are edges of the
// mesh wherever the cell resolves them; details smaller than the cell are lost or rounded.
// Throws InputError if a number of the solid is not permitted, if the cell is too coarse for the solid (nothing found)
// or too fine (more than 20 million cells).
TriangleMesh mesh_of(const Solid& solid, double cell);

}  // namespace stiction

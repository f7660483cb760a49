// What vertices are inside of: how one leaves it.
#pragma once

#include "base/types.h"
#include "model/material_point.h"

namespace stiction {

// Where a way leads out of a solid.
struct Exit {
  double length = 0;            // of the way, in units of its direction's length
  Vec3 normal = Vec3::Zero();   // of the surface there, outward, unit
  MaterialPoint material = {};  // of a body that deforms
};

// Does the way pass along a face rather than through it? rate: direction . normal, of any lengths.
inline bool is_grazing(double rate, const Vec3& normal, const Vec3& direction) {
  constexpr double kCosine = 0.1;
  return rate * rate < kCosine * kCosine * normal.squaredNorm() * direction.squaredNorm();
}

// The point of the surface that is nearest.
struct NearestExit {
  Vec3 place = Vec3::Zero();   // world [m]
  Vec3 normal = Vec3::Zero();  // of the surface there, outward, unit
  MaterialPoint material = {};
};

class Enclosure {
 public:
  Enclosure() = default;
  Enclosure(const Enclosure&) = delete;
  Enclosure& operator=(const Enclosure&) = delete;
  virtual ~Enclosure() = default;

  // Where the way from p leaves, no farther than `most` directions; cell: the tetrahedron that p is in, where the solid
  // has some. False: not so soon, or the way cannot be followed.
  virtual bool leave(int cell, const Vec3& p, const Vec3& direction, double most, Exit& exit) const = 0;
  // Is where the way left on the surface of the body? Parts of a body may end where others begin.
  virtual bool is_outer(const Vec3& /*place*/, const Exit& /*exit*/) const { return true; }
  // False: there is none within `most` [m].
  virtual bool nearest(const Vec3& p, double most, NearestExit& exit) const = 0;
  // May a way along a face's normal miss the face? Not where all is convex.
  virtual bool has_inner_edges() const { return false; }
};

}  // namespace stiction

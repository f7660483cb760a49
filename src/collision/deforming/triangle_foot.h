// The point of a placed triangle nearest to a given point.
#pragma once

#include <cmath>

#include "base/types.h"
#include "collision/deforming/surface_normals.h"
#include "model/material_point.h"

namespace stiction {

// Is the box farther from p than this along an axis?
inline bool is_beyond(const Aabb& box, const Vec3& p, double distance) {
  return p[0] - box.max[0] > distance || box.min[0] - p[0] > distance || p[1] - box.max[1] > distance ||
         box.min[1] - p[1] > distance || p[2] - box.max[2] > distance || box.min[2] - p[2] > distance;
}

// A triangle with its corners and unit normal at hand, world.
struct NearTriangle {
  int index = 0;
  Vec3 a, b, c, normal;

  // Is it farther from p than this along an axis or its normal?
  bool is_beyond(const Vec3& p, double distance) const {
    if (!(std::abs(normal.dot(p - a)) <= distance)) return true;
    return stiction::is_beyond({a.cwiseMin(b).cwiseMin(c), a.cwiseMax(b).cwiseMax(c)}, p, distance);
  }
};
NearTriangle near_triangle(const PlacedSurface& surface, int triangle);
// The same by its place in triangle_order().
NearTriangle near_triangle_at(const PlacedSurface& surface, int place);

struct TriangleNearest {
  double distance2 = 0;  // [m^2]
  Vec3 point;
  MeshFeature kind = MeshFeature::kFace;
  int part = 0;  // edge: the triangle's side; vertex: its corner
  MaterialPoint material;
};
TriangleNearest nearest_on_triangle(const NearTriangle& triangle, const Vec3& p);

}  // namespace stiction

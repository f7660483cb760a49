// The point of a placed triangle nearest to a given point.
#pragma once

#include <cmath>

#include "base/types.h"
#include "collision/deforming/surface_normals.h"
#include "model/material_point.h"

namespace stiction {

// A triangle with its corners and unit normal at hand, world.
struct NearTriangle {
  int index = 0;
  Vec3 a, b, c, normal;

  // Is it farther from p than this along an axis or its normal?
  bool is_beyond(const Vec3& p, double distance) const {
    if (!(std::abs(normal.dot(p - a)) <= distance)) return true;
    const Vec3 low = a.cwiseMin(b).cwiseMin(c), high = a.cwiseMax(b).cwiseMax(c);
    return ((p - high).array() > distance).any() || ((low - p).array() > distance).any();
  }
};
NearTriangle near_triangle(const PlacedSurface& surface, int triangle);

struct TriangleNearest {
  double distance2 = 0;  // [m^2]
  Vec3 point;
  MeshFeature kind = MeshFeature::kFace;
  int part = 0;  // edge: the triangle's side; vertex: its corner
  MaterialPoint material;
};
TriangleNearest nearest_on_triangle(const NearTriangle& triangle, const Vec3& p);

}  // namespace stiction

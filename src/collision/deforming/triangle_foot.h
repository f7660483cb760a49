// The point of a placed triangle nearest to a given point.
#pragma once

#include "base/types.h"
#include "collision/deforming/surface_normals.h"
#include "model/material_point.h"

namespace stiction {

// A triangle with its corners and unit normal at hand, world.
struct NearTriangle {
  int index = 0;
  Vec3 a, b, c, normal;
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

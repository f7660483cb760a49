// Normals of a deformed surface at its features, for telling inside from outside (Baerentzen and Aanaes 2005).
#pragma once

#include <vector>

#include "collision/deforming/placed_surface.h"
#include "geometry/field/nearest_surface.h"

namespace stiction {

// A triangle, edge or vertex of a surface.
struct SurfaceFeature {
  MeshFeature kind = MeshFeature::kFace;
  int index = 0;
  bool operator==(const SurfaceFeature&) const = default;
};

// Unit: of the triangle, mean of the edge's two, angle-weighted mean around the vertex. Zero where they cancel.
Vec3 pseudonormal(const PlacedSurface& surface, const SurfaceFeature& feature);

// Normals of all triangles that meet at the feature; replaces the content of `normals`.
void normals_around(const PlacedSurface& surface, const SurfaceFeature& feature, std::vector<Vec3>& normals);

}  // namespace stiction

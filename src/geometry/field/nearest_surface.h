// The answer to "where is the surface of the mesh, seen from this point?"
#pragma once

#include <cstdint>

#include "base/types.h"

namespace stiction {

enum class MeshFeature : std::uint8_t { kFace, kEdge, kVertex };

struct NearestSurface {
  double distance = 0;  // signed: negative inside [m]
  Vec3 point;           // nearest point of the surface [m]
  MeshFeature feature = MeshFeature::kFace;
  int index = 0;  // of the triangle, edge or vertex that `point` lies on (flat edges count as faces)
};

}  // namespace stiction

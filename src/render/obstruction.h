// Do fixed bodies stand between the camera and what it should show?
#pragma once

#include <vector>

#include "base/types.h"

namespace stiction {

// A box that is turned and placed in the world.
struct PlacedBox {
  Aabb bounds;  // in the box's own axes [m]
  Pose pose;
};

// Does the straight way from `from` to `to` go through the box?
bool crosses(const PlacedBox& box, const Vec3& from, const Vec3& to);

// Share of the points that are hidden from `eye` by at least one box; 0 without points.
double hidden_share(const std::vector<PlacedBox>& boxes, const std::vector<Vec3>& points, const Vec3& eye);

}  // namespace stiction

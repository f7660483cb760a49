// Two feature shapes as they are placed.
#pragma once

#include "collision/mesh/feature_shape.h"

namespace stiction {

// Two shapes placed in the world, seen in the coordinates of one of them, the host.
struct FeatureFrame {
  FeatureFrame(const FeatureShape& h, const Pose& host_pose, const FeatureShape& g, const Pose& guest_pose, double s);
  Vec3 place(const Vec3& guest_point) const { return rotation * guest_point + shift; }
  Vec3 guest_direction(const Vec3& direction) const { return rotation.transpose() * direction; }

  const FeatureShape* host;
  const FeatureShape* guest;
  Mat3 rotation;  // from guest to host
  Vec3 shift;     // [m]
  Mat3 world_rotation;
  Vec3 world_shift;
  double sign;  // +1 if the host is the pair's first shape: normals point from the first to the second
};

}  // namespace stiction

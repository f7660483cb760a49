// Joints hold two bodies, or one and the world, together: constant data, as a scene declares them. What they are for
// people: docs/reference/joints.md; what they are as equations: model/joint_rows.h.
#pragma once

#include <array>
#include <limits>
#include <optional>

#include "base/types.h"

namespace stiction {

enum class JointKind {
  kBall,      // one point of each stays on one of the other
  kHinge,     // the same, and they turn about one axis
  kSlider,    // they shift along one axis and do not turn
  kFixed,     // they move as one
  kPlanar,    // they shift in a plane and turn about its normal
  kDistance,  // two points keep their distance, or its limits
  kUniversal  // a ball joint in which one axis of each stays at its angle to one of the other
};

// A joint's body that is not one.
inline constexpr int kWorld = -1;

// Of a joint's coordinate: angle of a hinge [rad], shift of a slider, distance [m].
struct JointLimits {
  double lower = 0, upper = 0;
  bool operator==(const JointLimits&) const = default;
};

// Drives the coordinate of a hinge or a slider.
struct JointMotor {
  double velocity = 0;                                          // [rad/s], [m/s]
  double max_effort = std::numeric_limits<double>::infinity();  // torque or force [N m], [N]
  bool operator==(const JointMotor&) const = default;
};

// Points and axes are in the world, with both bodies where they start. Coordinates grow as body b turns about, or
// shifts along, the axis against body a.
struct Joint {
  JointKind kind = JointKind::kBall;
  std::array<int, 2> bodies = {kWorld, kWorld};  // a, b
  Vec3 anchor = Vec3::Zero();                    // [m]; of a distance: the point of a,
  Vec3 anchor_b = Vec3::Zero();                  // and that of b
  Vec3 axis = Vec3::UnitZ();                     // unit; of a planar joint the normal; of a universal one fixed in a,
  Vec3 axis_b = Vec3::UnitX();                   // and this one in b
  double start = 0;                              // coordinate of a hinge or a slider at the start [rad], [m]
  std::optional<JointLimits> limits;             // of a hinge, a slider, a distance
  std::optional<JointMotor> motor;               // of a hinge or a slider
  double friction = 0;                           // dry, of a hinge or a slider: at most this torque or force [N m], [N]
  bool collide = false;                          // its two bodies may touch each other

  bool has_axis() const {
    return kind != JointKind::kBall && kind != JointKind::kFixed && kind != JointKind::kDistance;
  }
  bool has_motor_axis() const { return kind == JointKind::kHinge || kind == JointKind::kSlider; }
  bool has_coordinate() const { return has_motor_axis() || kind == JointKind::kDistance; }
};

}  // namespace stiction

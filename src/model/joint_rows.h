// Joints as equations between the motions of two bodies: error(positions) = 0, and its rows G of G v = 0.
//
//   p, R     anchor and joint axes of a side in the world: R = (x, y, z), z along the joint's axis
//   d        p_b - p_a
//   ball       d = 0
//   hinge      d = 0,  x_a . z_b = 0,  y_a . z_b = 0
//   fixed      those of a hinge, and x_a . y_b = 0
//   slider     x_a . d = 0,  y_a . d = 0,  and no turn, as for fixed bodies
//   planar     z_a . d = 0,  x_a . z_b = 0,  y_a . z_b = 0
//   universal  d = 0,  z_a . z_b as at the start
//   distance   |d| as at the start
//
// Impulses of all rows that measure lengths act at one common point, so that angular momentum is kept while there is an
// error.
#pragma once

#include <array>

#include "model/model.h"
#include "model/state.h"

namespace stiction {

// A joint as its bodies carry it.
struct JointSide {
  Vec3 anchor = Vec3::Zero();     // from the centre of mass, body axes; of the world: in the world [m]
  Quat frame = Quat::Identity();  // joint axes to body axes
};
struct AttachedJoint {
  std::array<JointSide, 2> sides;  // a, b
  double length = 0;               // of a distance at the start [m]
  double cosine = 0;               // of a universal joint: between its axes at the start
};
// Bodies have their masses.
AttachedJoint attach(const Model& model, const Joint& joint);

struct JointRows {
  static constexpr int kMost = 6;
  int count = 0;
  int length_count = 0;                        // the first so many errors are lengths [m], the others angles [rad]
  Eigen::Matrix<double, kMost, 1> error;       // of which `count` are set, here and below
  Eigen::Matrix<double, kMost, 6> on_a, on_b;  // G: columns are linear and angular velocities, world axes
};
void joint_rows(const Joint& joint, const AttachedJoint& attached, const State& state, JointRows& rows);
// Largest error [m], [rad].
double joint_error(const JointRows& rows);

// The coordinate of a hinge (within half a turn of `start`, or of the middle of its limits) [rad], slider, distance
// [m], and its velocity's row.
struct JointCoordinate {
  double value = 0;
  Vec6 on_a = Vec6::Zero(), on_b = Vec6::Zero();
};
JointCoordinate joint_coordinate(const Joint& joint, const AttachedJoint& attached, const State& state);

// Has the joint rows, at all times? A distance with limits has not.
inline bool holds_distance(const Joint& joint) {
  return joint.kind == JointKind::kDistance && !joint.limits;
}

}  // namespace stiction

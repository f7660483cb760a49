// Small mechanisms built by hand.
#pragma once

#include <string>

#include "model/joint_rows.h"
#include "stepping/worlds.h"

namespace stiction::test {

constexpr double kG = 9.81;

inline Joint joint_of(JointKind kind, int a, int b, const Vec3& anchor, const Vec3& axis = Vec3::UnitZ()) {
  Joint joint;
  joint.kind = kind;
  joint.bodies = {a, b};
  joint.anchor = anchor;
  joint.axis = axis;
  return joint;
}

inline Joint ball(int a, int b, const Vec3& anchor) {
  return joint_of(JointKind::kBall, a, b, anchor);
}
inline Joint hinge(int a, int b, const Vec3& anchor, const Vec3& axis = Vec3::UnitY()) {
  return joint_of(JointKind::kHinge, a, b, anchor, axis);
}
inline Joint slider(int a, int b, const Vec3& anchor, const Vec3& axis) {
  return joint_of(JointKind::kSlider, a, b, anchor, axis);
}
inline Joint distance(int a, int b, const Vec3& from, const Vec3& to) {
  Joint joint = joint_of(JointKind::kDistance, a, b, from);
  joint.anchor_b = to;
  return joint;
}

// Bodies without a ground, in free space.
inline Model space(std::vector<Body> bodies, std::vector<Joint> joints) {
  Model model;
  model.bodies = std::move(bodies);
  model.joints = std::move(joints);
  compute_masses(model);
  return model;
}

// A rod of this length between two points of the xz plane, some mm thick.
inline Body rod(const std::string& name, const Vec3& from, const Vec3& to, double thickness = 0.02) {
  Body body = box_body(name, {thickness, thickness, (to - from).norm()}, (from + to) / 2);
  body.start.rotation = Quat::FromTwoVectors(Vec3::UnitZ(), (to - from).normalized());
  return body;
}

// Largest error of all joints [m], [rad], and of their velocities G v where nothing is scripted [m/s], [rad/s].
struct JointErrors {
  double position = 0, velocity = 0;
};
inline JointErrors joint_errors(const Simulation& simulation) {
  JointErrors worst;
  const Model& model = simulation.model();
  const State& state = simulation.state();
  const auto velocity = [&](int body) {
    Vec6 v = Vec6::Zero();
    if (body != kWorld) v << state.bodies[body].velocity, state.bodies[body].angular_velocity;
    return v;
  };
  for (const Joint& joint : model.joints) {
    JointRows rows;
    joint_rows(joint, attach(model, joint), state, rows);
    if (rows.count == 0) continue;
    worst.position = std::max(worst.position, joint_error(rows));
    const VecX u = rows.on_a.topRows(rows.count) * velocity(joint.bodies[0]) +
                   rows.on_b.topRows(rows.count) * velocity(joint.bodies[1]);
    worst.velocity = std::max(worst.velocity, u.cwiseAbs().maxCoeff());
  }
  return worst;
}

inline Vec3 linear_momentum(const Simulation& simulation) {
  Vec3 sum = Vec3::Zero();
  for (std::size_t i = 0; i < simulation.model().bodies.size(); ++i) {
    const Body& body = simulation.model().bodies[i];
    if (!body.fixed) sum += body.mass.mass * simulation.state().bodies[i].velocity;
  }
  return sum;
}

inline Vec3 angular_momentum(const Simulation& simulation) {
  Vec3 sum = Vec3::Zero();
  for (std::size_t i = 0; i < simulation.model().bodies.size(); ++i) {
    const Body& body = simulation.model().bodies[i];
    const BodyState& s = simulation.state().bodies[i];
    if (body.fixed) continue;
    const Mat3 R = s.rotation.toRotationMatrix();
    sum += body.mass.mass * s.center.cross(s.velocity) + R * body.mass.inertia * R.transpose() * s.angular_velocity;
  }
  return sum;
}

}  // namespace stiction::test

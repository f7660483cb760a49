#include "model/joint_rows.h"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

// Axes whose third one is `axis`.
Quat frame_about(const Vec3& axis) {
  return Quat::FromTwoVectors(Vec3::UnitZ(), axis).normalized();
}

// A side in the world.
struct PlacedSide {
  Vec3 center = Vec3::Zero();  // of mass [m]
  Vec3 point = Vec3::Zero();   // anchor [m]
  Mat3 axes = Mat3::Identity();
};

PlacedSide placed(int body, const JointSide& side, const State& state) {
  if (body == kWorld) return {Vec3::Zero(), side.anchor, side.frame.toRotationMatrix()};
  const BodyState& b = state.bodies[body];
  return {b.center, b.center + b.rotation * side.anchor, (b.rotation * side.frame).toRotationMatrix()};
}

struct PlacedJoint {
  PlacedSide a, b;
  Vec3 d() const { return b.point - a.point; }
};

PlacedJoint placed(const Joint& joint, const AttachedJoint& attached, const State& state) {
  return {placed(joint.bodies[0], attached.sides[0], state), placed(joint.bodies[1], attached.sides[1], state)};
}

// Velocity of b's point against a's along `direction`, which turns with a or not at all; the impulse acts at `point_a`
// of a.
void length_row(const PlacedJoint& joint, const Vec3& direction, const Vec3& point_a, Vec6& on_a, Vec6& on_b) {
  on_b << direction, (joint.b.point - joint.b.center).cross(direction);
  on_a << -direction, -(point_a - joint.a.center).cross(direction);
}

class RowWriter {
 public:
  RowWriter(const PlacedJoint& joint, JointRows& rows) : joint_(joint), rows_(rows) {
    rows.count = rows.length_count = 0;
    rows.error.setZero();
    rows.on_a.setZero();
    rows.on_b.setZero();
  }
  void add_points() {
    for (int k = 0; k < 3; ++k) add_length(joint_.d()[k], Vec3::Unit(k), joint_.a.point);
  }
  // An axis of a's frame, d along it.
  void add_shift(int axis) {
    const Vec3 direction = joint_.a.axes.col(axis);
    add_length(direction.dot(joint_.d()), direction, joint_.b.point);
  }
  void add_distance(double length) {
    const Vec3 d = joint_.d();
    const double norm = d.norm();
    add_length(norm - length, norm > 0 ? Vec3(d / norm) : Vec3::UnitZ(), joint_.a.point);
  }
  // The cosine between an axis of a and one of b.
  void add_angle(int axis_a, int axis_b, double cosine = 0) {
    const Vec3 of_a = joint_.a.axes.col(axis_a), of_b = joint_.b.axes.col(axis_b);
    const Vec3 turn = of_b.cross(of_a);
    rows_.error[rows_.count] = of_a.dot(of_b) - cosine;
    rows_.on_a.row(rows_.count).tail<3>() = -turn;
    rows_.on_b.row(rows_.count).tail<3>() = turn;
    ++rows_.count;
  }
  void add_parallel_axes() {
    add_angle(0, 2);
    add_angle(1, 2);
  }
  void add_no_turn() {
    add_parallel_axes();
    add_angle(0, 1);
  }

 private:
  void add_length(double error, const Vec3& direction, const Vec3& point_a) {
    Vec6 on_a, on_b;
    length_row(joint_, direction, point_a, on_a, on_b);
    rows_.error[rows_.count] = error;
    rows_.on_a.row(rows_.count) = on_a;
    rows_.on_b.row(rows_.count) = on_b;
    rows_.length_count = ++rows_.count;
  }

  const PlacedJoint& joint_;
  JointRows& rows_;
};

// From the axes of a to those of b about their common z [rad].
double hinge_angle(const PlacedJoint& joint) {
  const Vec3 x_a = joint.a.axes.col(0), y_a = joint.a.axes.col(1), x_b = joint.b.axes.col(0);
  return std::atan2(y_a.dot(x_b), x_a.dot(x_b));
}

// With limits, the turn that is nearest to their middle: no place between them is where the count jumps.
double hinge_coordinate(const Joint& joint, double angle) {
  const double value = joint.start + angle;
  if (!joint.limits) return value;
  const double middle = (joint.limits->lower + joint.limits->upper) / 2;
  return value - 2 * M_PI * std::round((value - middle) / (2 * M_PI));
}

}  // namespace

AttachedJoint attach(const Model& model, const Joint& joint) {
  AttachedJoint attached;
  const bool two_axes = joint.kind == JointKind::kUniversal;
  for (int k = 0; k < 2; ++k) {
    const Vec3& point = k == 1 && joint.kind == JointKind::kDistance ? joint.anchor_b : joint.anchor;
    const Quat frame = frame_about(k == 1 && two_axes ? joint.axis_b : joint.axis);
    JointSide& side = attached.sides[k];
    side = {point, frame};
    if (joint.bodies[k] == kWorld) continue;
    const Body& body = model.bodies[joint.bodies[k]];
    side.anchor = body.start.to_local(point) - body.mass.center;
    side.frame = (body.start.rotation.conjugate() * frame).normalized();
  }
  attached.length = (joint.anchor_b - joint.anchor).norm();
  attached.cosine = joint.axis.dot(joint.axis_b);
  return attached;
}

void joint_rows(const Joint& joint, const AttachedJoint& attached, const State& state, JointRows& rows) {
  const PlacedJoint both = placed(joint, attached, state);
  RowWriter writer(both, rows);
  switch (joint.kind) {
    case JointKind::kBall:
      writer.add_points();
      return;
    case JointKind::kHinge:
      writer.add_points();
      writer.add_parallel_axes();
      return;
    case JointKind::kFixed:
      writer.add_points();
      writer.add_no_turn();
      return;
    case JointKind::kSlider:
      writer.add_shift(0);
      writer.add_shift(1);
      writer.add_no_turn();
      return;
    case JointKind::kPlanar:
      writer.add_shift(2);
      writer.add_parallel_axes();
      return;
    case JointKind::kUniversal:
      writer.add_points();
      writer.add_angle(2, 2, attached.cosine);
      return;
    case JointKind::kDistance:
      if (holds_distance(joint)) writer.add_distance(attached.length);
      return;
  }
}

double joint_error(const JointRows& rows) {
  return rows.count == 0 ? 0 : rows.error.head(rows.count).cwiseAbs().maxCoeff();
}

JointCoordinate joint_coordinate(const Joint& joint, const AttachedJoint& attached, const State& state) {
  const PlacedJoint both = placed(joint, attached, state);
  JointCoordinate coordinate;
  const Vec3 axis = both.a.axes.col(2);
  if (joint.kind == JointKind::kHinge) {
    coordinate.value = hinge_coordinate(joint, hinge_angle(both));
    coordinate.on_a << Vec3::Zero(), -axis;
    coordinate.on_b << Vec3::Zero(), axis;
  } else if (joint.kind == JointKind::kSlider) {
    coordinate.value = joint.start + axis.dot(both.d());
    length_row(both, axis, both.b.point, coordinate.on_a, coordinate.on_b);
  } else if (joint.kind == JointKind::kDistance) {
    coordinate.value = both.d().norm();
    const Vec3 along = coordinate.value > 0 ? Vec3(both.d() / coordinate.value) : Vec3::UnitZ();
    length_row(both, along, both.a.point, coordinate.on_a, coordinate.on_b);
  }
  return coordinate;
}

}  // namespace stiction

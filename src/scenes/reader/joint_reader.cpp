// Joints.
#include <fmt/format.h>

#include <algorithm>

#include "contact/joint_consistency.h"
#include "model/joint_check.h"
#include "scenes/reader/parts.h"

namespace stiction {
namespace {

JointKind read_kind(const JsonCursor& joint) {
  const JsonCursor type = joint.at("type");
  const std::optional<JointKind> kind = joint_kind(type.text());
  if (!kind) {
    static const std::vector<std::string> kTypes = {"ball",   "hinge",    "slider",   "fixed",
                                                    "planar", "distance", "universal"};
    type.fail(fmt::format("there is no joint \"{}\"{} (known: {})", type.text(), did_you_mean(type.text(), kTypes),
                          joined(kTypes)));
  }
  return *kind;
}

std::vector<std::string> keys_of(const Joint& joint) {
  std::vector<std::string> keys = {"type", "bodies", "collide"};
  keys.emplace_back(joint.kind == JointKind::kDistance ? "anchors" : "anchor");
  if (joint.has_axis()) keys.emplace_back(joint.kind == JointKind::kUniversal ? "axes" : "axis");
  if (joint.has_coordinate()) keys.emplace_back("limits");
  if (joint.has_motor_axis()) keys.insert(keys.end(), {"start", "motor", "friction"});
  return keys;
}

JsonCursor require_pair(const JsonCursor& cursor, const char* what) {
  if (cursor.size() != 2) cursor.fail(fmt::format("must be a list of two {}", what));
  return cursor;
}

int read_side(const JsonCursor& name, const ReaderContext& context) {
  if (name.text() != "world") return context.body(name);
  const auto is_called_so = [](const Body& body) { return body.name == "world"; };
  if (std::ranges::any_of(context.model().bodies, is_called_so))
    name.fail("\"world\" is the ground here, and a body is called so too; give the body another name");
  return kWorld;
}

// Degrees for a hinge, metres for the others; internally radians and metres.
double read_coordinate(const JsonCursor& cursor, const Joint& joint) {
  if (joint.kind != JointKind::kHinge) return cursor.number(kCoordinate);
  return cursor.number({.min = -360, .max = 360, .unit = "degrees"}) * (M_PI / 180);
}

JointMotor read_motor(const JsonCursor& cursor, const Joint& joint) {
  const bool turns = joint.kind == JointKind::kHinge;
  const char* most = turns ? "max_torque" : "max_force";
  cursor.require_keys({"velocity", most});
  JointMotor motor;
  motor.velocity = cursor.at("velocity").number(any_number(turns ? "rad/s" : "m/s"));
  cursor.read_number(most, motor.max_effort, positive_number(turns ? "N m" : "N"));
  return motor;
}

void read_geometry(const JsonCursor& cursor, Joint& joint) {
  if (joint.kind == JointKind::kDistance) {
    const JsonCursor anchors = require_pair(cursor.at("anchors"), "points");
    joint.anchor = anchors.item(0).vector(kCoordinate);
    joint.anchor_b = anchors.item(1).vector(kCoordinate);
  } else {
    joint.anchor = cursor.at("anchor").vector(kCoordinate);
  }
  if (joint.kind == JointKind::kUniversal) {
    const JsonCursor axes = require_pair(cursor.at("axes"), "directions");
    joint.axis = read_direction(axes.item(0));
    joint.axis_b = read_direction(axes.item(1));
  } else if (joint.has_axis()) {
    joint.axis = read_direction(cursor.at("axis"));
  }
}

Joint read_joint(const JsonCursor& cursor, const ReaderContext& context) {
  Joint joint;
  joint.kind = read_kind(cursor);
  cursor.require_keys(keys_of(joint));
  const JsonCursor bodies = require_pair(cursor.at("bodies"), "names of bodies; one may be \"world\"");
  for (std::size_t k = 0; k < 2; ++k) joint.bodies[k] = read_side(bodies.item(k), context);
  read_geometry(cursor, joint);
  if (cursor.has("start")) joint.start = read_coordinate(cursor.at("start"), joint);
  if (cursor.has("limits")) {
    const JsonCursor limits = require_pair(cursor.at("limits"), "numbers, the lower and the upper limit");
    joint.limits = JointLimits{read_coordinate(limits.item(0), joint), read_coordinate(limits.item(1), joint)};
  }
  if (cursor.has("motor")) joint.motor = read_motor(cursor.at("motor"), joint);
  cursor.read_number("friction", joint.friction, not_negative(joint.kind == JointKind::kHinge ? "N m" : "N"));
  cursor.read_boolean("collide", joint.collide);
  placed_errors(cursor, [&] { require_sound(context.model(), joint); });
  return joint;
}

}  // namespace

std::vector<std::string> joint_keys(JointKind kind) {
  Joint joint;
  joint.kind = kind;
  return keys_of(joint);
}

void read_joints(const JsonCursor& joints, const ReaderContext& context) {
  for (std::size_t i = 0; i < joints.size(); ++i) context.model().joints.push_back(read_joint(joints.item(i), context));
}

void check_joints(const JsonCursor& joints, const ReaderContext& context) {
  const std::optional<int> contradicted = contradicted_joint(context.model(), context.scene.step);
  if (!contradicted) return;
  joints.item(static_cast<std::size_t>(*contradicted)).fail(kContradiction);
}

}  // namespace stiction
